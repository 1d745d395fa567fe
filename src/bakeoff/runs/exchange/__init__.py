"""Plans written out, predictions read in."""
