"""What every room needs; knows nothing of learning."""

__version__ = "0.2.0"
