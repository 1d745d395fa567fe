"""Rules that every declared significance test keeps, each where the declaration says that it applies."""

import importlib
import pkgutil
from inspect import signature
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import bakeoff.comparisons as room
from bakeoff.comparisons import ALL as OWN, tests as catalogue
from bakeoff.comparisons.choosing.assumptions import assumptions_of
from bakeoff.comparisons.declaration import Learners, SignificanceTest
from bakeoff.comparisons.evidence.kinds import DATASETS, EVIDENCE
from bakeoff.comparisons.evidence.types import (
    Disagreement,
    ErrorCounts,
    LabelTable,
    MeanDifferences,
    PairedScores,
    ScoredRows,
    ScoredSets,
    ScoreMatrix,
    TwoSamples,
)
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, RankComparison
from bakeoff.comparisons.significance.tost import equivalence_p
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.core.references import cite
from bakeoff.measures.measure import Direction

OPTIONS = {"tost": {"margin": 0.05}, "corrected_t": {"test_share": 0.25}, "permutation": {"n_resamples": 999}}
SIZES = {"five_by_two_t": 10, "five_by_two_f": 10, "ten_by_ten": 100}
ALL = tuple(catalogue)  # of installed packages too
PAIRED = [one for one in ALL if one.takes is PairedScores]
TABLES = [one for one in ALL if one.takes is ScoreMatrix]
DIFFERENCE = [one for one in ALL if not one.equivalence]


def evidence(test, rng, *, n=None, same=False, levels=None):
    """Evidence of the kind the test takes; `levels` makes ties."""
    n = SIZES.get(test.name, n or 12)

    def draw(*shape):
        values = rng.normal(0.8, 0.05, shape)
        return np.round(values * levels) / levels if levels else values

    a, b = draw(n), draw(n)
    if same:
        b = a
    if test.takes is PairedScores:
        return PairedScores(a=a, b=b)
    if test.takes is TwoSamples:
        return TwoSamples(a=a, b=b)
    if test.takes is Disagreement:
        b_count, c_count = (0, 0) if same else rng.integers(0, 30, 2).tolist()
        return Disagreement(only_a_right=b_count, only_b_right=c_count, both_right=20, both_wrong=5)
    if test.takes is ErrorCounts:
        errors = rng.integers(1, 40, 2).tolist()
        return ErrorCounts(errors_a=errors[0], n_a=50, errors_b=errors[0] if same else errors[1], n_b=50)
    if test.takes is ScoredRows:
        truth = np.arange(n) % 2
        return ScoredRows(truth=truth, a=a, b=b)
    if test.takes is ScoredSets:
        return ScoredSets(truth_a=np.arange(n) % 2, a=a, truth_b=np.arange(n) % 2, b=b)
    if test.takes is LabelTable:
        counts = rng.integers(0, 12, (3, 3))
        return LabelTable.of(counts + counts.T if same else counts)
    if test.takes is MeanDifferences:
        return MeanDifferences(differences=a - b, variances=np.abs(draw(n)) / 1000)
    values = draw(n, 4)
    if test.name == "cochran_q":
        values = (values > 0.8).astype(float)
    if same:
        values = np.repeat(values[:, :1], 4, axis=1)
    return ScoreMatrix.of(values, names=list("wxyz"))


def swapped(seen):
    if isinstance(seen, Disagreement):
        return Disagreement(
            only_a_right=seen.only_b_right,
            only_b_right=seen.only_a_right,
            both_right=seen.both_right,
            both_wrong=seen.both_wrong,
        )
    if isinstance(seen, ErrorCounts):
        return ErrorCounts(errors_a=seen.errors_b, n_a=seen.n_b, errors_b=seen.errors_a, n_b=seen.n_a)
    if isinstance(seen, ScoredRows):
        return ScoredRows(truth=seen.truth, a=seen.b, b=seen.a)
    if isinstance(seen, ScoredSets):
        return ScoredSets(truth_a=seen.truth_b, a=seen.b, truth_b=seen.truth_a, b=seen.a)
    if isinstance(seen, LabelTable):
        return LabelTable.of(seen.counts.T)
    if isinstance(seen, MeanDifferences):
        return MeanDifferences(differences=-seen.differences, variances=seen.variances)
    return type(seen)(a=seen.b, b=seen.a)


