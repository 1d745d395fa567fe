"""What keeps strangers apart from the user: children, programs, modules beside a study, private folders and texts."""
