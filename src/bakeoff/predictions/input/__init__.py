"""What a user brings as predictions: read, put in order, checked; every problem is one sentence."""
