"""Is A better than B? Every test is a plain function over arrays and one declaration in ALL."""

from bakeoff.comparisons.adjust import adjust
from bakeoff.comparisons.adjust_pairs import adjust_pairs
from bakeoff.comparisons.effects import (
    akinshin_gamma,
    cliff_delta,
    cohen_d,
    cohen_dz,
    hedges_g,
    odds_ratio,
    rank_biserial,
    vargha_delaney,
)
from bakeoff.comparisons.friedman import FRIEDMAN, IMAN_DAVENPORT, friedman, iman_davenport
from bakeoff.comparisons.incomplete import SKILLINGS_MACK, skillings_mack
from bakeoff.comparisons.judge import judge
from bakeoff.comparisons.pairwise import pairwise
from bakeoff.comparisons.posthoc import (
    BONFERRONI_DUNN,
    CONOVER,
    NEMENYI,
    bonferroni_dunn,
    conover,
    nemenyi,
    rank_pairs,
)
from bakeoff.comparisons.proportions import TWO_PROPORTIONS, two_proportions
from bakeoff.comparisons.sign import SIGN, sign
from bakeoff.comparisons.spec import SignificanceTest
from bakeoff.comparisons.student import (
    CORRECTED_T,
    PAIRED_T,
    UNPAIRED_T,
    WALD,
    corrected_t,
    paired_t,
    unpaired_t,
    wald,
)
from bakeoff.comparisons.wilcoxon import WILCOXON, wilcoxon
from bakeoff.core.catalogue import Catalogue

ALL: tuple[SignificanceTest, ...] = (
    WALD, PAIRED_T, UNPAIRED_T, CORRECTED_T, TWO_PROPORTIONS, SIGN, WILCOXON, FRIEDMAN, IMAN_DAVENPORT, NEMENYI,
    SKILLINGS_MACK, BONFERRONI_DUNN, CONOVER,
)  # fmt: skip

tests = Catalogue("test", ALL)

__all__ = [
    "ALL", "adjust", "adjust_pairs", "akinshin_gamma", "bonferroni_dunn", "cliff_delta", "cohen_d", "cohen_dz",
    "conover", "corrected_t", "friedman", "hedges_g", "iman_davenport", "judge", "nemenyi", "odds_ratio", "paired_t",
    "pairwise", "rank_biserial", "rank_pairs", "sign", "skillings_mack", "tests", "two_proportions", "unpaired_t", "vargha_delaney",
    "wald", "wilcoxon",
]  # fmt: skip
