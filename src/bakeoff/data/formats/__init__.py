"""Readers of file formats that carry their own types."""
