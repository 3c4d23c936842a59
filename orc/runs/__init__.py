"""Runs: each executes one turn. Their start, storage, leases, execution and recovery."""
