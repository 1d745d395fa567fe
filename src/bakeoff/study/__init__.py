"""The whole experiment."""
