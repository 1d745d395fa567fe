"""Bayesian comparisons."""
