"""`--measure my_metrics.py:profit`: a function of a file that the user typed; other verbs take names."""

__all__ = ["typed_names"]


def typed_names(text: str | None) -> tuple[str, ...]:
    """The names of measures, comma-separated, after files that were typed as FILE.py:FUNCTION have been run."""
    from bakeoff.cli.verbs.measure import split_names
    from bakeoff.measures.own.from_code import typed_measure

    return tuple(map(typed_measure, split_names(text)))
