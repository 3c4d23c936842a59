"""Reads untrusted files, in a child process of its own: the standard library and one format's library, nothing else
of the product. shared.extraction.extractor starts it and sets its limits."""
