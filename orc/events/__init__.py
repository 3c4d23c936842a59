"""Events of a run: their types, their log, and how they reach a client."""
