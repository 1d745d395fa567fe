"""What users hold in their hands: thin objects over frozen numbers."""
