"""Citations: which part of a document supports a statement of an answer, and whether it does."""
