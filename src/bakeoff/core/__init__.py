"""What every room needs; knows nothing of learning."""

__version__ = "0.1.0"
