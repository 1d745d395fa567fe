"""How the difference of the two learners of the verdict adds up over time."""

from bakeoff.comparisons.judging.running_difference import RunningDifference, running_difference
from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.core.text import capital, clean, elide
from bakeoff.figures.sum_over_time import SumOverTime, sum_over_time_figure
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Alternatives, Block, Figure
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_judged

__all__ = ["OVER_TIME"]

_PAIRS = 6  # that a page holds
_NAME = 24  # letters of a learner's name


def _blocks(source: ReportSource) -> list[Block]:
    """The pair of the verdict first, and others to switch to."""
    judgement = source.compared
    order = sort_best_first(judgement)
    first = {judgement.verdict.a, judgement.verdict.b}
    pairs = sorted((pair.pair.a, pair.pair.b) for pair in judgement.pairs)
    pairs = sorted(
        pairs, key=lambda pair: (set(pair) != first, min(map(order.index, pair)), max(map(order.index, pair)))
    )
    sums = [running_difference(judgement, *sorted(pair, key=order.index)) for pair in pairs[:_PAIRS]]
    items = [
        (f"{elide(clean(shown.a), _NAME)} minus {elide(clean(shown.b), _NAME)}", _picture(source, shown, place))
        for place, shown in enumerate(sums)
        if shown is not None
    ]
    if not items:
        return []
    return (
        [Alternatives(what="Pair", items=tuple((name, (block,)) for name, block in items), page_only=True)]
        if len(items) > 1
        else [items[0][1]]
    )


def _picture(source: ReportSource, shown: RunningDifference, place: int) -> Figure:
    judgement = source.compared
    words = words_of(judgement.context)
    a, b = (elide(clean(name), _NAME) for name in (shown.a, shown.b))
    numbers = SumOverTime(
        times=shown.times, total=shown.total * words.factor, half=shown.half * words.factor,
        y_label=f"Sum of differences{' (points)' if words.percent else ''}",
        x_label="Time" if judgement.evidence.single_rows else capital(judgement.evidence.block),
    )  # fmt: skip
    below = "below" if words.direction is Direction.LOWER else "above"
    band = (
        f"Grey: where the sum would be in {shown.level:.0%} of cases at each time if both were equally good. At the last time the band is that of the test, without correction for several pairs."
        if shown.has_band
        else "There is no band: these values do not show how far the sum would go by chance."
    )
    caption = f"Difference of {a} minus {b}, added up over time. The line goes {below} zero while {a} is better; where it turns, the better one changes. {band}"
    sentence = f"{a} minus {b}. {numbers.sentence()}"
    name = "over-time" if place == 0 else f"over-time-{place + 1}"
    return picture(
        name, f"{a} minus {b}, added up", sentence, caption, lambda theme: sum_over_time_figure(numbers, theme)
    )


OVER_TIME = Section(name="over_time", title="The difference over time", when=(is_judged,), blocks=_blocks)
