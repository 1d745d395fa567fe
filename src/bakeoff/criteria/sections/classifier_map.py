"""The map of classifiers: who is near the ideal one, who errs alike, and whether clouds of folds differ."""

from collections.abc import Mapping, Sequence

from bakeoff.core.notes import Citation, Name, Sentence, Span, plain_text
from bakeoff.core.text import clean, counted, fixed, listed, shared_decimals, short_p, significant
from bakeoff.criteria.class_errors import ErrorsByClass
from bakeoff.criteria.classifier_map import IDEAL, LearnersInPlane
from bakeoff.criteria.clouds import CloudDrawing, CloudPair, out_of_reach
from bakeoff.criteria.of_studies.criteria_facts import CLASSIFIER_MAP
from bakeoff.criteria.of_studies.study_map import MapFacts
from bakeoff.figures.classifier_map import Cloud, MapPlot, map_figure
from bakeoff.figures.drawing.theme import look_of
from bakeoff.report.blocks import Block, Fold, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import Section, is_study
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table

__all__ = [
    "MAP",
    "class_errors_table",
    "class_errors_words",
    "cloud_plot",
    "map_plot",
    "map_tables",
    "map_words",
    "vectors_table",
]

NORM = {"l1": "L1", "l2": "L2"}
UNITS = {
    "none": "raw counts", "class": "shares of each class", "domain": "shares of the rows of each data set",
}  # fmt: skip
_SHOWN = 10  # pairs that err alike


def map_plot(classifiers: LearnersInPlane) -> MapPlot:
    """The numbers of its figure."""
    places = {IDEAL: -1} | {name: index for index, name in enumerate(classifiers.names)}
    return MapPlot(
        names=classifiers.names, points=classifiers.points[1:], distance=NORM.get(classifiers.distance, classifiers.distance),
        edges=tuple((places[a], places[b]) for a, b in classifiers.tree), looks=_looks(classifiers.names), rings=classifiers.true_radii,
    )  # fmt: skip


def cloud_plot(classifiers: LearnersInPlane, drawing: CloudDrawing) -> MapPlot:
    """Clouds of splits around the learners of the map: learners and dots as far from the star as they are from the ideal."""
    clouds = tuple(
        Cloud(points=drawing.dots[name], ellipse=(ellipse.x, ellipse.y, ellipse.width, ellipse.height, ellipse.angle))
        for name, ellipse in drawing.ellipses.items()
    )
    return MapPlot(
        names=classifiers.names,
        points=drawing.points,
        distance=NORM[classifiers.distance],
        clouds=clouds,
        looks=_looks(classifiers.names),
    )