def run(test, seen, **more):
    return test.run(seen, **OPTIONS.get(test.name, {}), **more)


def p_values(result):
    if isinstance(result, RankComparison):
        return (
            [one.p_adjusted for one in result.pairs]
            + [one.result.p_value for one in result.pairs]
            + [result.omnibus.p_value]
        )
    return [result.p_value]


def plain(test):
    """The plain function of a test."""
    return test.compute or getattr(room, test.name)


def each(tests):
    return pytest.mark.parametrize("test", tests, ids=lambda one: one.name)


def test_the_list_holds_every_declaration():
    declared = []
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        found = vars(importlib.import_module(module.name)).values()
        declared += [one for one in found if isinstance(one, SignificanceTest)]
    assert {id(one) for one in declared} == {id(one) for one in OWN}
    assert len({one.name for one in ALL}) == len(ALL)


@each(ALL)
def test_declaration_is_complete(test):
    assert test.title
    assert test.formula
    assert test.null
    assert test.design
    assert test.assumptions
    assert cite(test.reference).year > 1900
    assert plain(test).__name__ == test.name
    assert catalogue[test.name] is test


@each(ALL)
def test_what_is_declared_can_be_asked(test):
    """Options that the command line offers are parameters of the plain function, and words it understands."""
    assert test.compute is getattr(room, test.name, test.compute)
    parameters = signature(test.compute).parameters
    assert all(name in parameters for name, _ in test.needs)
    assert ("alternative" in parameters) == test.sided
    for variants in test.variants:
        assert variants.parameter in parameters
    if test.power is not None and test.power.power is not None:
        assert set(test.power.options) <= set(signature(test.power.power).parameters)


@each(ALL)
def test_every_use_has_its_reason(test):
    for use in test.uses:
        assert use.taken or use.second, "why it is taken, or why it comes second"
        assert not (use.taken + use.second).endswith("."), "the printer ends the sentence"
    assert len({(use.evidence, use.learners) for use in test.uses}) == len(test.uses)


@pytest.mark.parametrize("evidence_kind", EVIDENCE, ids=str)
@pytest.mark.parametrize("learners", list(Learners))
def test_each_kind_of_question_has_one_recommended_test(evidence_kind, learners):
    places = sorted(
        use.place
        for test in ALL
        if not test.posthoc
        for use in test.uses
        if use.evidence is evidence_kind and use.learners is learners
    )
    assert places == list(range(len(places)))
    assert places


@each(ALL)
@pytest.mark.parametrize("levels", [None, 20], ids=["continuous", "ties"])
def test_p_is_a_probability_or_has_a_reason(test, levels):
    rng = np.random.default_rng(3)
    for _ in range(20):
        result = run(test, evidence(test, rng, levels=levels))
        for p in p_values(result):
            assert 0 <= p <= 1 or (isnan(p) and not isinstance(result, RankComparison) and result.reason)


@each(DIFFERENCE)
def test_identical_inputs_give_p_one(test):
    result = run(test, evidence(test, np.random.default_rng(5), same=True))
    assert all(p == 1 for p in p_values(result)), "never NaN, never 0"
    if not isinstance(result, RankComparison) and result.difference is not None and test.takes is not ErrorCounts:
        assert result.difference.value == 0


@each([one for one in ALL if one.takes is not ScoreMatrix])
@pytest.mark.parametrize("levels", [None, 20], ids=["continuous", "ties"])
def test_swapping_a_and_b_mirrors_the_result(test, levels):
    rng = np.random.default_rng(8)
    for _ in range(10):
        seen = evidence(test, rng, levels=levels)
        there, back = run(test, seen), run(test, swapped(seen))
        tolerance = 0.06 if "random sign patterns" in there.variant else 1e-9
        assert back.p_value == pytest.approx(there.p_value, abs=tolerance, nan_ok=True)
        if there.difference is not None:
            assert back.difference.value == pytest.approx(-there.difference.value, abs=1e-12)
            assert back.difference.low == pytest.approx(-there.difference.high, abs=1e-9, nan_ok=True)


