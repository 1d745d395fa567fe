"""From evidence and question to a verdict."""
