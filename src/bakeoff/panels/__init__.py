"""Many measures of one set of predictions, each with its interval."""
