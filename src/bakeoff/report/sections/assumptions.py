"""What a test on means takes for granted, as pictures: the scores of both learners, and the law with its region of rejection."""

from collections.abc import Mapping
from dataclasses import asdict

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import FiveNumbers
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.comparisons.wording.null_law import NullLaw
from bakeoff.core.text import clean
from bakeoff.figures.box_plot import Box, BoxPlot, box_figure
from bakeoff.figures.null_law import NullLawPlot, null_law_figure
from bakeoff.report.blocks import Block, Columns, Figure
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_comparison, is_judged
from bakeoff.study.facts.comparison_facts import ASSUMPTIONS as PICTURES

__all__ = ["ASSUMPTIONS"]


def _blocks(source: ReportSource) -> list[Block]:
    pictures = source.of(PICTURES)
    if pictures is None:
        return []
    figures = [
        *([_boxes(source.compared, pictures.boxes)] if pictures.boxes else []),
        *([_law(pictures.law)] if pictures.law else []),
    ]
    return [Columns(columns=tuple((figure,) for figure in figures))] if len(figures) > 1 else [*figures]


def _boxes(judgement: Judgement, boxes_by_name: Mapping[str, FiveNumbers]) -> Figure:
    words = words_of(judgement.context)
    boxes = BoxPlot(
        boxes=tuple(_box(name, box, words.factor) for name, box in boxes_by_name.items()),
        axis=f"{words.short}{' (%)' if words.percent else ''}",
    )
    sentence = boxes.sentence()
    return picture("boxes", "Scores of both learners", sentence, sentence, lambda theme: box_figure(boxes, theme))


def _box(name: str, numbers: FiveNumbers, factor: float) -> Box:
    ends = {end: value * factor for end, value in asdict(numbers).items() if end != "apart"}
    return Box(name=clean(name), **ends, apart=tuple(value * factor for value in numbers.apart))


def _law(law: NullLaw) -> Figure:
    numbers = NullLawPlot(**{name: getattr(law, name) for name in NullLawPlot.__dataclass_fields__})
    words = numbers.sentence()
    return picture("null-law", "Region of rejection", words, words, lambda theme: null_law_figure(numbers, theme))


ASSUMPTIONS = Section(
    name="assumptions", title="Assumptions", when=(is_comparison, is_judged), needs=(PICTURES,), blocks=_blocks, after="firmness", folded=True,
)  # fmt: skip
