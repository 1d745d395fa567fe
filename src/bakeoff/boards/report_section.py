"""The board of many learners in the report of a comparison or a study."""

from functools import partial

import numpy as np

from bakeoff.boards.board import Board
from bakeoff.boards.board_page import board_table, rank_plot
from bakeoff.boards.item_scores import ItemScores
from bakeoff.boards.of_items import board_of_scores
from bakeoff.comparisons.evidence.kinds import DATASETS, GROUPED_ROWS, ROWS, RUNS
from bakeoff.core.text import sentence
from bakeoff.figures.rank_intervals import rank_interval_figure
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Block, Notices, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_judged
from bakeoff.study.facts.fact import Compared, Fact

__all__ = ["BOARD", "RANKING"]

MANY = 12  # learners above which a paragraph does not say who is where
EVIDENCE = (DATASETS, ROWS, GROUPED_ROWS, RUNS)  # blocks whose signs may be flipped apart, or with their group


def _board(compared: Compared) -> Board | None:
    judgement = compared.judgement
    if judgement is None or judgement.evidence not in EVIDENCE:
        return None
    matrix = judgement.matrix
    values = np.array(matrix.values)
    if (
        len(matrix.names) <= MANY
        or matrix.weight is not None
        or matrix.failed is not None
        or np.isnan(values).all(axis=0).any()
    ):
        return None
    scores = ItemScores(
        names=matrix.names, blocks=matrix.blocks, values=values, lower=matrix.direction is Direction.LOWER, measure=judgement.measure,
        groups=None if matrix.groups is None else np.asarray(matrix.groups), unit=judgement.evidence.blocks,
    )  # fmt: skip
    return board_of_scores(scores, 1 - judgement.alpha)


# Many learners in order, with rank intervals; None of few learners, and where blocks depend on each other.
RANKING = Fact(name="board", source=Compared, compute=_board)


def _blocks(source: ReportSource) -> list[Block]:
    board = source.of(RANKING)
    if board is None:
        return []
    numbers = rank_plot(board)
    words = "Bars: ranks that are not excluded, for all learners at once. Dots: the rank of the mean score. In colour: learners that may be the best."
    drawn = picture("board", "Rank intervals", numbers.sentence(), words, partial(rank_interval_figure, numbers))
    notes = [Notices(items=tuple(sentence(str(note)) for note in board.notes))] if board.notes else []
    return [Paragraph(parts=(board.verdict,)), board_table(board), drawn, *notes]


BOARD = Section(name="board", title="Board", when=(is_judged,), needs=(RANKING,), blocks=_blocks)
