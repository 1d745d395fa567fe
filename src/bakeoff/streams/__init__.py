"""Learning from a stream: measures along it, comparisons along it, and detectors of change."""
