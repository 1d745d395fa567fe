"""Several criteria in the user's hands: the map of classifiers, the table of measures, the choice of data sets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.api.shown import HasHeadline
from bakeoff.comparisons.evidence.score_table import columns_of, score_table
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Note, plain_text
from bakeoff.core.text import plural
from bakeoff.criteria import (
    cherry_picking as picking,
    class_errors as by_class,
    classifier_map as maps,
    measure_ranks,
)
from bakeoff.criteria.clouds import CloudPair, cloud_drawing, cloud_pairs, error_clouds, resampled_matrices
from bakeoff.criteria.sections.cherry_picking import cherry_plot, cherry_table, cherry_words
from bakeoff.criteria.sections.classifier_map import (
    class_errors_table,
    class_errors_words,
    cloud_plot,
    map_plot,
    map_tables,
    map_words,
    vectors_table,
)
from bakeoff.criteria.sections.measures_table import measures_tables, measures_words
from bakeoff.panels.notes import ROWS_AS_TRUTH
from bakeoff.predictions.confusion_axes import frame_axis, is_asymmetric, truth_down
from bakeoff.report.tables.plain_text import Table
from bakeoff.tabular.frames import frame_of
from bakeoff.tabular.reading import read

if TYPE_CHECKING:
    from bakeoff.api.figure_display import FigureDisplay

__all__ = [
    "CherryPicking",
    "ClassErrors",
    "ClassifierMap",
    "GroupedMeasures",
    "MeasureRanks",
    "cherry_pick",
    "class_errors",
    "classifier_map",
    "measures_table",
    "measures_table_by",
]


class ClassifierMap(HasHeadline):
    """Learners in the plane around the ideal classifier; `plot()` draws them."""

    def __init__(
        self,
        drawn_map: maps.LearnersInPlane,
        clouds: Mapping[str, Array] | None = None,
        pairs: Sequence[CloudPair] = (),
    ) -> None:
        self.found = drawn_map
        self.clouds = dict(clouds or {})  # error vectors of each learner, split by split
        self.cloud_pairs = tuple(pairs)  # whether two clouds differ

    @property
    def names(self) -> tuple[str, ...]:
        """The learners."""
        return self.found.names

    @property
    def points(self) -> dict[str, tuple[float, float]]:
        """Where each learner is drawn; the ideal classifier is at the origin."""
        return {name: self.found.at(name) for name in self.names}

    @property
    def distances(self) -> Array:
        """All distances in the full space, the ideal classifier first."""
        return self.found.distances

    @property
    def to_ideal(self) -> dict[str, float]:
        """Distances from the ideal classifier, nearest first."""
        return self.found.to_ideal

    @property
    def tree(self) -> tuple[tuple[str, str], ...]:
        """Edges of the minimum spanning tree, whose lengths are exact in the plane of "mcst"."""
        return self.found.tree

    @property
    def stress(self) -> float:
        """How far drawn distances are from true ones; 0 is exact."""
        return self.found.stress

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know."""
        return self.found.notes

    def between(self, a: str, b: str) -> float:
        """The distance of two learners in the full space.

        Parameters
        ----------
        a, b
            Names of learners, or of the ideal.

        Returns
        -------
        float
            The distance.

        Examples
        --------
        >>> found = classifier_map({"nb": [[[60, 10], [15, 15]]], "boost": [[[65, 5], [20, 10]]]})
        >>> found.between("nb", "nb")
        0.0
        """
        return self.found.between(a, b)

    def tables(self) -> tuple[Table, ...]:
        """Distances from the ideal, and pairs that err alike."""
        return map_tables(self.found, self.cloud_pairs)

    @property
    def vectors(self) -> dict[str, tuple[float, ...]]:
        """The numbers of which the distances are: of the ideal classifier and of each learner, its confusion matrices row by row."""
        return {
            name: tuple(cells) for name, cells in zip(("ideal", *self.names), self.found.vectors.tolist(), strict=True)
        }

    def vectors_table(self, classes: Mapping[str, Sequence[str]] | None = None) -> Table:
        """The vectors side by side.

        Parameters
        ----------
        classes : mapping, optional
            The classes of each domain by its name, in the order of the matrices; without it they are numbered.

        Returns
        -------
        Table
            A row for each pair of true and predicted class.

        >>> print(classifier_map({"nb": [[60, 10], [15, 15]]}).vectors_table({"hospital": ["well", "ill"]}).rows[1].cells[2].text)
        10
        """
        return vectors_table(self.found, classes)

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per learner: place and distance from the ideal."""
        places = self.points
        columns = {
            "learner": list(self.names), "x": [places[name][0] for name in self.names], "y": [places[name][1] for name in self.names],
            "from_ideal": [self.to_ideal[name] for name in self.names],
        }  # fmt: skip
        return frame_of(columns, kind)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff map --json` prints."""
        clouds = {"cloud_pairs": [pair.to_dict() for pair in self.cloud_pairs]} if self.cloud_pairs else {}
        return {**self.found.to_dict(), **clouds}

    def plot(self, ax: Any = None, *, clouds: bool = False) -> "FigureDisplay":
        """Draw the map on your axes or on new ones; `clouds` draws the splits of each learner."""
        from bakeoff.api.figure_display import FigureDisplay
        from bakeoff.figures.classifier_map import draw_map, map_figure

        if clouds and not self.clouds:
            raise BadInput("there are no clouds: they need a study with several splits on every data set")
        numbers = cloud_plot(self.found, cloud_drawing(self.found, self.clouds)) if clouds else map_plot(self.found)
        words = plain_text(map_words(self.found))
        return FigureDisplay(numbers=numbers, sentence=words, on=draw_map, alone=map_figure).plot(ax)

    def headline(self) -> str:
        """The answer in words."""
        return plain_text(map_words(self.found))


