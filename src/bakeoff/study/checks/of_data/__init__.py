"""Checks of data sets and splits: what would mislead any learner."""
