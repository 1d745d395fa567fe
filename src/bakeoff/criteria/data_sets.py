"""Data sets in the user's hands: what one is like, what several cover and favour."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.api.data_preview import column_table
from bakeoff.api.shown import HasHeadline
from bakeoff.comparisons.evidence.score_table import columns_of, score_table
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note, plain_text
from bakeoff.core.text import clean, is_number
from bakeoff.criteria.domain_effects import DomainEffects, domain_effects
from bakeoff.criteria.domain_variety import DomainVariety, domain_variety
from bakeoff.criteria.sections.domains import (
    characteristics_table,
    class_table,
    domain_words,
    effects_plot,
    effects_table,
    profile_words,
    variety_table,
)
from bakeoff.data.characteristics import Characteristics, characteristics
from bakeoff.data.column_summaries import ColumnSummary, column_summaries
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.data.profile import Profile, profile as looked_at
from bakeoff.report.tables.plain_text import Table
from bakeoff.tabular.frames import frame_of
from bakeoff.tabular.reading import read

if TYPE_CHECKING:
    from bakeoff.api.figure_display import FigureDisplay

__all__ = ["DataProfile", "Domains", "domains", "domains_of", "profile", "profiles"]


class DataProfile(HasHeadline):
    """What a data set is like: its columns, its classes, characteristics, and what looks suspicious."""

    def __init__(self, summary: Profile, values: Characteristics, columns: Sequence[ColumnSummary] = ()) -> None:
        self.seen = summary
        self.found = values
        self.columns = tuple(columns)

    @property
    def name(self) -> str:
        """What the data set is called."""
        return self.seen.name

    @property
    def characteristics(self) -> dict[str, float]:
        """By name; NaN where one does not apply."""
        return dict(self.found.values)

    def __getitem__(self, name: str) -> float:
        from bakeoff.data.characteristics import CHARACTERISTICS

        return self.found.values[CHARACTERISTICS[name].name]

    @property
    def notes(self) -> tuple[Note, ...]:
        """What looks suspicious."""
        return self.seen.notes

    def tables(self) -> tuple[Table, ...]:
        """The columns first, then classes where there are any, then the characteristics."""
        columns = (column_table(self.columns, self.seen),) if self.columns else ()
        classes = (class_table(self.seen),) if self.seen.class_counts else ()
        return (*columns, *classes, characteristics_table(self.found))

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff profile --json` prints."""
        summary = self.seen
        body: dict[str, Any] = json_safe({
            "name": summary.name, "task": summary.task.name, "fingerprint": summary.fingerprint, "rows_used": self.found.rows_used,
            "characteristics": dict(self.found.values), "classes": dict(summary.class_counts), "kinds": dict(summary.kinds), "missing": dict(summary.missing),
            "columns": [column.as_dict() for column in self.columns],
            "duplicated": summary.duplicated, "conflicting": summary.conflicting, "notes": [note.as_dict() for note in self.notes],
        })  # fmt: skip
        return body

    def headline(self) -> str:
        """The answer in words."""
        return profile_words(self.seen)


def profile(data: Any, **options: Any) -> DataProfile:
    """What a data set is like: size, classes, gaps, dependence, intrinsic dimension, class overlap, and errors of simple learners.

    Parameters
    ----------
    data
        A `Dataset`, or anything that `bo.load` reads.
    options
        Other arguments of `bo.load`.

    Returns
    -------
    DataProfile
        A number for each characteristic, by its name.

    Examples
    --------
    >>> seen = profile("wine")
    >>> seen["classes"], round(seen["nearest_neighbour"], 3)
    (3.0, 0.039)
    """
    if isinstance(data, Dataset) and options:
        raise BadInput(f"options such as {next(iter(options))} are for data that is still to be loaded")
    dataset = data if isinstance(data, Dataset) else load(data, **options)
    summary = looked_at(dataset)
    return DataProfile(summary, characteristics(dataset, summary), column_summaries(dataset))


def profiles(data: Sequence[Any] | Mapping[str, Any], *, kind: str | None = None) -> Any:
    """The characteristics of several data sets.

    Parameters
    ----------
    data
        Data sets, or whatever `bo.load` reads, in a list or by name.
    kind
        "pandas", "polars", "pyarrow" or "plain".

    Returns
    -------
    frame
        One row per data set and one column per characteristic, as `bo.domains` takes it.

    Examples
    --------
    >>> len(profiles(["iris", "wine"], kind="plain")["rows"])
    2
    """
    named_data = data.items() if isinstance(data, Mapping) else ((None, source) for source in data)
    data_profiles = [(name, profile(source)) for name, source in named_data]
    columns: dict[str, Any] = {"dataset": [name or data_profile.name for name, data_profile in data_profiles]}
    for key in data_profiles[0][1].characteristics if data_profiles else ():
        columns[key] = [data_profile[key] for _, data_profile in data_profiles]
    return frame_of(columns, kind)


