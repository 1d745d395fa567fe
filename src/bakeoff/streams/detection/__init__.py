"""Detectors of change along a stream, and how well their alarms meet known changes."""
