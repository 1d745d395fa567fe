"""Sections of the report about several criteria; report/compose.py names them by import string."""
