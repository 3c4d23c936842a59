"""Text analysis: tokens, sentences, tables, questions and chunks."""
