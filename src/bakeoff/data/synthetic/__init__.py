"""Artificial domains whose best possible error is known."""
