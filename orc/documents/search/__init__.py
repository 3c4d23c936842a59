"""Finds documents, passages and sentences for a question."""
