"""Documents: their text, passages, sentences and citations."""
