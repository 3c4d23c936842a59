"""The HTTP contract as a FastAPI app. Routes parse, call and encode; what they call is in orc.services."""
