"""Adapters of the product's ports, and the hosts that run it. Each module implements one port or one concern."""
