"""Benchmarks that produce the figures in docs/performance.md, docs/quality.md and docs/experiments."""
