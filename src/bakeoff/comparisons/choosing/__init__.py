"""Which test fits the evidence, and why not the others."""
