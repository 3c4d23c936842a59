"""What text is made of: tokens, sentences, tables, questions and chunks."""
