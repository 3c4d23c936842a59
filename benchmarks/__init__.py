"""Benchmarks that produce the figures in docs/performance.md and docs/quality.md."""
