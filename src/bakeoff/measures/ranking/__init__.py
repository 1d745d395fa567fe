"""Measures of scores that rank rows."""
