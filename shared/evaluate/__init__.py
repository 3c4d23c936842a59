"""Measures a deployment by questions about documents: `python -m shared.evaluate`."""