class ClassErrors(HasHeadline):
    """In which classes, from the largest to the smallest, the errors of each learner sit."""

    def __init__(self, errors: by_class.ErrorsByClass) -> None:
        self.found = errors

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know."""
        return self.found.notes

    @property
    def errors(self) -> dict[str, dict[str, float]]:
        """Of each learner its errors by true class."""
        return {
            name: dict(zip(self.found.classes, row, strict=True))
            for name, row in zip(self.found.learners, self.found.errors.tolist(), strict=True)
        }

    def tables(self) -> tuple[Table, ...]:
        """One row per class."""
        return (class_errors_table(self.found),)

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return self.found.to_dict()

    def headline(self) -> str:
        """The answer in words."""
        return plain_text(class_errors_words(self.found))


def class_errors(
    matrices: Mapping[str, Any], classes: Sequence[str] | None = None, *, rows: str | None = None
) -> ClassErrors:
    """In which classes do the errors of each learner sit? From confusion matrices of the same rows.

    Parameters
    ----------
    matrices
        A confusion matrix for each learner, by its name.
    classes
        The classes in their order.
    rows
        What the rows of the matrices are: "true" (by default) or "predicted" classes.

    Returns
    -------
    ClassErrors
        The errors of each learner in each class.

    Examples
    --------
    >>> class_errors({"nb": [[60, 10], [15, 15]]}, ["healthy", "ill"]).errors
    {'nb': {'healthy': 10.0, 'ill': 15.0}}
    """
    errors = by_class.class_errors({name: truth_down(matrix, rows) for name, matrix in matrices.items()}, classes)
    # Of several learners the true classes have the same numbers of rows, which was checked; of one nothing shows it.
    alone = list(matrices.values()) if len(matrices) == 1 and rows is None else []
    unknown = any(frame_axis(matrix) is None and is_asymmetric(np.asarray(matrix)) for matrix in alone)
    return ClassErrors(replace(errors, notes=(ROWS_AS_TRUTH(),) if unknown else ()))


class MeasureRanks(HasHeadline):
    """Learners by measures: values, ranks, mean ranks, and how often a learner is first, in the top three, or last."""

    def __init__(self, ranks: measure_ranks.LearnersByMeasures) -> None:
        self.found = ranks

    @property
    def values(self) -> dict[str, dict[str, float]]:
        """Of each learner its values by measure; NaN where there is none."""
        return self._by_learner(self.found.values)

    @property
    def ranks(self) -> dict[str, dict[str, float]]:
        """Of each learner its ranks by measure; 1 is best."""
        return self._by_learner(self.found.ranks)

    @property
    def mean_rank(self) -> dict[str, float]:
        """Over the measures by which every learner has a rank."""
        return self.found.mean_rank

    @property
    def first(self) -> dict[str, int]:
        """By how many measures no other learner is better."""
        return self.found.first

    @property
    def in_top_three(self) -> dict[str, int]:
        """By how many measures at most two learners are better."""
        return self.found.in_top

    @property
    def last(self) -> dict[str, int]:
        """By how many measures no other learner is worse, and one is better."""
        return self.found.last

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know."""
        return self.found.notes

    def _by_learner(self, array: Array) -> dict[str, dict[str, float]]:
        rows = zip(self.found.learners, array.tolist(), strict=True)
        return {name: dict(zip(self.found.measures, row, strict=True)) for name, row in rows}

    def tables(self) -> tuple[Table, ...]:
        """Values, and ranks; of one learner on several data sets the values alone."""
        values, ranks = measures_tables(self.found)
        if not self.found.one_learner:
            return values, ranks
        heads = (replace(values.columns[0], title="Data set"), *values.columns[1:])
        return (replace(values, columns=heads, caption="Data sets by measures"),)

    def report(self, path: str | Path, title: str = "Learners by measures") -> Path:
        """Write the tables as a page.

        Parameters
        ----------
        path : str or Path
            Where to write; the ending chooses .html, .pdf, .md, .tex or .json.
        title : str
            The title of the page.

        Returns
        -------
        Path
            Where it was written.

        >>> from tempfile import TemporaryDirectory
        >>> table = measures_table({"nb": {"accuracy": 0.7}, "tree": {"accuracy": 0.8}})
        >>> with TemporaryDirectory() as folder:
        ...     table.report(Path(folder) / "table.md").name
        'table.md'
        """
        return GroupedMeasures("", {"": self}).report(path, title)

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per learner and measure: value and rank."""
        ranks = self.found
        columns = {
            "learner": [name for name in ranks.learners for _ in ranks.measures],
            "measure": [name for _ in ranks.learners for name in ranks.measures],
            "value": ranks.values.ravel(), "rank": ranks.ranks.ravel(),
        }  # fmt: skip
        return frame_of(columns, kind)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff compare --columns measures --json` prints."""
        return self.found.to_dict()

    def headline(self) -> str:
        """Who is first how often; of one learner how many data sets there are."""
        if self.found.one_learner:
            return f"Values of one learner on {plural(len(self.found.learners), 'data set')}; nothing is compared."
        return plain_text(measures_words(self.found))


