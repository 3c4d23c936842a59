"""Text extraction by services."""
