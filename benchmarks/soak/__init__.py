"""A soak test: mixed traffic on hosts that are killed, over stores that fail, and a check of every promise at the
end."""
