"""Measures of predicted numbers and distributions."""
