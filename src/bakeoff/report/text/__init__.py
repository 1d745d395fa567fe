"""Names and numbers in the report."""
