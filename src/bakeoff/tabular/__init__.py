"""The one way from files and frames to columns, and back."""
