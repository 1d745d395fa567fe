"""Estimates over resampling splits: means, optimism, learning curves, bias and variance."""
