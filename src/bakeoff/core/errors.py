"""One tree of errors; every message is one sentence that names the cure.

BakeoffError
├── BadInput            what the user brought cannot be used as it is       (exit code 2)
│   ├── UnknownName     no such measure, test, data set, ...; did you mean?
│   ├── AmbiguousName   a name that may mean several of them; which one?
│   └── Problems        several of the above at once, one line each
├── NotApplicable       a measure or test does not fit this evidence         (exit code 2)
├── MissingPackage      an optional package is needed; the pip line is given (exit code 2)
└── StudyFileError      the results file is damaged, too new or in use         (exit code 2)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import TypeVar

from bakeoff.core.install_line import install_line

__all__ = [
    "AmbiguousName",
    "BadInput",
    "BakeoffError",
    "MissingPackage",
    "NotApplicable",
    "PackageLeftOut",
    "Problems",
    "StaleKernels",
    "StudyFileError",
    "UnknownName",
    "collect_errors",
    "did_you_mean",
]  # fmt: skip

T = TypeVar("T")
FAR = 0.15  # how much less like a misspelt name a second suggestion may be than the first


class BakeoffError(Exception):
    """Parent of everything bakeoff raises on purpose: safe to show without a traceback.

    >>> error = BakeoffError("no such thing", cure="take another")
    >>> str(error), error.cure
    ('no such thing; take another', 'take another')
    """

    def __init__(self, message: str = "", *rest: object, cure: str = "") -> None:
        self.cure = cure  # what to do, where it is known apart from the sentence
        super().__init__(f"{message}; {cure}" if cure else message, *rest)


class BadInput(BakeoffError, ValueError):
    """What was given cannot be used; the sentence says why and what to do."""


class UnknownName(BadInput):
    """A name that no catalogue holds.

    >>> str(UnknownName("measure", "kapa", ["kappa", "accuracy"]))
    "no measure called 'kapa'; did you mean 'kappa'?"
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], *, meant: Sequence[str] | None = None) -> None:
        names = sorted(known)
        alike = [candidate for candidate in names if candidate.casefold().strip() == name.casefold().strip()]
        # Of a few names the nearest may be far off, and all of them can be told.
        close = list(meant) if meant is not None else alike or _nearest(name, names, 0.5 if len(names) > 6 else 0.6)
        if close:
            cure = f"did you mean {_either(close)}?"
        elif meant is not None:
            cure = "`bakeoff measures`, `tests` and `schemes` list what there is"
        elif not names:
            cure = "there are none"
        elif len(names) <= 12:
            cure = "known are " + ", ".join(names)
        else:
            cure = f"{len(names)} are known, for example " + ", ".join(names[:8])
        super().__init__(f"no {kind} called {name!r}", cure=cure)


class AmbiguousName(BadInput):
    """A name that may mean several entries of a catalogue.

    >>> str(AmbiguousName("test", "z", ["wald", "two_proportions"]))
    "'z' may mean the test 'wald' or 'two_proportions'; write one of these names"
    """

    def __init__(self, kind: str, name: str, meant: Sequence[str]) -> None:
        super().__init__(f"{name!r} may mean the {kind} {_either(meant)}", cure="write one of these names")


def did_you_mean(name: str, names: Iterable[str], cutoff: float = 0.6) -> str:
    """The question, or nothing where no name is like it.

    >>> did_you_mean("rsme", ["rrse", "rmse", "r2"]), did_you_mean("x", ["rmse"])
    ("did you mean 'rmse'?", '')
    """
    close = _nearest(name, sorted(names), cutoff)
    return f"did you mean {_either(close)}?" if close else ""


def _either(names: Iterable[str]) -> str:
    return " or ".join(repr(name) for name in names)


def _nearest(name: str, names: Sequence[str], cutoff: float) -> list[str]:
    """At most three names that are like it; one that is much less like it than the first would only distract."""
    first = get_close_matches(name, names, n=1, cutoff=cutoff)
    if not first:
        return []
    swapped = [
        candidate for candidate in names if sorted(candidate) == sorted(name)
    ]  # the same letters in another order
    if swapped:
        return swapped[:3]
    likeness = SequenceMatcher(None, first[0], name).ratio()
    return get_close_matches(name, names, n=3, cutoff=max(cutoff, likeness - FAR))


_LISTED = 100  # problems of one input; a stranger's file can have any number


class Problems(BadInput):
    """All problems of one input, listed together.

    >>> print(Problems("study.toml", ["seed: must be whole", "title: missing"]))
    study.toml has 2 problems:
      seed: must be whole
      title: missing
    >>> print(Problems("study.toml", ["title: missing"]))
    study.toml: title: missing
    """

    def __init__(self, what: str, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        lines = [*problems[:_LISTED], *([f"and {len(problems) - _LISTED} more"] if len(problems) > _LISTED else [])]
        many = f"{what} has {len(problems)} problems:\n" + "\n".join(f"  {line}" for line in lines)
        super().__init__(f"{what}: {problems[0]}" if len(problems) == 1 else many)


def collect_errors(what: str, jobs: Mapping[str, Callable[[], T]]) -> dict[str, T]:
    """What each job gives; the problems of all jobs are listed together.

    >>> collect_errors("the table", {"a": lambda: 1, "b": lambda: 2})
    {'a': 1, 'b': 2}
    """
    results: dict[str, T] = {}
    refused: list[BadInput] = []
    for name, job in jobs.items():
        try:
            results[name] = job()
        except BadInput as problem:
            refused.append(problem)
    problems = [
        line for problem in refused for line in (problem.problems if isinstance(problem, Problems) else (str(problem),))
    ]
    if len(set(problems)) > 1:
        raise Problems(what, list(dict.fromkeys(problems)))
    if refused:
        raise refused[0]
    return results


class NotApplicable(BakeoffError, ValueError):
    """A measure, interval or test that does not fit what it was given."""


class MissingPackage(BakeoffError, ImportError):
    """An optional package is not installed.

    >>> print(MissingPackage("polars", "a frame of that kind"))
    a frame of that kind needs polars; install it with: pip install polars
    """

    def __init__(self, package: str, purpose: str, *, extra: str | None = None) -> None:
        line = install_line(extra) if extra else f"pip install {package}"
        super().__init__(f"{purpose} needs {package}", cure=f"install it with: {line}")


class StudyFileError(BakeoffError):
    """The results file cannot be used: damaged, written by a newer version, or in use."""


class StaleKernels(UserWarning):
    """The compiled modules do not belong to this source, so that slower code gives the same numbers."""


class PackageLeftOut(UserWarning):
    """What an installed package adds to a catalogue cannot be used; everything else works without it."""
