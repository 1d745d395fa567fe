"""Words and tables."""
