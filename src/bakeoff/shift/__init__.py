"""Drift of data: which columns changed, whether it can be seen at all, and whether it hurts."""
