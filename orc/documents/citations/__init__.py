"""Citations: which part of a document supports a statement, and whether it does."""