class Domains(HasHeadline):
    """Which kind of data favours which learner, and whether the choice of data sets is good."""

    def __init__(self, effects: DomainEffects, variety: DomainVariety) -> None:
        self.found = effects
        self.variety = variety

    @property
    def effects(self) -> tuple[Any, ...]:
        """Learner, characteristic, Spearman's rho and p-values, the strongest first."""
        return self.found.effects

    @property
    def shown(self) -> tuple[Any, ...]:
        """The effects that are shown at level .05 for all questions together."""
        return self.found.shown()

    @property
    def ranges(self) -> dict[str, tuple[float, float, float]]:
        """Of each characteristic the least, the median and the largest value."""
        return dict(self.variety.ranges)

    @property
    def alike(self) -> tuple[tuple[str, str], ...]:
        """Pairs of data sets that are alike in every characteristic."""
        return self.variety.alike

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know."""
        return (*self.variety.notes, *self.found.notes)

    def tables(self) -> tuple[Table, ...]:
        """Effects, and what the data sets cover."""
        effect_tables = (effects_table(self.found),) if self.found.effects else ()
        return (*effect_tables, variety_table(self.variety))

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per learner and characteristic."""
        names = ("learner", "characteristic", "rho", "p_value", "p_adjusted")
        return frame_of({name: [getattr(effect, name) for effect in self.effects] for name in names}, kind)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff domains --json` prints."""
        body: dict[str, Any] = json_safe({
            "datasets": list(self.variety.datasets), "needed": self.variety.needed, "alike": [list(names) for names in self.alike],
            "ranges": {name: list(three) for name, three in self.ranges.items()}, "effects": [effect.to_dict() for effect in self.effects],
            "exact": self.found.exact, "notes": [note.as_dict() for note in self.notes],
        })  # fmt: skip
        return body

    def plot(self, ax: Any = None) -> "FigureDisplay":
        """Draw the correlations of learners and characteristics on your axes or on new ones."""
        from bakeoff.api.figure_display import FigureDisplay
        from bakeoff.figures.domain_effects import draw_effects, effects_figure

        if not self.found.effects:
            raise NotApplicable("there is no effect to draw: the data sets are too few, or too alike")
        numbers = effects_plot(self.found)
        return FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_effects, alone=effects_figure).plot(
            ax
        )

    def headline(self) -> str:
        """The answer in words."""
        return plain_text(domain_words(self.found, self.variety))


def domains(scores: Any, characteristics: Any, *, direction: str | None = None, measure: str = "") -> Domains:
    """Which kind of data favours which learner, from a table of scores and one of characteristics. Reference: westfall1993.

    Parameters
    ----------
    scores
        One row per data set and one column per learner, as for `bo.compare`.
    characteristics
        One row per data set, named in its first column of words, and a column of numbers for each characteristic: a frame, a CSV
        path, {data set: {characteristic: value}}, or what `bo.profiles` returns.
    direction
        "higher" or "lower": which scores are better; by default that of the measure.
    measure
        What the scores are.

    Returns
    -------
    Domains
        Each characteristic with the learners it favours, adjusted for their number.

    Examples
    --------
    >>> scores = {"dataset": list("uvwxyz"), "a": [.9, .8, .9, .7, .6, .5], "b": [.7, .7, .8, .8, .8, .8]}
    >>> rows = {name: {"rows": float(size)} for name, size in zip("uvwxyz", [10, 20, 30, 400, 500, 600])}
    >>> type(domains(scores, rows)).__name__
    'Domains'
    """
    source = str(scores) if isinstance(scores, str | Path) else "the table"
    table = read(scores).columns() if isinstance(scores, str | Path) else scores
    seen = score_table(table, direction=direction, measure=measure, source=source)
    found_domains = domains_of(seen.matrix, _characteristics(characteristics))
    return Domains(replace(found_domains.found, notes=(*seen.notes, *found_domains.found.notes)), found_domains.variety)


def domains_of(matrix: ScoreMatrix, characteristics: Mapping[str, Mapping[str, float]]) -> Domains:
    """The same for scores that were read."""
    effects = domain_effects(matrix, characteristics)
    return Domains(
        effects, domain_variety({name: characteristics[name] for name in matrix.blocks}, learners=len(matrix.names))
    )


def _characteristics(source: Any) -> dict[str, dict[str, float]]:
    """One mapping of numbers for each data set; a cell that is empty is not known."""
    if isinstance(source, Mapping) and source and all(isinstance(values, Mapping) for values in source.values()):
        return {str(name): {str(key): float(value) for key, value in values.items()} for name, values in source.items()}
    columns = read(source).columns() if isinstance(source, str | Path) else columns_of(source)
    words = [name for name, cells in columns.items() if not all(_blank(cell) or is_number(str(cell)) for cell in cells)]
    if not words:
        raise BadInput("the table of characteristics needs a column that names the data sets; call it dataset")
    key = "dataset" if "dataset" in columns else words[0]
    names = [clean(cell) for cell in columns[key]]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadInput(f"the table of characteristics has {twice[0]!r} twice; one row for each data set is needed")
    numeric = [name for name in columns if name != key and name not in words]
    if not numeric:
        raise BadInput("the table of characteristics has no column of numbers beside the names of the data sets")
    return {
        name: {
            column: float("nan") if _blank(columns[column][index]) else float(columns[column][index])
            for column in numeric
        }
        for index, name in enumerate(names)
    }


def _blank(cell: object) -> bool:
    return cell is None or not str(cell).strip() or str(cell).strip().lower() in {"nan", "na", "?", "none"}
