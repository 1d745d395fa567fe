"""Judgements to the numbers of estimation plots: learners against a reference, and one pair over all data sets."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, nan

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import differences_of, favour_first, mixed_scales, pair_of
from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.posthoc.adjust import SOURCES
from bakeoff.comparisons.results import Alternative
from bakeoff.comparisons.test_names import declared_test, phrase_of_test
from bakeoff.comparisons.wording.difference_format import DifferenceFormat, rope_words
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for, words_of
from bakeoff.core.calibration import Kind, most_false_claims, of_equal_methods
from bakeoff.core.notes import Citation, Sentence
from bakeoff.core.text import clean, elide, format_p
from bakeoff.figures.differences import Difference, DifferencePlot
from bakeoff.figures.drawing.canvas import fit_labels_apart
from bakeoff.figures.drawing.theme import look_of
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Alternatives, Block, Columns, Fold
from bakeoff.report.figures import difference_picture, rank_picture, scatter_picture
from bakeoff.report.names import adjusted_words
from bakeoff.report.section import ReportSource, Section, is_judged
from bakeoff.report.sections.comparison_matrix import has_matrix, matrix_picture
from bakeoff.report.sections.pairs import is_ranked

__all__ = [
    "DIFFERENCES",
    "against_reference",
    "comparison_methods",
    "over_datasets",
    "reference_of",
]

_DOTS = 1200  # of one figure; more would only hide each other
_LINES = 20


def reference_of(judgement: Judgement) -> str:
    """The baseline if there is one, of two learners the one that is behind, else the best learner."""
    order = sort_best_first(judgement)
    return judgement.baseline or (order[1] if len(order) == 2 else order[0])


def against_reference(judgement: Judgement) -> DifferencePlot:
    """Every other learner minus the reference, best first."""
    words = words_of(judgement.context)
    reference = reference_of(judgement)
    everyone = [name for name in sort_best_first(judgement) if name != reference]
    others = everyone[:_LINES]
    lines = [
        replace(
            _line(judgement, name, reference, words.factor, name=clean(name), limit=_DOTS // len(others)),
            look=look_of(name, judgement.matrix.names.index(name)),
        )
        for name in others
    ]
    how = "relative to" if judgement.relative else "minus"
    of = f"of {elide(clean(others[0]), 24)} " if len(others) == 1 else ""
    plot = _plot(judgement, lines, words, f"{of}{how} that of {elide(clean(reference), 24)}")
    if len(others) == 1 and len(everyone) == 1:  # the two sides are named in the picture
        sides = (reference, others[0]) if words.direction is Direction.HIGHER else (others[0], reference)
        plot = replace(plot, better="", sides=sides)
    return replace(plot, left_out=len(everyone) - len(others))


def over_datasets(
    per_dataset: Sequence[tuple[str, Judgement]], a: str, b: str, *, relative: bool = False
) -> DifferencePlot | None:
    """One minus the other on each data set, over its splits; None if no data set has both.

    `relative`: in percent of the other's mean score, for data sets that differ in scale.
    """
    both = [(name, judgement) for name, judgement in per_dataset if {a, b} <= set(judgement.matrix.names)]
    if not both:
        return None
    first = both[0][1]
    words = words_of(first.context)
    limit = _DOTS // len(both)
    first_name, two = fit_labels_apart([clean(a), clean(b)], 1.25)
    what = f"of {first_name} minus {two}"
    if not relative:
        return _plot(
            first,
            [_line(judgement, a, b, words.factor, name=clean(name), limit=limit) for name, judgement in both],
            words,
            what,
        )
    lines = [
        _line(judgement, a, b, 100.0 / _mean_of(judgement, b), name=clean(name), limit=limit)
        for name, judgement in both
    ]
    return replace(_plot(first, lines, words, f"{what} (% of the latter)"), rope=None)  # a region in raw units


def _mean_of(judgement: Judgement, name: str) -> float:
    return float(judgement.matrix.means()[judgement.matrix.names.index(name)])


def _plot(judgement: Judgement, lines: Sequence[Difference], words: MeasureNames, what: str) -> DifferencePlot:
    unit = " (points)" if words.percent else " (%)" if judgement.relative else ""
    side = "right" if words.direction is Direction.HIGHER else "left"
    return DifferencePlot(
        lines=tuple(lines),
        rope=None if judgement.rope is None else judgement.rope * (100.0 if judgement.relative else words.factor),
        axis=f"{words.short} {what}{unit}",
        better=f"better to the {side}",
        thinned=len(lines) > 0 and len(lines[0].dots) < len(judgement.matrix.blocks) // 2,
    )


def _line(judgement: Judgement, a: str, b: str, factor: float, *, name: str, limit: int) -> Difference:
    """Dots and interval in percent where ratios were compared, else in the unit of `factor`."""
    known_differences, mean = differences_of(judgement, a, b, factor)
    dots = known_differences if not judgement.evidence.single_rows else known_differences[:0]  # a row is right or wrong
    judged = pair_of(judgement, a, b)
    difference = None if judged is None else favour_first(judged, a)
    value, low, high = mean, nan, nan  # a pair that was not planned: the mean alone
    if difference is not None:
        gap = DifferenceFormat.of(judgement, [difference])
        value, low, high = (
            gap.number(end) if judgement.relative else end * factor
            for end in (difference.value, difference.low, difference.high)
        )
    return Difference(
        name=name,
        detail="" if judged is None else format_p(judged.pair.p_adjusted),
        dots=dots[:: ceil(len(dots) / limit)] if len(dots) else dots,
        value=value,
        low=low,
        high=high,
        clear=judged is not None and judged.verdict.winner is not None,
    )


_WHOLE = 7.4  # inches of a figure that has a line for itself
_HALF = 5.2  # inches of a figure that shares the line with another
_SMALL = 7  # learners whose matrix can be read in half a line
_SWITCHED = 4  # other measures whose figures a page holds
_NAME = 32  # letters of a learner's name in a heading


def _blocks(source: ReportSource) -> list[Block]:
    """Figures of the measure that decides, and of the others to switch to; the verdict's pair on each data set behind a line."""
    judgement, findings = source.compared, source.findings
    a, b = _pair_of_interest(judgement)
    several = judgement.evidence is DATASETS and len(judgement.matrix.blocks) > 2
    items = [(words_for(judgement.measure).title, tuple(_figures(judgement)))]
    others = [] if findings is None else [other for other in findings.judgements if other.measure != judgement.measure]
    quality = [other for other in others if words_of(other.context).kind == "number"][:_SWITCHED]
    items += [(words_for(other.measure).title, tuple(_figures(other, f"-{other.measure}"))) for other in quality]
    blocks: list[Block] = (
        [Alternatives(what="Measure", items=tuple(items), page_only=True)] if quality else [*items[0][1]]
    )
    per = None
    if findings is not None and judgement.evidence is DATASETS:
        per = over_datasets(findings.per_dataset, a, b, relative=mixed_scales(judgement))
    heading = f"{elide(clean(a), _NAME)} minus {elide(clean(b), _NAME)} on each data set"
    more: list[Block] = []
    if findings is not None and per is not None:
        of_dataset = next(candidate for _, candidate in findings.per_dataset if {a, b} <= set(candidate.matrix.names))
        more.append(difference_picture(per, of_dataset, name="by-dataset", title=heading, width=_HALF))
    if several and is_ranked(judgement):
        more.append(scatter_picture(judgement, a, b))
    return [*blocks, Fold(title=heading, blocks=(_beside(more),))] if more else blocks


