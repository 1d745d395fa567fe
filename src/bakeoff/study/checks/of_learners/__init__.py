"""Checks of learners: how they were prepared, trained and tuned, and what they predict."""
