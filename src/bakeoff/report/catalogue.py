"""The catalogue of sections, in reading order; packages outside add theirs by the entry points `bakeoff.sections`."""

from collections.abc import Iterable

from bakeoff.core.catalogue import Catalogue
from bakeoff.report.section import Section
from bakeoff.report.sections.choice import CHOICE
from bakeoff.report.sections.confusions import CONFUSIONS
from bakeoff.report.sections.costs import COSTS
from bakeoff.report.sections.curves import CURVES
from bakeoff.report.sections.design import DESIGN
from bakeoff.report.sections.differences import DIFFERENCES
from bakeoff.report.sections.learning_curves import LEARNING
from bakeoff.report.sections.methods import METHODS
from bakeoff.report.sections.notices import NOTICES
from bakeoff.report.sections.overview import OVERVIEW
from bakeoff.report.sections.pairs import RANKS
from bakeoff.report.sections.score_matrix import SCORE_MATRIX
from bakeoff.report.sections.scores import SCORES
from bakeoff.report.sections.single_test_set import TEST_SET_CONFUSIONS, TEST_SET_CURVES, TEST_SET_SCORES
from bakeoff.report.sections.stability import STABILITY
from bakeoff.report.sections.tuning import TUNING
from bakeoff.report.sections.where_it_wins import WINS

__all__ = ["SECTIONS", "in_order"]

SECTIONS: Catalogue[Section] = Catalogue(
    "section",
    (
        DESIGN, NOTICES, SCORES, SCORE_MATRIX, TEST_SET_SCORES, DIFFERENCES, RANKS, TEST_SET_CURVES, TEST_SET_CONFUSIONS,
        OVERVIEW, STABILITY, CURVES, CONFUSIONS, COSTS, LEARNING, TUNING, WINS, CHOICE, METHODS,
    ),
    group="bakeoff.sections",
)  # fmt: skip


def in_order(sections: Iterable[Section]) -> list[Section]:
    """Sections in reading order: as they stand, but one that names another comes right after it; methods come last."""
    order = [section for section in sections if not section.after]
    for section in sections:
        if section.after:
            names = [one.name for one in order]
            order.insert(names.index(section.after) + 1 if section.after in names else len(order), section)
    return sorted(order, key=lambda section: section is METHODS)
