"""Benchmarks that anyone can run: ``make bench`` prints one JSON object a line."""
