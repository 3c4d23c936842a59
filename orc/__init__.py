"""Orc: conversations about documents. Knows ports (orc.ports), never a vendor."""

__version__ = "0.1.0"
