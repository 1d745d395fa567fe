"""What a comparison reads: score matrices, paired scores, disagreements, and the tables they come from."""
