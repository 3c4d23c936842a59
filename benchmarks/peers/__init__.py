"""Other servers of the same turn. They run in an environment of their own, which has nothing of the product."""
