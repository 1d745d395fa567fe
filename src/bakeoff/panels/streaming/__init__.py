"""Panels of files larger than memory, in parts or on a cluster."""
