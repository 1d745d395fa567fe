"""The version of bakeoff."""

__all__ = ["__version__"]

__version__ = "0.1.0"
