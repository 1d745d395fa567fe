"""Is A better than B? Every test is a plain function over arrays and one declaration in ALL."""

from bakeoff.comparisons.bayes.hierarchical import bayes_hierarchical
from bakeoff.comparisons.bayes.simple import bayes_correlated_t, bayes_sign, bayes_signed_rank
from bakeoff.comparisons.catalogue import ALL, tests
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
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.pairwise import pairwise
from bakeoff.comparisons.posthoc.adjust import adjust
from bakeoff.comparisons.posthoc.adjust_all_pairs import adjust_pairs
from bakeoff.comparisons.posthoc.ranks import (
    bonferroni_dunn,
    conover,
    nemenyi,
    rank_pairs,
)
from bakeoff.comparisons.significance.critical_values import areas_of, binomial_table, critical_table
from bakeoff.comparisons.significance.cross_validation import (
    five_by_two_f,
    five_by_two_t,
    ten_by_ten,
)
from bakeoff.comparisons.significance.many_learners.aligned_ranks import aligned_ranks
from bakeoff.comparisons.significance.many_learners.anova import rm_anova
from bakeoff.comparisons.significance.many_learners.cochran import cochran_q
from bakeoff.comparisons.significance.many_learners.friedman import friedman, iman_davenport
from bakeoff.comparisons.significance.many_learners.quade import quade
from bakeoff.comparisons.significance.many_learners.skillings_mack import skillings_mack
from bakeoff.comparisons.significance.permutation import permutation
from bakeoff.comparisons.significance.random_effects import differences_with_variances, random_effects
from bakeoff.comparisons.significance.rows.bowker import bowker
from bakeoff.comparisons.significance.rows.cluster_t import cluster_t
from bakeoff.comparisons.significance.rows.delong import delong
from bakeoff.comparisons.significance.rows.diebold_mariano import diebold_mariano
from bakeoff.comparisons.significance.rows.giacomini_white import giacomini_white
from bakeoff.comparisons.significance.rows.mcnemar import mcnemar
from bakeoff.comparisons.significance.rows.permutation_of_measure import paired_bootstrap, permutation_of
from bakeoff.comparisons.significance.rows.two_proportions import two_proportions
from bakeoff.comparisons.significance.rows.unpaired_delong import unpaired_delong
from bakeoff.comparisons.significance.sign import sign
from bakeoff.comparisons.significance.t import (
    corrected_t,
    paired_t,
    published,
    unpaired_t,
    wald,
    wald_from_summary,
)
from bakeoff.comparisons.significance.tost import tost
from bakeoff.comparisons.significance.wilcoxon import wilcoxon

__all__ = [
    "ALL", "adjust", "adjust_pairs", "akinshin_gamma", "aligned_ranks", "areas_of", "bayes_correlated_t", "bayes_hierarchical",
    "bayes_sign", "bayes_signed_rank", "binomial_table", "bonferroni_dunn", "bowker", "cliff_delta", "cluster_t", "cochran_q", "cohen_d", "cohen_dz", "conover",
    "corrected_t", "critical_table", "delong", "diebold_mariano", "differences_with_variances", "five_by_two_f", "five_by_two_t", "friedman", "giacomini_white", "hedges_g", "iman_davenport", "judge",
    "mcnemar", "nemenyi", "odds_ratio", "paired_bootstrap", "paired_t", "pairwise", "permutation", "permutation_of", "published", "quade", "random_effects", "rank_biserial", "rank_pairs",
    "rm_anova", "sign", "skillings_mack", "ten_by_ten", "tests", "tost", "two_proportions", "unpaired_delong", "unpaired_t",
    "vargha_delaney", "wald", "wald_from_summary", "wilcoxon",
]  # fmt: skip
