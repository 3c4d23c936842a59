"""The HTTP contract as a FastAPI app. Routes parse, call and encode; services.py lists what they call."""