def lopsided(test, gap, n):
    """Evidence on which a is far ahead, by `gap` or on n rows more."""
    n, rng = SIZES.get(test.name, n), np.random.default_rng(1)
    a, b = rng.normal(0.8 + gap, 0.05, n), rng.normal(0.8, 0.05, n)
    return {
        PairedScores: lambda: PairedScores(a=a, b=b),
        TwoSamples: lambda: TwoSamples(a=a, b=b),
        Disagreement: lambda: Disagreement(only_a_right=n + round(9 * gap), only_b_right=0),
        ErrorCounts: lambda: ErrorCounts(errors_a=0, n_a=n, errors_b=n, n_b=n),
        ScoredRows: lambda: ScoredRows(truth=np.arange(n) % 2, a=np.arange(n) % 2 + a, b=b - np.arange(n) % 2),
        ScoredSets: lambda: ScoredSets(truth_a=np.arange(n) % 2, a=np.arange(n) % 2 + a, truth_b=np.arange(n) % 2, b=b - np.arange(n) % 2),
        LabelTable: lambda: LabelTable.of([[n, n], [0, n]]),
        MeanDifferences: lambda: MeanDifferences(differences=a - b, variances=np.full(n, 1e-4)),
        ScoreMatrix: lambda: ScoreMatrix.of(np.column_stack([np.ones(n), b > 9, b > 9, b > 9]).astype(float), names=list("wxyz")),
    }[test.takes]()  # fmt: skip


SIDES = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


def ways_to_run(test, n):
    """As it runs by default, as a verdict runs it, and in each of its variants; exact laws of tables are for few blocks."""
    words = [
        {one.parameter: one.value(word)} for one in test.variants for word in one.words
        if test.takes is not ScoreMatrix or word != "exact" or n <= 12
    ]  # fmt: skip
    return [{}, dict(test.in_verdict), *words]


@each(ALL)
@pytest.mark.parametrize("gap", [0.0, 0.3, 50.0])
@pytest.mark.parametrize("n", [12, 57, 400])
def test_p_is_a_probability_however_far_one_is_ahead(test, gap, n):
    """Of every alternative and variant, and the same for the two learners exchanged."""
    seen = lopsided(test, gap, n)
    for options in ways_to_run(test, n):
        for side, mirrored in SIDES.items() if test.sided else [(None, None)]:
            result = run(test, seen, **options, **({"alternative": side} if side else {}))
            results = [one.result for one in result.pairs] if isinstance(result, RankComparison) else [result]
            assert all(0 <= one.p_value <= 1 or (isnan(one.p_value) and one.reason) for one in results), (options, side)
            if isinstance(result, RankComparison):
                assert all(0 <= one.p_adjusted <= 1 or isnan(one.result.p_value) for one in result.pairs)
            if test.takes is not ScoreMatrix:
                other = run(test, swapped(seen), **options, **({"alternative": mirrored} if side else {}))
                assert other.p_value == pytest.approx(result.p_value, rel=1e-9, nan_ok=True)


def pair_results(test, seen, level):
    """The results of two learners, with intervals of that level."""
    if "level" in signature(test.compute).parameters:
        return [run(test, seen, level=level)]
    if not test.posthoc:
        alpha = {"alpha": (1 - level) / 2} if test.equivalence else {}
        return [one for one in [run(test, seen, **alpha)] if not isinstance(one, RankComparison)]
    return [one.result for one in run(test, seen, alpha=1 - level).pairs]


