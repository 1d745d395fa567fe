"""Ink only: the one room that imports matplotlib."""
