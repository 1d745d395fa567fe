"""The options of a study, each declared once.

The tables of a study file, the JSON Schema, the card that a results file (`.bakeoff`) stores, and the study as the report
reads it are made from these fields. A new option is a field here, a keyword of `bo.Study`, and the code that uses it.
"""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from enum import StrEnum
from typing import Annotated, Any, Literal

from annotated_types import Ge, Len, MinLen

from bakeoff.core.cores import cores, most_at_once
from bakeoff.core.errors import BadInput
from bakeoff.core.options import comparing
from bakeoff.core.options.option import Option
from bakeoff.core.text import counted
from bakeoff.splits.training_sizes import Size

__all__ = [
    "CompareOptions",
    "Count",
    "LearningCurveOptions",
    "Policy",
    "ReportOptions",
    "RunSettings",
    "StudyOptions",
    "Word",
    "option_values",
    "stored_options",
    "toml_field",
]

Word = Annotated[str, MinLen(1)]
Count = Annotated[int, Ge(1)]
_FIRST = ("title", "seed", "alpha", "rope", "baseline", "pairs", "policy")  # always stored; others where they are set


class Policy(StrEnum):
    """What happens to a comparison when units failed; a mean over the survivors is never taken."""

    WITHHOLD = "withhold"  # no comparison on a measure with a hole in its table
    COMPLETE = "complete"  # compare on the data sets where every unit finished
    WORST = "worst"  # a hole counts as the worst score anybody had on that data set


def option(default: Any, description: str, *, toml: Any = None, **limits: float) -> Any:
    """Declare an option; `toml` is its type in a study file where that differs, `limits` are gt, ge, lt and le."""
    return field(default=default, metadata={"description": description, "toml": toml, "limits": limits})


def declared(shared: Option, *, toml: Any = None) -> Any:
    """The option that comparisons declare for Python, the shell and the page."""
    return option(shared.default, shared.help, toml=toml, **shared.limits)


@dataclass(frozen=True, kw_only=True, eq=False)
class CompareOptions:
    """`[compare]`: how sure is sure enough, and how small is too small to matter."""

    alpha: float = declared(comparing.ALPHA)
    rope: float | None = declared(comparing.ROPE)
    baseline: str | None = declared(comparing.BASELINE, toml=Word | None)
    pairs: tuple[tuple[str, str], ...] = option(
        (), 'compare these pairs only, such as [["a", "b"], ["b", "c"]]', toml=list[Annotated[list[Word], Len(2, 2)]]
    )
    policy: str = option(
        Policy.WITHHOLD.value,
        "what happens to a comparison when units failed",
        toml=Literal["withhold", "complete", "worst"],
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class LearningCurveOptions:
    """`[curves]`: how good would it be with fewer rows? Further units beside the study; the study itself stays as it is."""

    train_sizes: tuple[Size, ...] = option(
        (), "learning curves: shares of the training rows such as 0.25, or numbers of rows", toml=list[int | float]
    )
    training_error: bool = option(
        False, "the error on the training rows beside the test error; of a bootstrap also e0, .632 and .632+"
    )
    epochs: int = option(
        0,
        "curves by training steps (epochs, stages, trees) up to this number, for learners that are trained step by step",
        ge=0,
    )
    learning_rates: tuple[float, ...] = option(
        (), "one curve by training steps for each of these learning rates", toml=list[float]
    )
    complexity: tuple[tuple[str, str], ...] = option(
        (),
        'how the time to fit should grow with n training rows, drawn beside the times: "n*log(n)", or {svm = "n^2", ...} by learner',
        toml=Word | dict[Word, Word],
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class ReportOptions:
    """`[report]`: what the report leaves out, and its signs; no result depends on it."""

    silence: tuple[str, ...] = option(
        (), 'codes of notes that are not shown, such as "check.leak" or "study.*"', toml=list[Word]
    )
    signs: tuple[str, ...] = option(
        (), 'the sign of each planned pair in tables, such as ["◊", "●", "●"]; pairs may share one', toml=list[Word]
    )


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """`[run]`: how it is run; none of it changes a result, so the command line may say otherwise."""

    workers: int | None = option(
        None, "units at a time; by default one per core, at most 4 per core", toml=Count | None
    )
    timeout: float | None = option(None, "seconds one unit may take", gt=0)
    memory: float | None = option(None, "megabytes one unit may take", gt=0)
    threads: int = option(1, "threads per unit, at most 4 per core", toml=Count)

    def but(self, **given: float | None) -> dict[str, Any]:
        """These settings, except where something else is given; a file may not ask for any number of processes or threads.

        >>> RunSettings(workers=2, timeout=60).but(workers=4, timeout=None)
        {'workers': 4, 'timeout': 60, 'memory': None, 'threads': 1}
        """
        for name in ("workers", "threads"):
            own = getattr(self, name)
            asked = name == "threads" or name in given
            if asked and given.get(name) is None and own is not None and own > most_at_once():
                cure = f"give -j {own} (workers={own})" if name == "workers" else f"give threads={own} in Python"
                raise BadInput(
                    f"run.{name} = {own} is more than a study file may ask for on {counted(cores(), 'core')} (at most "
                    f"{most_at_once()}); drop it, or {cure}"
                )
        return asdict(self) | {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True, kw_only=True, eq=False)
class StudyOptions(ReportOptions, LearningCurveOptions, CompareOptions):
    """All options of a study but its data sets, learners, scheme and measures."""

    title: str = option("A study", "what the head of the report shows", toml=Word)
    seed: int = option(0, "the same seed gives the same splits and the same results", ge=0)

    def stored(self) -> dict[str, Any]:
        """The options as a results file stores them: plain JSON, and later options only where they are set."""
        values = {field.name: (getattr(self, field.name), field.default) for field in fields(StudyOptions)}
        kept = {name: value for name, (value, default) in values.items() if name in _FIRST or value != default}
        return {name: _plain(value) for name, value in kept.items()}


def option_values(source: object, options: type = StudyOptions) -> dict[str, Any]:
    """The options that an object has, by name: a study, a table of a study file."""
    return {field.name: getattr(source, field.name) for field in fields(options) if hasattr(source, field.name)}


def stored_options(card: Mapping[str, Any]) -> dict[str, Any]:
    """The options in a stored card; options that are left out have their default."""
    return {field.name: _frozen(card[field.name]) for field in fields(StudyOptions) if field.name in card}


def toml_field(option: Any) -> tuple[Any, dict[str, Any]]:
    """The type and the further settings of an option's field in a table of a study file."""
    metadata = option.metadata
    default = (
        {"default_factory": list}
        if option.default == ()
        else {}
        if option.default is MISSING
        else {"default": option.default}
    )
    return metadata["toml"] or option.type, {**default, "description": metadata["description"], **metadata["limits"]}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, StrEnum) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value
