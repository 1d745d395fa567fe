"""Curves of scores: points, hulls, costs."""
