"""Artificial domains whose truth is known: how they are declared and drawn, and what their targets are without noise."""