def _figures(judgement: Judgement, suffix: str = "") -> list[Block]:
    """All learners against the reference; beside it the ranks or every pair, or the scatter of two learners."""
    title = f"Differences to {elide(clean(reference_of(judgement)), _NAME)}"
    several = judgement.evidence is DATASETS and len(judgement.matrix.blocks) > 2
    matrix, ranks, below = list[Block](), list[Block](), list[Block]()
    if has_matrix(judgement) and not suffix:  # of other measures the pairs are in no figure
        roomy = len(judgement.matrix.names) > _SMALL  # half a line would make its letters too small
        matrix_figure = matrix_picture(judgement, width=_WHOLE if roomy else _HALF, name=f"comparison-matrix{suffix}")
        if roomy:
            below.append(
                Fold(title=f"Every pair of the {len(judgement.matrix.names)} learners", blocks=(matrix_figure,))
            )
        else:
            matrix.append(matrix_figure)
    if is_ranked(judgement):
        ranks.append(rank_picture(judgement, width=_HALF, name=f"ranks{suffix}"))
    beside = matrix or ranks
    if not beside and several and not suffix:
        beside = [scatter_picture(judgement, *_pair_of_interest(judgement))]
    width, name = _HALF if beside else _WHOLE, f"differences{suffix}"
    first: list[Block] = [
        difference_picture(against_reference(judgement), judgement, name=name, title=title, width=width)
    ]
    first += ranks if matrix else []  # under the differences, beside the taller matrix
    return [*([Columns(columns=(tuple(first), tuple(beside)))] if beside else first), *below]


