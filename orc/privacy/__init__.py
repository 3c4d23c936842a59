"""Data protection: export and erasure of a user's data, retention, and the audit log."""
