"""Tables as values, and how they are written."""
