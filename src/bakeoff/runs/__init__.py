"""Fitting and writing down."""

from bakeoff.runs.unit import Run, Status, UnitKey

__all__ = ["Run", "Status", "UnitKey"]
