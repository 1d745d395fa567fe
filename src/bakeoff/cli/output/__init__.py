"""Printing: tables, text and JSON in a terminal."""