@each([one for one in ALL if one.parametric and one.takes in (PairedScores, TwoSamples)])
def test_the_assumptions_shown_are_those_of_the_test(test):
    """Paired tests read differences and Welch's test allows for it: none takes the variances of two learners to be equal."""
    rng, n = np.random.default_rng(3), SIZES.get(test.name, 20)
    a, b = rng.normal(0.8, 0.001, n), rng.normal(0.7, 0.2, n)
    (note,) = assumptions_of(a, b, test, paired=test.takes is PairedScores)
    assert str(note).startswith(f"assumptions of {test.phrase}: normal ")
    assert "varianc" not in str(note)
    assert not any("variances" in one for one in test.assumptions)


@each([one for one in ALL if one.p_values is None and one.takes is not ErrorCounts])
def test_equivalence_is_shown_at_alpha_where_the_interval_of_twice_alpha_just_fits(test):
    """The degrees of freedom of an interval are those that its result states, whatever the interval is called."""
    seen = evidence(test, np.random.default_rng(17))
    narrow, wide = (
        [one for one in pair_results(test, seen, level) if one.difference is not None] for level in (0.9, 0.95)
    )
    for inner, outer in zip(narrow, wide, strict=True):
        low, high = inner.difference.low, inner.difference.high
        assert np.isfinite([low, high]).all()
        assert inner.difference.level == pytest.approx(0.9)
        p = equivalence_p(outer, np.zeros(1), np.zeros(1), max(abs(low), abs(high)))
        assert p == pytest.approx(0.05, rel=1e-6)


@each([one for one in ALL if one.sided])
@pytest.mark.parametrize("levels", [None, 20], ids=["continuous", "ties"])
def test_one_sided_p_values_add_up(test, levels):
    rng = np.random.default_rng(13)
    for _ in range(10):
        seen = evidence(test, rng, levels=levels)
        greater, less, two = (run(test, seen, alternative=side).p_value for side in ("greater", "less", "two-sided"))
        if isnan(greater):
            continue
        assert greater + less >= 1 - 1e-9, "both tails contain the outcome itself"
        assert greater + less <= 2
        assert two <= min(1.0, 2 * min(greater, less)) + 1e-9
        mirrored = run(test, swapped(seen), alternative="less").p_value
        assert mirrored == pytest.approx(greater, abs=1e-9)


@each([one for one in PAIRED + TABLES if not one.ordered])
def test_the_order_of_blocks_does_not_matter(test):
    rng = np.random.default_rng(21)
    seen = evidence(test, rng, levels=20)
    order = rng.permutation(len(seen.values if isinstance(seen, ScoreMatrix) else seen.a))
    other = seen.only(order) if isinstance(seen, ScoreMatrix) else PairedScores(a=seen.a[order], b=seen.b[order])
    assert p_values(run(test, other)) == pytest.approx(p_values(run(test, seen)), abs=1e-9, nan_ok=True)


@each(TABLES)
def test_permuting_the_columns_permutes_the_outcome_and_nothing_else(test):
    rng = np.random.default_rng(34)
    seen = evidence(test, rng, levels=20)
    order = [2, 0, 3, 1]
    other = ScoreMatrix(names=tuple(seen.names[i] for i in order), blocks=seen.blocks, values=seen.values[:, order])
    options = {"control": "y"} if test.name == "bonferroni_dunn" else {}
    there, back = run(test, seen, **options), run(test, other, **options)
    if not isinstance(there, RankComparison):
        assert back.statistic == pytest.approx(there.statistic)
        assert back.p_value == pytest.approx(there.p_value)
        return
    for one in there.pairs:
        assert back.pair(one.a, one.b).p_adjusted == pytest.approx(one.p_adjusted)


@each(TABLES)
def test_the_direction_turns_ranks_and_leaves_p(test):
    seen = evidence(test, np.random.default_rng(55))
    if test.name == "cochran_q":
        return
    other = ScoreMatrix(names=seen.names, blocks=seen.blocks, values=-seen.values, direction=Direction.LOWER)
    assert p_values(run(test, other)) == pytest.approx(p_values(run(test, seen)))


