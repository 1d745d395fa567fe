"""Compiled loops, each with a NumPy twin that gives the same answer."""
