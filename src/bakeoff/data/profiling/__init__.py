"""What a data set looks like, and what in it is suspicious."""
