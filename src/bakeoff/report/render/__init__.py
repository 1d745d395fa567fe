"""Blocks to HTML, LaTeX, Markdown and JSON."""
