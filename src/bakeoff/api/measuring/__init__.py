"""Panels, curves and counts: what users hold after measuring predictions."""
