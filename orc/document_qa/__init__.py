"""Questions about one document, outside of any conversation."""
