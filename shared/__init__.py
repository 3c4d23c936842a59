"""Adapters: what connects the product to the world. Each module implements one port or one concern."""
