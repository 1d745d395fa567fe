"""Scores of a study over a number: training rows, epochs, a parameter."""
