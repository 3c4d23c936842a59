"""Runs: each executes one turn. Their storage, leases, execution and recovery."""
