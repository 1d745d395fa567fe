"""The base of nouns that are classes: several answers about one study."""

from bakeoff.api.results import Results

__all__ = ["StudyAnswers"]


class StudyAnswers:
    """Several answers about the results of one study, each a method."""

    def __init__(self, results: Results) -> None:
        self._results = results

    def __repr__(self) -> str:
        methods = ", ".join(name for name in vars(type(self)) if not name.startswith("_"))
        return f"<{type(self).__name__} of {self._results!r}: {methods}>"
