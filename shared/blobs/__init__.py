"""Blob stores: Azure Blob Storage, or a local directory."""