def _beside(blocks: list[Block]) -> Block:
    return Columns(columns=tuple((block,) for block in blocks)) if len(blocks) > 1 else blocks[0]


def _pair_of_interest(judgement: Judgement) -> tuple[str, str]:
    """The verdict's pair, the better-ranked one first."""
    order = sort_best_first(judgement)
    a, b = sorted((judgement.verdict.a, judgement.verdict.b), key=order.index)
    return a, b


def comparison_methods(source: ReportSource) -> Sentence:
    """How learners were compared, for a paper."""
    judgement = source.compared
    omnibus, pair = judgement.omnibus.test, judgement.pairs[0].pair.result.test
    first: Sentence = (f"Learners were compared by {phrase_of_test(omnibus)}", *_cited(omnibus))
    if pair != omnibus:
        which = "pairs named beforehand" if judgement.planned else "pairs of them"
        first += (f", and {which} by {phrase_of_test(pair)}", *_cited(pair))
    if judgement.adjustment not in {"none", pair} and len(judgement.pairs) > 1:
        first += (f", with p-values {adjusted_words(judgement.adjustment)}", *_cited(judgement.adjustment))
    words = words_of(judgement.context)
    ratios = f" Errors in units were compared by their ratios ({words.inline})." if judgement.relative else ""
    region = ""
    if judgement.rope is not None:
        size = rope_words(judgement.rope, words, relative=judgement.relative)
        region = f" Differences within {size} were declared irrelevant beforehand."
    sides = "two-sided" if judgement.question.alternative is Alternative.TWO_SIDED else "one-sided"
    return (
        *first,
        f", {sides} at α = {judgement.alpha:g}.{ratios}{region}{_calibration(judgement)}",
        *_further(source),
    )


def _cited(name: str) -> Sentence:
    """The source of a test or an adjustment; nothing where none is declared."""
    test, _ = declared_test(name)
    key = SOURCES.get(name, "") if test is None else test.reference
    return (" ", Citation((key,))) if key else ()


def _further(source: ReportSource) -> Sentence:
    """The sources of the matrix, of the critical difference, and of the test on each data set."""
    judgement = source.compared
    spans: Sentence = ()
    if has_matrix(judgement):
        spans += (" All pairs are shown in a comparison matrix ", Citation(("ismailfawaz2023",)), ".")
    if judgement.ranks.critical_difference is not None and is_ranked(judgement):
        spans += (" Mean ranks are shown in a diagram with the critical difference ", Citation(("demsar2006",)), ".")
    if source.findings is not None and source.findings.per_dataset:
        alone = source.findings.per_dataset[0][1].pairs[0].pair.result.test
        if alone not in {judgement.omnibus.test, judgement.pairs[0].pair.result.test}:
            spans += (f" On each data set learners were compared by {phrase_of_test(alone)}", *_cited(alone), ".")
    return spans


def _calibration(judgement: Judgement) -> str:
    """How often such a verdict is wrong where learners are equal."""
    test, kind = judgement.pairs[0].pair.result.test, Kind.SIZE if len(judgement.pairs) == 1 else Kind.FWER
    rates = most_false_claims(test, f"verdict over {judgement.evidence.blocks}", kind)
    if judgement.question.fitted_models:
        return _calibration_of_models(rates)
    return f" The simulated type I error of this procedure at level .05 is at most {rates}." if rates else ""


def _calibration_of_models(rates: str) -> str:
    """The same of fitted models, and what such a verdict is not about."""
    equal = (
        f" The simulated type I error of this procedure for equally good models at level .05 is at most {rates}"
        if rates
        else ""
    )
    methods = of_equal_methods()
    trained = (
        f"of equal learning methods, each trained once, one model was called better in {methods}" if methods else ""
    )
    measured = (
        f"{equal}; {trained}."
        if equal and trained
        else f"{equal}."
        if equal
        else f" In simulations {trained}."
        if trained
        else ""
    )
    return f" Claims are about the fitted models that made these predictions, on rows like these, not about the learning methods.{measured}"


DIFFERENCES = Section(
    name="differences",
    title=lambda source: "Differences and ranks" if is_ranked(source.compared) else "Differences",
    when=(is_judged,),
    blocks=_blocks,
    methods=comparison_methods,
)
