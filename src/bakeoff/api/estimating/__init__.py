"""Estimates of error and their curves: what users hold of training error, growth, epochs and generalisation error."""
