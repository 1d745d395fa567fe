"""The catalogue of checks, in the order of the docs; a package adds its own by the entry point `bakeoff.checks`."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.study.checks.check import Check
from bakeoff.study.checks.of_data.constant import CONSTANT
from bakeoff.study.checks.of_data.correlated import CORRELATED
from bakeoff.study.checks.of_data.duplicates import DUPLICATES
from bakeoff.study.checks.of_data.few_rows import FEW_ROWS
from bakeoff.study.checks.of_data.groups_ignored import GROUPS_IGNORED
from bakeoff.study.checks.of_data.identifiers import IDENTIFIERS
from bakeoff.study.checks.of_data.imbalance import IMBALANCE
from bakeoff.study.checks.of_data.leak import LEAK
from bakeoff.study.checks.of_data.rare_classes import RARE_CLASSES
from bakeoff.study.checks.of_data.time_order import TIME_ORDER
from bakeoff.study.checks.of_learners.chance_level import CHANCE_LEVEL
from bakeoff.study.checks.of_learners.not_converged import NOT_CONVERGED
from bakeoff.study.checks.of_learners.one_class import ONE_CLASS
from bakeoff.study.checks.of_learners.overfitting import OVERFITTING
from bakeoff.study.checks.of_learners.slow import SLOW
from bakeoff.study.checks.of_learners.underfitting import UNDERFITTING
from bakeoff.study.checks.of_learners.unscaled import UNSCALED
from bakeoff.study.checks.of_learners.unstable_splits import UNSTABLE_SPLITS
from bakeoff.study.checks.of_learners.untuned import UNTUNED

__all__ = ["ALL", "CHECKS"]

ALL: tuple[Check, ...] = (
    CHANCE_LEVEL, ONE_CLASS, LEAK, DUPLICATES, UNSCALED, NOT_CONVERGED, UNTUNED, IMBALANCE, RARE_CLASSES, FEW_ROWS, TIME_ORDER,
    GROUPS_IGNORED, IDENTIFIERS, CONSTANT, CORRELATED, OVERFITTING, UNDERFITTING, UNSTABLE_SPLITS, SLOW,
)  # fmt: skip
CHECKS: Catalogue[Check] = Catalogue("check", ALL, group="bakeoff.checks")
