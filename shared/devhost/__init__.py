"""The local Functions host: drives function_app.py with the worker that Azure runs, for development and tests.

It replaces Azure's host: HTTP routes, blob events, timers and the work items of orchestrations.
"""
