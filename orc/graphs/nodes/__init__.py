"""The nodes of the conversation graph, in the order in which they run."""
