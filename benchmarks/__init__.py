"""Benchmarks: what a card costs, beside what else a Python user could pick."""
