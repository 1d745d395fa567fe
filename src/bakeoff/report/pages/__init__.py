"""Whole pages that are not a study's report."""
