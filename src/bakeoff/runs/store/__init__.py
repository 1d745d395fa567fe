"""The results file: units, predictions, digests."""
