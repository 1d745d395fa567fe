"""The description of a study and the file that holds it."""
