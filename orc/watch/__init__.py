"""What is counted of turns, documents and models: for whoever operates a deployment, and for its callers."""
