"""From stored predictions to findings."""
