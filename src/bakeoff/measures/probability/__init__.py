"""Measures of predicted probabilities."""
