"""What a number says about predictions."""
