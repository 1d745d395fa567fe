"""A package outside bakeoff that adds a measure, a significance test and a section of the report."""
