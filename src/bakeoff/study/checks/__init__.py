"""Checks: what may be wrong with a comparison although its numbers are right. Each is one file and one declaration."""
