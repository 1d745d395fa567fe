"""Tests of many learners at once, over independent blocks."""
