"""What every room needs; knows nothing of learning."""
