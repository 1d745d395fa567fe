"""Significance tests: one file each, a plain function and its declaration."""
