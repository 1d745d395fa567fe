"""Curves of scores with intervals and operating points."""
