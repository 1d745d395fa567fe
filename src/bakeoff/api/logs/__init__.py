"""Evaluation logs in the user's hands: read, joined, compared."""
