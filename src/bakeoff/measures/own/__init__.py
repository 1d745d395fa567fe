"""Measures of the user's own: functions, scorers and ratios of sums, kept by name for the session."""
