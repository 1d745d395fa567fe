"""How much evidence is needed, and which measure and test to take."""
