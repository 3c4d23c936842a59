"""A run's events told in other protocols: pure folds, which know the events and the domain and nothing else."""
