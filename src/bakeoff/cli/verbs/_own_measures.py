"""`--measure my_metrics.py:profit`: a function of a file that the user typed; other verbs take names."""

from typing import Any

import click

__all__ = ["EXTRA", "typed_measures"]

EXTRA = "Columns that a measure of your own reads, comma-separated: amount,region."


def typed_measures(_: click.Context, __: click.Parameter, value: Any) -> Any:
    """The names of measures, after files that were typed as FILE.py:FUNCTION have been run."""
    if not value or ".py:" not in str(value):
        return value
    from bakeoff.cli.verbs.measure import split_names
    from bakeoff.measures.from_code import typed_measure

    if isinstance(value, tuple):
        return tuple(map(typed_measure, value))
    return ",".join(map(typed_measure, split_names(value)))
