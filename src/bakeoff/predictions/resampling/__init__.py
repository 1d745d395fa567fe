"""Resamples of rows and groups, drawn without copying rows."""
