"""Intervals in closed form."""
