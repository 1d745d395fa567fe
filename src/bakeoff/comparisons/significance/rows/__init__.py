"""Tests on the rows of test sets: hits, errors, areas under the ROC curve, losses in time and in groups."""
