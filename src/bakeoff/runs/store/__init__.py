"""The study file: units, predictions, digests."""