def _looks(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(look_of(name, index) or 0 for index, name in enumerate(names))


def map_words(classifiers: LearnersInPlane) -> Sentence:
    """Who is nearest to the ideal classifier, and which two err most alike."""
    near = list(classifiers.to_ideal.items())
    if len(near) == 1:
        return (Name(near[0][0]), f" is {significant(near[0][1], 3)} from the ideal classifier.")
    a, b, apart = classifiers.alike[0]
    parts: list[object] = [Name(near[0][0]), f" is nearest to the ideal classifier ({significant(near[0][1], 3)}), "]
    parts += [Name(near[-1][0]), f" is farthest ({significant(near[-1][1], 3)})."]
    if len(classifiers.names) > 2:
        parts += [" ", Name(a), " and ", Name(b), f" err most alike ({significant(apart, 3)} apart)."]
    return tuple(parts)  # type: ignore[arg-type] # names and texts only


def vectors_table(classifiers: LearnersInPlane, classes: Mapping[str, Sequence[str]] | None = None) -> Table:
    """The numbers of which the distances are: a column for the ideal classifier and for each learner, a row for each cell."""
    rows = [
        (name, *map(significant, cells))
        for name, cells in zip(classifiers.cell_names(classes), classifiers.vectors.T.tolist(), strict=True)
    ]
    heads = ("True→predicted" if len(classifiers.shapes[0]) == 2 else "Measure", IDEAL, *classifiers.names)
    return Table.of(
        heads, rows, align="l" + "r" * (len(heads) - 1), caption=f"Vectors of the map, {UNITS[classifiers.normalize]}"
    )


def map_tables(classifiers: LearnersInPlane, pairs: Sequence[CloudPair] = ()) -> tuple[Table, ...]:
    """Distances to the ideal, nearest first; and pairs, those that err most alike first; one learner has none."""
    unit = f"{NORM.get(classifiers.distance, clean(classifiers.distance))} distance of confusion matrices, {UNITS[classifiers.normalize]}"
    decimals = shared_decimals([*classifiers.to_ideal.values(), *(apart for _, _, apart in classifiers.alike[:_SHOWN])])
    ideal = Table(
        columns=(ColumnHeading(title="Learner"), ColumnHeading(title="From ideal", align="right")),
        rows=tuple(
            Row(
                cells=(
                    Cell(text=name),
                    Cell(text=fixed(far, decimals), bold=index == 0 and len(classifiers.names) > 1, value=far),
                )
            )
            for index, (name, far) in enumerate(classifiers.to_ideal.items())
        ),
        caption="Distance from the ideal classifier",
        notes=(f"{unit}.", _faithful(classifiers)),
    )
    if len(classifiers.names) == 1:
        return (ideal,)
    tested = {frozenset((pair.a, pair.b)): pair for pair in pairs}
    rows = []
    for a, b, apart in classifiers.alike[:_SHOWN]:
        test = tested.get(frozenset((a, b)))
        cells = [Cell(text=a), Cell(text=b), Cell(text=fixed(apart, decimals), value=apart)]
        rows.append(
            Row(cells=(*cells, *((Cell(text=short_p(test.p_adjusted), value=test.p_adjusted),) if test else ())))
        )
    heads = [
        ColumnHeading(title="Learner"),
        ColumnHeading(title="Learner"),
        ColumnHeading(title="Apart", align="right"),
    ]
    heads += [ColumnHeading(title="p (folds, Holm)", align="right")] if tested else []
    more = len(classifiers.alike) - len(rows)
    words = (f"{counted(more, 'more pair')} farther apart." if more else "", out_of_reach(pairs))
    note = tuple(filter(None, words))
    alike = Table(columns=tuple(heads), rows=tuple(rows), caption="Pairs that err alike, nearest first", notes=note)
    return ideal, alike


def class_errors_words(errors: ErrorsByClass) -> Sentence:
    """For each learner, how much of its errors sits in the largest class."""
    parts: list[Span] = [f"{clean(errors.classes[0])} is the largest class, with {errors.largest:.0%} of the rows."]
    for name, own, total in zip(errors.learners, errors.shares[:, 0].tolist(), errors.totals.tolist(), strict=True):
        parts += [" ", Name(name), f": {own:.0%} of its {total:g} errors are there." if total else " makes no error."]
    return tuple(parts)


def class_errors_table(errors: ErrorsByClass) -> Table:
    """Classes by size, with the errors of each learner and what share of the class they are."""
    rates = errors.rates
    rows = []
    for j, name in enumerate(errors.classes):
        cells = [
            Cell(
                text=f"{errors.errors[i, j]:g} ({rates[i, j]:.0%})" if errors.rows[j] else f"{errors.errors[i, j]:g}",
                value=float(errors.errors[i, j]),
            )
            for i in range(len(errors.learners))
        ]
        rows.append(Row(cells=(Cell(text=name), Cell(text=f"{errors.rows[j]:g}", value=float(errors.rows[j])), *cells)))
    heads = (
        ColumnHeading(title="Class"),
        ColumnHeading(title="Rows", align="right"),
        *(ColumnHeading(title=learner, align="right") for learner in errors.learners),
    )
    return Table(
        columns=heads,
        rows=tuple(rows),
        caption="Errors by class, the largest class first",
        notes=("In parentheses: the share of the class that is wrong.",),
    )


def _faithful(classifiers: LearnersInPlane) -> str:
    """How well the plane shows the distances."""
    a, b, true, drawn = classifiers.worst
    if abs(true - drawn) <= 1e-9 * max(true, 1e-300):
        return "The plane shows every distance exactly."
    return f"Stress of the plane {classifiers.stress:.2f}; drawn worst: {clean(a)} and {clean(b)}, {significant(true, 3)} apart and drawn {significant(drawn, 3)} apart."


def _blocks(facts: MapFacts | None) -> list[Block]:
    if facts is None:
        return []
    classifiers = facts.map
    numbers = map_plot(classifiers)
    words = map_words(classifiers)
    caption = (
        f"Each learner is placed by its confusion matrices on {listed(facts.domains)} ({UNITS[classifiers.normalize]}). The star is the "
        f"ideal classifier; circles are {numbers.distance} distances from it. Lines join nearest neighbours and have their true length, "
        f"as have the distances from the star; other distances are drawn as well as the plane allows (stress {classifiers.stress:.2f})."
    )
    text = plain_text(words)
    blocks: list[Block] = [
        Paragraph(parts=words),
        picture("map", "Map of classifiers", text, caption, lambda theme: map_figure(numbers, theme)),
    ]
    if facts.drawing is not None:
        clouds = cloud_plot(classifiers, facts.drawing)
        splits = len(next(iter(facts.clouds.values())))
        sentence = _tested(facts.pairs)
        note = (
            f"Each dot is one of {splits} splits on all data sets. Learners and dots are as far from the star as they are from the "
            f"ideal classifier, dots also from their learner. An ellipse contains 90% of a normal cloud. {sentence}"
        )
        cloud = picture(
            "map-clouds", "Map of classifiers, split by split", sentence, note, lambda theme: map_figure(clouds, theme)
        )
        blocks.append(Fold(title="Clouds of splits", blocks=(cloud,)))
    return [*blocks, Fold(title="Distances", blocks=map_tables(classifiers, facts.pairs))]


def _tested(pairs: Sequence[CloudPair]) -> str:
    if not pairs:
        return "The clouds are not tested: that needs several folds without common test rows."
    if few := out_of_reach(pairs):
        return few
    differ = sum(pair.differ for pair in pairs)
    return (
        f"{differ} of {counted(len(pairs), 'pair')} of clouds differ at .05 over the {pairs[0].folds} folds of the first repeat (energy "
        "distance, learners exchanged within folds, Holm). Training sets of folds overlap, so these p-values are somewhat too small."
    )


def _csv(facts: MapFacts) -> Table:
    classifiers = facts.map
    rows = [
        (IDEAL, *classifiers.at(IDEAL), 0.0),
        *((name, *classifiers.at(name), far) for name, far in classifiers.to_ideal.items()),
    ]
    return Table.of(["learner", "x", "y", "from_ideal"], [[str(cell) for cell in row] for row in rows])


MAP = Section(
    name="map",
    title="Map of classifiers",
    when=(is_study,),
    needs=(CLASSIFIER_MAP,),
    facts=lambda source: source.of(CLASSIFIER_MAP),
    blocks=_blocks,
    csv=_csv,
    csv_when=lambda facts: facts is not None,
    methods=lambda facts: (
        ()
        if facts is None
        else (
            f"Learners were placed in the plane by the {NORM.get(facts.map.distance, 'given')} distances of their confusion matrices ",
            Citation(("alaiz2008", "yang2004")),
            ".",
        )
    ),
    folded=True,
)
