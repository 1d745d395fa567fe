"""The map of classifiers: who is near the ideal one, who errs alike, and whether clouds of folds differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.notes import Name, Sentence, Span, plain_text
from bakeoff.core.text import clean, counted, fixed, listed, shared_decimals, short_p, significant
from bakeoff.criteria.class_errors import ClassErrors
from bakeoff.criteria.classifier_map import IDEAL, ClassifierMap, classifier_map
from bakeoff.criteria.clouds import CloudPair, cloud_pairs, drawn_clouds, ellipse, error_clouds, out_of_reach
from bakeoff.figures.classifier_map import Cloud, MapPlot, map_figure
from bakeoff.figures.theme import look_of
from bakeoff.report.blocks import Block, Fold, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table
from bakeoff.study.answers import Confusion

__all__ = [
    "MAP",
    "MapFacts",
    "class_errors_table",
    "class_errors_words",
    "cloud_plot",
    "map_facts",
    "map_plot",
    "map_tables",
    "map_words",
    "matrices_of",
]

NORM = {"l1": "L1", "l2": "L2"}
UNITS = {
    "none": "raw counts", "class": "shares of each class", "domain": "shares of the rows of each data set",
}  # fmt: skip
_SHOWN = 10  # pairs that err alike
_MOST = 30  # learners whose clouds are compared


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MapFacts:
    """The map of a study, and its clouds over splits where all data sets have the same number of them."""

    map: ClassifierMap
    domains: tuple[str, ...]
    clouds: Mapping[str, Array]  # error vectors of each learner, split by split; empty where there are none
    pairs: tuple[CloudPair, ...]


def matrices_of(
    confusions: Sequence[Confusion], learners: Sequence[str]
) -> tuple[tuple[str, ...], dict[str, list[Confusion]]]:
    """The data sets on which every learner has a confusion matrix of the same rows, and these matrices by learner."""
    found = {(one.dataset, one.learner): one for one in confusions}
    names = dict.fromkeys(one.dataset for one in confusions)
    domains = tuple(name for name in names if _comparable([found.get((name, learner)) for learner in learners]))
    return domains, {learner: [found[name, learner] for name in domains] for learner in learners}


def _comparable(each: Sequence[Confusion | None]) -> bool:
    """Whether every learner predicted as many rows of every class."""
    first = each[0]
    return first is not None and all(
        one is not None
        and one.matrix.shape == first.matrix.shape
        and np.array_equal(one.matrix.sum(axis=1), first.matrix.sum(axis=1))
        for one in each
    )


def map_facts(
    confusions: Sequence[Confusion],
    learners: Sequence[str],
    *,
    distance: str = "l2",
    projection: str = "mcst",
    normalize: str = "domain",
) -> MapFacts | None:
    """The map of these learners; None where there is nothing to compare."""
    domains, by = matrices_of(confusions, learners)
    if not domains or len(learners) < 2 or IDEAL in learners:
        return None
    made = classifier_map(
        {name: [one.matrix for one in each] for name, each in by.items()}, distance, projection, normalize
    )
    folds = {name: [one.parts for one in each if one.parts is not None] for name, each in by.items()}
    splits = {len(part) for parts in folds.values() for part in parts}
    whole = all(len(parts) == len(domains) for parts in folds.values())
    several = whole and len(splits) == 1 and splits.pop() > 1
    clouds = error_clouds(folds, made.normalize) if several else {}
    folds_each = {one.folds for each in by.values() for one in each}
    tested = clouds and len(clouds) <= _MOST and len(folds_each) == 1 and min(folds_each) > 1
    first = {name: cloud[: min(folds_each)] for name, cloud in clouds.items()}
    pairs = cloud_pairs(first, distance) if tested else ()
    return MapFacts(map=made, domains=domains, clouds=clouds, pairs=pairs)


def map_plot(made: ClassifierMap) -> MapPlot:
    """The numbers of its figure."""
    places = {IDEAL: -1} | {name: at for at, name in enumerate(made.names)}
    return MapPlot(
        names=made.names, points=made.points[1:], distance=NORM.get(made.distance, made.distance),
        edges=tuple((places[a], places[b]) for a, b in made.tree), looks=_looks(made.names), rings=made.true_radii,
    )  # fmt: skip


def cloud_plot(made: ClassifierMap, clouds: Mapping[str, Array]) -> MapPlot:
    """Clouds of splits around the learners of the map: learners and dots as far from the star as they are from the ideal."""
    points, dots = drawn_clouds(made, clouds)
    drawn = []
    for name in made.names:
        one = ellipse(dots[name])
        drawn.append(Cloud(points=dots[name], ellipse=(one.x, one.y, one.width, one.height, one.angle)))
    return MapPlot(
        names=made.names, points=points, distance=NORM[made.distance], clouds=tuple(drawn), looks=_looks(made.names)
    )


def _looks(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(look_of(name, at) or 0 for at, name in enumerate(names))


def map_words(made: ClassifierMap) -> Sentence:
    """Who is nearest to the ideal classifier, and which two err most alike."""
    near = list(made.to_ideal.items())
    a, b, apart = made.alike[0]
    parts: list[object] = [Name(near[0][0]), f" is nearest to the ideal classifier ({significant(near[0][1], 3)}), "]
    parts += [Name(near[-1][0]), f" is farthest ({significant(near[-1][1], 3)})."]
    if len(made.names) > 2:
        parts += [" ", Name(a), " and ", Name(b), f" err most alike ({significant(apart, 3)} apart)."]
    return tuple(parts)  # type: ignore[arg-type] # names and texts only


def map_tables(made: ClassifierMap, pairs: Sequence[CloudPair] = ()) -> tuple[Table, Table]:
    """Distances to the ideal, nearest first; and pairs, those that err most alike first."""
    unit = f"{NORM.get(made.distance, clean(made.distance))} distance of confusion matrices, {UNITS[made.normalize]}"
    decimals = shared_decimals([*made.to_ideal.values(), *(apart for _, _, apart in made.alike[:_SHOWN])])
    ideal = Table(
        columns=(Column(title="Learner"), Column(title="From ideal", align="right")),
        rows=tuple(
            Row(cells=(Cell(text=name), Cell(text=fixed(far, decimals), bold=at == 0, value=far)))
            for at, (name, far) in enumerate(made.to_ideal.items())
        ),
        caption="Distance from the ideal classifier",
        notes=(f"{unit}.", _faithful(made)),
    )
    tested = {frozenset((one.a, one.b)): one for one in pairs}
    rows = []
    for a, b, apart in made.alike[:_SHOWN]:
        one = tested.get(frozenset((a, b)))
        cells = [Cell(text=a), Cell(text=b), Cell(text=fixed(apart, decimals), value=apart)]
        rows.append(Row(cells=(*cells, *((Cell(text=short_p(one.p_adjusted), value=one.p_adjusted),) if one else ()))))
    heads = [Column(title="Learner"), Column(title="Learner"), Column(title="Apart", align="right")]
    heads += [Column(title="p (folds, Holm)", align="right")] if tested else []
    more = len(made.alike) - len(rows)
    words = (f"{counted(more, 'more pair')} farther apart." if more else "", out_of_reach(pairs))
    note = tuple(filter(None, words))
    alike = Table(columns=tuple(heads), rows=tuple(rows), caption="Pairs that err alike, nearest first", notes=note)
    return ideal, alike


def class_errors_words(made: ClassErrors) -> Sentence:
    """For each learner, how much of its errors sits in the largest class."""
    share = float(made.rows[0] / made.rows.sum()) if made.rows.sum() else 0.0
    parts: list[Span] = [f"{clean(made.classes[0])} is the largest class, with {share:.0%} of the rows."]
    for name, own, total in zip(
        made.learners, made.shares[:, 0].tolist(), made.errors.sum(axis=1).tolist(), strict=True
    ):
        parts += [" ", Name(name), f": {own:.0%} of its {total:g} errors are there." if total else " makes no error."]
    return tuple(parts)


def class_errors_table(made: ClassErrors) -> Table:
    """Classes by size, with the errors of each learner and what share of the class they are."""
    rates = made.rates
    rows = []
    for j, name in enumerate(made.classes):
        cells = [
            Cell(
                text=f"{made.errors[i, j]:g} ({rates[i, j]:.0%})" if made.rows[j] else f"{made.errors[i, j]:g}",
                value=float(made.errors[i, j]),
            )
            for i in range(len(made.learners))
        ]
        rows.append(Row(cells=(Cell(text=name), Cell(text=f"{made.rows[j]:g}", value=float(made.rows[j])), *cells)))
    heads = (
        Column(title="Class"),
        Column(title="Rows", align="right"),
        *(Column(title=one, align="right") for one in made.learners),
    )
    return Table(
        columns=heads,
        rows=tuple(rows),
        caption="Errors by class, the largest class first",
        notes=("In parentheses: the share of the class that is wrong.",),
    )


def _faithful(made: ClassifierMap) -> str:
    """How well the plane shows the distances."""
    a, b, true, drawn = made.worst
    if abs(true - drawn) <= 1e-9 * max(true, 1e-300):
        return "The plane shows every distance exactly."
    return f"Stress of the plane {made.stress:.2f}; drawn worst: {clean(a)} and {clean(b)}, {significant(true, 3)} apart and drawn {significant(drawn, 3)} apart."


def _facts(source: ReportSource) -> MapFacts | None:
    return map_facts(source.shapes.confusions, [card.name for card in source.study.card.learners])


def _enough(source: ReportSource) -> bool:
    return len(source.study.card.learners) > 2


def _blocks(facts: MapFacts | None) -> list[Block]:
    if facts is None:
        return []
    made = facts.map
    numbers = map_plot(made)
    words = map_words(made)
    caption = (
        f"Each learner is placed by its confusion matrices on {listed(facts.domains)} ({UNITS[made.normalize]}). The star is the "
        f"ideal classifier; circles are {numbers.distance} distances from it. Lines join nearest neighbours and have their true length, "
        f"as have the distances from the star; other distances are drawn as well as the plane allows (stress {made.stress:.2f})."
    )
    text = plain_text(words)
    blocks: list[Block] = [
        Paragraph(parts=words),
        picture("map", "Map of classifiers", text, caption, lambda theme: map_figure(numbers, theme)),
    ]
    if facts.clouds and len(facts.clouds) <= _MOST:
        clouds = cloud_plot(made, facts.clouds)
        splits = len(next(iter(facts.clouds.values())))
        said = _tested(facts.pairs)
        note = (
            f"Each dot is one of {splits} splits on all data sets. Learners and dots are as far from the star as they are from the "
            f"ideal classifier, dots also from their learner. An ellipse holds 90% of a normal cloud. {said}"
        )
        cloud = picture(
            "map-clouds", "Map of classifiers, split by split", said, note, lambda theme: map_figure(clouds, theme)
        )
        blocks.append(Fold(title="Clouds of splits", blocks=(cloud,)))
    ideal, alike = map_tables(made, facts.pairs)
    return [*blocks, Fold(title="Distances", blocks=(ideal, alike))]


def _tested(pairs: Sequence[CloudPair]) -> str:
    if not pairs:
        return "The clouds are not tested: that needs several folds without common test rows."
    if few := out_of_reach(pairs):
        return few
    differ = sum(one.p_adjusted <= 0.05 for one in pairs)
    return (
        f"{differ} of {counted(len(pairs), 'pair')} of clouds differ at .05 over the {pairs[0].folds} folds of the first repeat (energy "
        "distance, learners exchanged within folds, Holm). Training sets of folds overlap, so these p-values are somewhat too small."
    )


def _csv(facts: MapFacts) -> Table:
    made = facts.map
    rows = [(IDEAL, *made.at(IDEAL), 0.0), *((name, *made.at(name), far) for name, far in made.to_ideal.items())]
    return Table.of(["learner", "x", "y", "from_ideal"], [[str(one) for one in row] for row in rows])


MAP = Section(
    name="map",
    title="Map of classifiers",
    needs=(is_study, _enough),
    facts=_facts,
    blocks=_blocks,
    csv=_csv,
    csv_when=lambda facts: facts is not None,
    methods=lambda facts: (
        ""
        if facts is None
        else f"Learners were placed in the plane by the {NORM.get(facts.map.distance, 'given')} distances of their confusion matrices."
    ),
    references=lambda facts: () if facts is None else ("alaiz2008", "yang2004"),
    folded=True,
)
