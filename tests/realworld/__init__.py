"""Tries with the data and packages that users bring; each gives what the user's own loop gives."""
