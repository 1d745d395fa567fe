"""Every significance test: the catalogue behind `bo.tests`; packages outside add theirs by the entry points `bakeoff.tests`."""

from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.posthoc.ranks import BONFERRONI_DUNN, CONOVER, NEMENYI
from bakeoff.comparisons.significance.cross_validation import FIVE_BY_TWO_F, FIVE_BY_TWO_T, TEN_BY_TEN
from bakeoff.comparisons.significance.many_learners.aligned_ranks import ALIGNED_RANKS
from bakeoff.comparisons.significance.many_learners.anova import RM_ANOVA
from bakeoff.comparisons.significance.many_learners.cochran import COCHRAN_Q
from bakeoff.comparisons.significance.many_learners.friedman import FRIEDMAN, IMAN_DAVENPORT
from bakeoff.comparisons.significance.many_learners.quade import QUADE
from bakeoff.comparisons.significance.many_learners.skillings_mack import SKILLINGS_MACK
from bakeoff.comparisons.significance.permutation import PERMUTATION
from bakeoff.comparisons.significance.random_effects import RANDOM_EFFECTS
from bakeoff.comparisons.significance.rows.bowker import BOWKER
from bakeoff.comparisons.significance.rows.cluster_t import CLUSTER_T
from bakeoff.comparisons.significance.rows.delong import DELONG
from bakeoff.comparisons.significance.rows.diebold_mariano import DIEBOLD_MARIANO
from bakeoff.comparisons.significance.rows.giacomini_white import GIACOMINI_WHITE
from bakeoff.comparisons.significance.rows.mcnemar import MCNEMAR
from bakeoff.comparisons.significance.rows.two_proportions import TWO_PROPORTIONS
from bakeoff.comparisons.significance.rows.unpaired_delong import UNPAIRED_DELONG
from bakeoff.comparisons.significance.sign import SIGN
from bakeoff.comparisons.significance.t import CORRECTED_T, PAIRED_T, UNPAIRED_T, WALD
from bakeoff.comparisons.significance.tost import TOST
from bakeoff.comparisons.significance.wilcoxon import WILCOXON
from bakeoff.core.catalogue import Catalogue

__all__ = ["ALL", "posthoc_tests", "tests"]

ALL: tuple[SignificanceTest, ...] = (
    MCNEMAR, BOWKER, TWO_PROPORTIONS, DELONG, UNPAIRED_DELONG, PERMUTATION, CLUSTER_T, DIEBOLD_MARIANO, GIACOMINI_WHITE,
    WALD, PAIRED_T, UNPAIRED_T, CORRECTED_T, FIVE_BY_TWO_T, FIVE_BY_TWO_F, TEN_BY_TEN,
    SIGN, WILCOXON, RANDOM_EFFECTS, TOST,
    FRIEDMAN, IMAN_DAVENPORT, QUADE, ALIGNED_RANKS, RM_ANOVA, SKILLINGS_MACK, COCHRAN_Q,
    NEMENYI, BONFERRONI_DUNN, CONOVER,
)  # fmt: skip

tests: Catalogue[SignificanceTest] = Catalogue("test", ALL, group="bakeoff.tests")


def posthoc_tests() -> tuple[str, ...]:
    """The names of the tests that follow one of all learners."""
    return tuple(test.name for test in tests if test.posthoc)
