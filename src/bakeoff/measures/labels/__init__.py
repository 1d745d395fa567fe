"""Measures of several labels, and of one class, label or output of several."""
