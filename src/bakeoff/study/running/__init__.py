"""Running a study and what is known while it runs."""
