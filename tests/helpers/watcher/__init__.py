"""Audit hook for commands that are watched."""
