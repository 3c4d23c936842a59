"""The same turn by other frameworks, in servers that run in a separate environment without the product."""
