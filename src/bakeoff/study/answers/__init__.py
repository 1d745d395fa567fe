"""What the stored predictions look like: curves and confusions."""
