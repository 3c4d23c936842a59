"""Other servers of the same turn. They run in a separate environment without the product."""
