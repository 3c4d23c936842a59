"""Decides what a turn does: which documents, which tools, in which steps."""
