"""Results and comparisons in trackers of experiments: what is logged, how it is sent, what is read back."""