class GroupedMeasures(Mapping[str, MeasureRanks]):
    """Tables of learners by measures, one for each value of a column, in the order in which the table names them."""

    def __init__(self, by: str, groups: Mapping[str, MeasureRanks]) -> None:
        self.by = by
        self._groups = dict(groups)

    def __getitem__(self, group: str) -> MeasureRanks:
        return self._groups[group]

    def __iter__(self) -> Iterator[str]:
        return iter(self._groups)

    def __len__(self) -> int:
        return len(self._groups)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff compare --columns measures --by COLUMN --json` prints."""
        return {"by": self.by, "groups": {name: ranks.to_dict() for name, ranks in self.items()}}

    def report(self, path: str | Path, title: str = "Learners by measures") -> Path:
        """Write the tables of all groups as a page.

        Parameters
        ----------
        path : str or Path
            Where to write; the ending chooses .html, .pdf, .md, .tex or .json.
        title : str
            The title of the page.

        Returns
        -------
        Path
            Where it was written.

        >>> from tempfile import TemporaryDirectory
        >>> table = measures_table_by({"City": ["P", "P"], "Model": ["gp", "nn"], "MAE": [3, 2]}, "City")
        >>> with TemporaryDirectory() as folder:
        ...     table.report(Path(folder) / "table.md").name
        'table.md'
        """
        from bakeoff.report.pages import compose_tables
        from bakeoff.report.write import write

        parts = {
            f"{self.by} {name}".strip(): (ranks.headline(), ranks.tables(), tuple(map(str, ranks.notes)))
            for name, ranks in self.items()
        }
        return write(lambda: compose_tables(title, parts), path)

    def __str__(self) -> str:
        return "\n\n".join(f"{self.by} = {name}\n{ranks}" for name, ranks in self.items())

    def __repr__(self) -> str:
        return f"<Tables of measures by {self.by}: {', '.join(self)}>"


def measures_table_by(table: Any, by: str, **options: Any) -> GroupedMeasures:
    """`bo.measures_table` on the rows of each value of the column `by`; takes the same options.

    Parameters
    ----------
    table : frame, mapping or path
        One row for each learner and group, one column for each measure.
    by : str
        The column that names the group of a row, such as a city or a data set.
    **options
        Those of `bo.measures_table`.

    Returns
    -------
    GroupedMeasures
        The table of each group, by its name.

    >>> cities = {"City": ["P", "P", "S", "S"], "Model": ["gp", "nn", "gp", "nn"], "MAE": [3, 2, 1, 2]}
    >>> measures_table_by(cities, "City")["S"].ranks["gp"]
    {'MAE': 1.0}
    """
    source = str(table) if isinstance(table, str | Path) else "the table"
    columns = read(table).columns() if isinstance(table, str | Path) else columns_of(table)
    if by not in columns:
        raise UnknownName(f"column of {source}", by, columns)
    values = [str(cell) for cell in columns[by]]
    groups = {}
    for group in dict.fromkeys(values):
        rows = [row for row, value in enumerate(values) if value == group]
        part = {name: [cells[row] for row in rows] for name, cells in columns.items() if name != by}
        groups[group] = measures_table(part, **options)
    return GroupedMeasures(by, groups)


def measures_table(
    table: Any, positive: Sequence[str] = (), negative: Sequence[str] = (), *, ties: str = "mid"
) -> MeasureRanks:
    """Learners down, measures across: values and ranks by each measure.

    A cell such as "OUT OF MEMORY" or a dash is a failure: it has no value and the last rank. A table with one row per data set (a column dataset or domain, and
    none of learners) is that of one learner, and nothing is ranked.

    Parameters
    ----------
    table
        {learner: {measure: value}}, a frame or a CSV path with one row per learner.
    positive, negative
        Measures of which more, or less, is better, where the name does not tell.
    ties
        Learners that tie share the mean of their ranks ("mid") or the best of them ("min").

    Returns
    -------
    MeasureRanks
        Values and ranks, and how often each learner is last.

    Examples
    --------
    >>> made = measures_table({"nb": {"accuracy": .72, "rmse": .45}, "tree": {"accuracy": .75, "rmse": .43}})
    >>> made.ranks["tree"], made.last
    ({'accuracy': 1.0, 'rmse': 1.0}, {'nb': 2, 'tree': 0})
    """
    source = str(table) if isinstance(table, str | Path) else "the table"
    if isinstance(table, str | Path):
        table = read(table).columns()
    return MeasureRanks(measure_ranks.measure_ranks(table, positive, negative, ties, source))


class CherryPicking(HasHeadline):
    """For each learner the choice of data sets that favours it most; `plot()` draws how often each learner wins."""

    def __init__(self, picking: picking.CherryPicks) -> None:
        self.found = picking

    @property
    def winner(self) -> str | None:
        """Who wins on all data sets; None where the first place is shared."""
        return self.found.winner

    @property
    def left_out(self) -> dict[str, tuple[str, ...] | None]:
        """For each learner the fewest data sets to leave out so that it wins; None where it cannot win."""
        return {name: self.found.left_out(name) for name in self.found.learners}

    @property
    def wins_on(self) -> dict[str, tuple[str, ...]]:
        """For each learner the largest choice of data sets on which it wins."""
        return {name: choice.largest for name, choice in self.found.choices.items()}

    @property
    def smallest(self) -> dict[str, tuple[str, ...]]:
        """For each learner the smallest choice of data sets on which it wins."""
        return {name: choice.smallest for name, choice in self.found.choices.items()}

    @property
    def shares(self) -> dict[str, list[float]]:
        """For each learner the share of the choices of 1, 2, ... data sets on which it wins."""
        return dict(zip(self.found.learners, self.found.shares.tolist(), strict=True))

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know."""
        return self.found.notes

    def tables(self) -> tuple[Table, ...]:
        """One row per learner."""
        return (cherry_table(self.found),)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff cherry-pick --json` prints."""
        return self.found.to_dict()

    def plot(self, ax: Any = None) -> "FigureDisplay":
        """Draw the share of choices that each learner wins over the number of data sets chosen."""
        from bakeoff.api.figure_display import FigureDisplay
        from bakeoff.figures.learning_curves import draw_growth, growth_figure

        numbers = cherry_plot(self.found)
        return FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_growth, alone=growth_figure).plot(ax)

    def headline(self) -> str:
        """The answer in words."""
        return plain_text(cherry_words(self.found))


def cherry_pick(table: Any, by: str = "rank", *, direction: str | None = None, measure: str = "") -> CherryPicking:
    """On which choice of the data sets would each learner win?

    With up to 15 data sets every choice is tried; with more, integer programmes find the largest and the smallest. Reference: laloudouana2003.

    Parameters
    ----------
    table
        One row per data set, one column per learner, as for `bo.compare`.
    by
        A learner wins where its mean rank ("rank") or mean score ("score") is better than that of every other.
    direction
        "higher" or "lower": which scores are better; by default that of the measure.
    measure
        What the scores are.

    Returns
    -------
    CherryPicking
        Who wins on all data sets, and which must be left out for each other to win.

    Examples
    --------
    >>> made = cherry_pick({"a": [.9, .8, .9, .5], "b": [.8, .9, .8, .6], "c": [.1, .1, .1, .1]})
    >>> made.winner, made.left_out
    (None, {'a': ('4',), 'b': ('3',), 'c': None})
    """
    source = str(table) if isinstance(table, str | Path) else "the table"
    if isinstance(table, str | Path):
        table = read(table).columns()
    scores = score_table(table, direction=direction, measure=measure, source=source)
    made = picking.cherry_picking(scores.matrix, by)
    return CherryPicking(replace(made, notes=(*scores.notes, *made.notes)))


def classifier_map(
    performance: Mapping[str, Any],
    distance: maps.Distance = "l2",
    projection: str = "mcst",
    normalize: str | None = None,
    ideal: Any = None,
    *,
    rows: str | None = None,
    clouds: str | Mapping[str, Any] | None = None,
) -> ClassifierMap:
    """Place learners in the plane by how they err; see `bakeoff.criteria.classifier_map`.

    Parameters
    ----------
    performance
        Confusion matrices for each learner, by its name, one for each domain.
    distance
        How far two learners are apart: the name of a distance such as "l2", or a function of two vectors.
    projection
        How they are placed: "mcst" (a minimum cost spanning tree), "mds" or "smacof".
    normalize
        How matrices are scaled before.
    ideal
        The matrix of a perfect learner; by default without errors.
    rows
        What the rows of the matrices are: "true" (by default) or "predicted" classes.
    clouds
        Draws each learner by several matrices instead of one: "resamples" draws the test rows again; {learner: [an array of (folds,
        K, K) for each domain]} takes folds or thresholds of yours, and tests which clouds differ (the folds must be the same for
        all).

    Returns
    -------
    ClassifierMap
        The places, the distances to the ideal, figures.

    Examples
    --------
    >>> nb, boost = [[60, 10], [15, 15]], [[65, 5], [20, 10]]
    >>> list(classifier_map({"nb": [nb], "boost": [boost]}).to_ideal)
    ['nb', 'boost']
    """
    performance = {name: truth_down(matrices, rows) for name, matrices in performance.items()}
    drawn_map = maps.classifier_map(performance, distance, projection, normalize, ideal)
    if clouds is None:
        return ClassifierMap(drawn_map)
    if callable(distance):
        raise BadInput("clouds are drawn by the distances l1 and l2 only")
    if isinstance(clouds, str):
        if clouds != "resamples":
            raise UnknownName("kind of clouds", clouds, ("resamples",))
        drawn = {
            str(name): [resampled_matrices(matrix, seed=index) for matrix in maps.matrices_of(str(name), matrices)]
            for index, (name, matrices) in enumerate(performance.items())
        }
        return ClassifierMap(drawn_map, error_clouds(drawn, drawn_map.normalize))
    if set(clouds) != set(performance):
        raise BadInput("clouds need the same learners as the map")
    error_vectors = error_clouds({name: list(clouds[name]) for name in drawn_map.names}, drawn_map.normalize)
    return ClassifierMap(drawn_map, error_vectors, cloud_pairs(error_vectors, drawn_map.distance))