@pytest.mark.parametrize(
    "method", room.adjust_pairs.__globals__["PAIR_METHODS"] + tuple(room.adjust.__globals__["METHODS"])
)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_adjusted_p_is_monotone_at_least_raw_and_at_most_one(method, data):
    k = data.draw(st.integers(2, 6))
    m = k * (k - 1) // 2
    p = np.array(data.draw(st.lists(st.floats(0, 1, allow_subnormal=False), min_size=m, max_size=m)))
    adjusted = room.adjust_pairs(p, k, method) if method in ("shaffer", "bergmann-hommel") else room.adjust(p, method)
    assert np.all(adjusted >= p - 1e-15)
    assert np.all(adjusted <= 1)
    order = np.argsort(p, kind="stable")
    assert np.all(np.diff(adjusted[order]) >= -1e-12)


scores = st.lists(
    st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.7, 0.7000000001, 1.0, -3.5, 1e6, 1e-9]), min_size=2, max_size=14
)


@each([one for one in PAIRED if one.name not in SIZES])
@given(a=scores, b=scores)
@settings(max_examples=40, deadline=None)
def test_paired_tests_survive_ties_zeros_and_wild_scales(test, a, b):
    n = min(len(a), len(b))
    result = run(test, PairedScores(a=np.array(a[:n]), b=np.array(b[:n])))
    assert 0 <= result.p_value <= 1 or (isnan(result.p_value) and result.reason)
    assert result.p_value != 0 or abs(result.statistic) > 37, "below, even the normal tail is a positive number"


@each([one for one in TABLES if one.name != "cochran_q"])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_tables_survive_ties_and_wild_scales(test, data):
    n, k = data.draw(st.integers(1, 6)), data.draw(st.integers(2, 4))
    cell = st.sampled_from([0.0, 0.5, 0.5000000001, 1.0, -2.0, 1e7])
    values = data.draw(st.lists(st.lists(cell, min_size=k, max_size=k), min_size=n, max_size=n))
    result = run(test, ScoreMatrix.of(values))
    for p in p_values(result):
        assert isnan(p) or 0 <= p <= 1


@each(PAIRED)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_infinite_and_missing_scores_are_refused(test, bad):
    function, shape = plain(test), {"ten_by_ten": (10, 10)}.get(test.name, (5, 2))
    values = np.full(shape, 0.5)
    values[0, 0] = bad
    given_ = (values,) if test.name in SIZES else (values.ravel(), values.ravel())
    with pytest.raises(BadInput, match="finite"):
        function(*given_, **OPTIONS.get(test.name, {}))


@each([one for one in ALL if one.takes not in (PairedScores, Disagreement, ErrorCounts)])
@pytest.mark.parametrize("bad", [np.inf, -np.inf])
def test_infinite_scores_are_refused_in_every_kind_of_evidence(test, bad):
    values = np.random.default_rng(1).normal(0.8, 0.05, (12, 2))
    values[3, 1] = bad
    parts = {"a": values[:, 0], "b": values[:, 1]}
    make = {
        ScoredRows: lambda: ScoredRows(truth=np.arange(12) % 2, **parts),
        TwoSamples: lambda: TwoSamples(**parts),
        ScoreMatrix: lambda: ScoreMatrix.of(values),
        ScoredSets: lambda: ScoredSets(truth_a=np.arange(12) % 2, truth_b=np.arange(12) % 2, **parts),
        LabelTable: lambda: LabelTable(counts=np.where(np.eye(12), np.inf, 1.0)),
        MeanDifferences: lambda: MeanDifferences(differences=values[:, 1], variances=np.ones(12)),
    }[test.takes]
    with pytest.raises(BadInput, match="finite"):
        run(test, make())


@each([one for one in ALL if one.takes in (TwoSamples, ScoredRows)])
def test_the_order_within_a_sample_does_not_matter(test):
    rng = np.random.default_rng(3)
    seen = evidence(test, rng, levels=20)
    order = rng.permutation(seen.a.size)
    parts = {"truth": seen.truth[order]} if test.takes is ScoredRows else {}
    other = type(seen)(a=seen.a[order], b=seen.b[order], **parts)
    assert p_values(run(test, other)) == pytest.approx(p_values(run(test, seen)), abs=1e-9)


