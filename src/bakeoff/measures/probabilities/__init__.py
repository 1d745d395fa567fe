"""Measures of probabilities and decision values: losses, calibration and refinement."""
