"""A run's events in other protocols: pure folds, which know only the events and the domain."""