cell = st.sampled_from([0.0, 0.1, 0.2, 0.30000000000000004, 0.3, 1.0, -2.5, 1e6])


@each([one for one in ALL if one.name in SIZES or one.takes in (TwoSamples, ScoredRows)])
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_the_other_tests_of_scores_survive_ties_zeros_and_wild_scales(test, data):
    n = SIZES.get(test.name, 8)
    a, b = (np.array(data.draw(st.lists(cell, min_size=n, max_size=n))) for _ in range(2))
    parts = {"truth": np.arange(n) % 2} if test.takes is ScoredRows else {}
    result = run(test, test.takes(a=a, b=b, **parts))
    assert 0 <= result.p_value <= 1 or (isnan(result.p_value) and result.reason)


@each([one for one in ALL if one.takes in (Disagreement, ErrorCounts)])
@given(one=st.integers(0, 60), other=st.integers(0, 60))
@settings(max_examples=40, deadline=None)
def test_counts_give_a_probability(test, one, other):
    seen = Disagreement(only_a_right=one, only_b_right=other) if test.takes is Disagreement else ErrorCounts(
        errors_a=one, n_a=60, errors_b=other, n_b=60
    )  # fmt: skip
    assert 0 <= run(test, seen).p_value <= 1


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_hits_of_many_give_a_probability(data):
    hits = data.draw(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=1, max_size=9))
    assert 0 <= room.cochran_q(hits).p_value <= 1


@each([one for one in PAIRED if one.name not in SIZES])
def test_different_lengths_are_refused(test):
    with pytest.raises(BadInput, match="lengths differ"):
        plain(test)([1.0, 2.0, 3.0], [1.0, 2.0], **OPTIONS.get(test.name, {}))


@each(ALL)
def test_every_result_can_be_worked_out_on_paper(test):
    result = run(test, evidence(test, np.random.default_rng(2)))
    shown = result.pairs[0].result if isinstance(result, RankComparison) else result
    text = shown.steps()
    assert "Null hypothesis" in text
    assert "neither the probability" in text


@each(ALL)
def test_a_wrong_alternative_is_refused(test):
    if not test.sided:
        return
    with pytest.raises(ValueError, match="two-tailed"):
        run(test, evidence(test, np.random.default_rng(1)), alternative="two-tailed")


@pytest.mark.slow
@each([one for one in PAIRED if one.name in ("paired_t", "wilcoxon", "sign", "permutation")])
def test_p_is_near_uniform_under_the_null(test):
    rng = np.random.default_rng(89)
    p = np.array([run(test, PairedScores(a=rng.normal(size=25), b=rng.normal(size=25))).p_value for _ in range(400)])
    assert 0.02 <= np.mean(p <= 0.05) <= 0.085 or (test.name == "sign" and np.mean(p <= 0.05) <= 0.085)


def test_pair_results_hold_the_result_they_come_from():
    matrix = evidence(catalogue["nemenyi"], np.random.default_rng(1))
    result = room.nemenyi(matrix)
    assert all(isinstance(one, PairResult) for one in result.pairs)
    judged = room.judge(matrix, Question(evidence=DATASETS))
    assert [one.pair for one in judged.pairs] == list(judged.ranks.pairs), "one matrix for text, table and diagram"


@pytest.mark.parametrize("test", [one for one in ALL if one.in_verdict], ids=lambda one: one.name)
def test_options_of_a_verdict_are_options_of_the_function(test):
    known = signature(test.compute).parameters
    assert {name for name, _ in test.in_verdict} <= set(known)
    assert all(known[name].default != value for name, value in test.in_verdict), "a default need not be named again"


@pytest.mark.parametrize("test", ALL, ids=lambda one: one.name)
def test_notes_of_a_result_are_typed_and_its_warnings_are_their_words(test):
    seen = test.run(evidence(test, np.random.default_rng(5)), **OPTIONS.get(test.name, {}))
    result = seen.omnibus if isinstance(seen, RankComparison) else seen
    assert all(isinstance(note, Note) for note in result.notes)
    assert result.warnings == tuple(dict.fromkeys(map(str, result.notes)))
