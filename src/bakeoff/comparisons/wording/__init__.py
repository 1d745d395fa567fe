"""Facts of a comparison in words."""
