"""Intervals by resampling."""
