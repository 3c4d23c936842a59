"""Executes the steps of a plan and writes the answer."""
