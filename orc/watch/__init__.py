"""Metrics, usage, budgets and rate limits: counts of turns, documents and models, and the limits on them."""
