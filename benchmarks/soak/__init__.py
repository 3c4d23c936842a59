"""A soak: mixed traffic on hosts that are killed, over stores that fail, with every promise checked at the end."""
