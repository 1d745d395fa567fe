"""Every shape of outcome of 2 to 5 learners: no sentence states a pair that the claims do not hold."""

import random
import re
from itertools import combinations, product

import numpy as np
import pytest

from bakeoff.comparisons.choosing.choose import choose
from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging import perform
from bakeoff.comparisons.judging.judge import conclude, judge
from bakeoff.comparisons.judging.standing import Outcome, standing_of
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.estimates.estimate import Estimate
from bakeoff.report.verdict_card import card_text, cost_headline, headline, verdict_card

NAMES = "Ann", "Bob", "Cyd", "Dan", "Eve"  # as they are ranked
SIGNS = 1, -1, 0  # the first of a pair is better, is worse, or it is open
SIZES = 2, 3, 4
BLOCKS = 12


def pair_result(a, b, sign):
    p = 0.5 if sign == 0 else 0.001
    difference = Estimate(value=0.1 * sign, low=0.1 * sign - 0.11 + 0.1 * abs(sign), high=0.1 * sign + 0.11 - 0.1 * abs(sign), level=0.95, method="t", n=BLOCKS)  # fmt: skip
    result = TestResult(
        test="wilcoxon", variant="exact", null="", statistic=1.0, p_value=p, n=BLOCKS, difference=difference,
        estimator="mean",
    )  # fmt: skip
    return PairResult(a=a, b=b, result=result, p_adjusted=p, adjustment="holm")


def judgement(signs, baseline=None, planned=None):
    """What is concluded where these are the results of the pairs; learners are ranked in the order of NAMES."""
    size = max(NAMES.index(name) for pair in signs for name in pair) + 1
    names = NAMES[:size]
    scores = 0.9 - 0.01 * np.arange(size) + 0.001 * np.sin(np.arange(BLOCKS))[:, None]
    matrix = ScoreMatrix.of(dict(zip(names, scores.T.tolist(), strict=True)))
    question = Question(evidence=DATASETS, measure="accuracy", baseline=baseline, pairs=planned)
    pairs = tuple(pair_result(a, b, sign) for (a, b), sign in signs.items())
    ranks = RankComparison(
        names=names, mean_ranks=tuple(1.0 + place for place in range(size)), omnibus=pairs[0].result, pairs=pairs,
        critical_difference=None, posthoc="holm", n=BLOCKS,
    )  # fmt: skip
    context = ClaimContext(question=question)
    return conclude(
        matrix, choose(matrix, question), perform.TestOutcome(ranks=ranks, omnibus=pairs[0].result), context
    )


def shapes(pairs):
    return [dict(zip(pairs, signs, strict=True)) for signs in product(SIGNS, repeat=len(pairs))]


def every_shape():
    yield from (shape for size in SIZES for shape in shapes(list(combinations(NAMES[:size], 2))))
    pairs, draw = list(combinations(NAMES, 2)), random.Random(29)  # 59,049 shapes of five learners: some of them
    yield from (dict(zip(pairs, draw.choices(SIGNS, k=len(pairs)), strict=True)) for _ in range(300))


def better_pairs(signs):
    return {(a, b) if sign > 0 else (b, a) for (a, b), sign in signs.items() if sign}


def open_pairs(signs):
    return {frozenset(pair) for pair, sign in signs.items() if not sign}


WHO = rf"(?:{'|'.join(NAMES)})"
SOME = rf"{WHO}(?:, {WHO})*(?: (?:and|or) {WHO})?"


def people(text):
    return re.findall(WHO, text)


def stated(line, names):
    """The pairs that a line states as different, and those that it calls open; every clause must be understood."""
    better, unclear, best = set(), set(), names[0]
    lead = []
    line = re.sub(r" \(adjusted p [^)]*\)", "", line).replace(" on average", "")
    for clause in re.split(r"; it |; |\. It ", line.removeprefix("No clear winner: ").removesuffix(".")):
        if hit := re.fullmatch(rf"({WHO}) (?:is better than|costs less than) ({SOME})", clause):
            better |= {(hit[1], other) for other in people(hit[2])}
        elif hit := re.fullmatch(
            rf"({WHO}) (?:is the winner: it is better|costs less) than (?:both|all \d+) others", clause
        ):
            better |= {(hit[1], other) for other in names if other != hit[1]}
        elif hit := re.fullmatch(rf"({WHO}) ranks first and is better than ({SOME})", clause):
            assert hit[1] == best
            better |= {(best, other) for other in people(hit[2])}
        elif clause == f"{best} ranks first, but is not shown to be better than any other":
            unclear.add("best wins nothing")
        elif hit := re.fullmatch(rf"({SOME}) (?:lead|cost least)", clause):
            lead = people(hit[1])
        elif hit := re.fullmatch(rf"({SOME}) (?:(?:is|are) worse|costs? more) than (both|each of these)", clause):
            assert (hit[2] == "both") == (len(lead) == 2)
            better |= set(product(lead, people(hit[1])))
        elif re.fullmatch(rf"{best} ranks first, but no difference between the \d learners is shown", clause):
            unclear |= {frozenset(pair) for pair in combinations(names, 2)}
        elif hit := re.fullmatch(rf"({WHO}) and ({WHO}) are not shown to differ", clause):
            unclear.add(frozenset((hit[1], hit[2])))
        elif hit := re.fullmatch(rf"{best} has the best mean rank, 1.00 of \d over {BLOCKS} data sets", clause):
            pass
        elif hit := re.fullmatch(rf"beats ({SOME})", clause):
            better |= {(best, other) for other in people(hit[1])}
        elif hit := re.fullmatch(rf"is worse, by the paired test, than ({SOME})", clause):
            better |= {(other, best) for other in people(hit[1])}
        elif hit := re.fullmatch(rf"is not shown to differ from ({SOME})", clause):
            unclear |= {frozenset((best, other)) for other in people(hit[1])}
        elif hit := re.fullmatch(r"(\d+) more pairs? differs?", clause):
            unclear.add(f"{hit[1]} more")
        else:
            raise AssertionError(f"a clause that this test cannot read: {clause!r} of {line!r}")
    return better, unclear


def test_no_line_states_a_pair_that_the_claims_do_not_hold():
    for signs in every_shape():
        judged = judgement(signs)
        names, shown, unclear = judged.ranks.names, better_pairs(signs), open_pairs(signs)
        statistics = "".join(span.text for span in judged.verdict.spans[: _headline_spans(judged)])
        for line in (headline(judged), cost_headline(judged), statistics if len(names) > 2 else ""):
            if not line:
                continue
            better, said_open = stated(line, names)
            assert better <= shown, (signs, line)
            assert {pair for pair in said_open if isinstance(pair, frozenset)} <= unclear, (signs, line)
            if "best wins nothing" in said_open:
                assert not {pair for pair in shown if pair[0] == names[0]}, (signs, line)
            (more,) = [int(text.split()[0]) for text in said_open if str(text).endswith(" more")] or [0]
            if line != statistics:
                assert len(better) + more <= len(shown), (signs, line)
                assert len(better) + more == len(shown) or standing_of(judged).outcome in {
                    Outcome.WINNER,
                    Outcome.LEADERS,
                }


def _headline_spans(judged):
    """How many spans come before the notes."""
    return len(judged.verdict.spans) - len(judged.verdict.notes)


def test_the_card_states_no_pair_that_the_claims_do_not_hold():
    looks = {name: place for place, name in enumerate(NAMES)}
    for signs in every_shape():
        judged = judgement(signs)
        shown = better_pairs(signs)
        for fact in card_text(judged)[1]:
            for winner, loser in re.findall(rf"({WHO}) is better than ({WHO})", fact):
                assert (winner, loser) in shown, (signs, fact)
        chips = {chip.name: chip.group for chip in verdict_card(judged, looks).learners}
        leaders = [name for name, group in chips.items() if group == "lead"]
        for loser in (name for name, group in chips.items() if group == "worse"):
            assert {(leader, loser) for leader in leaders} <= shown, (signs, chips)
        assert {winner for winner, _ in shown} or not any(chips.values())


def test_the_standing_is_that_of_the_claims():
    for signs in every_shape():
        judged = judgement(signs)
        standing, shown, names = standing_of(judged), better_pairs(signs), judged.ranks.names
        beaten = {loser for _, loser in shown}
        assert {(winner, loser) for winner, losers in standing.wins for loser in losers} == shown
        assert set(standing.worse) == beaten
        assert set(standing.leaders) == set(names) - beaten
        wins = [name for name in names if all((name, other) in shown for other in names if other != name)]
        assert (standing.outcome is Outcome.WINNER) == bool(wins)
        assert not wins or standing.winner == wins[0]
        apart = bool(standing.leaders) and set(product(standing.leaders, beaten)) <= shown
        assert (standing.outcome is Outcome.LEADERS) == (apart and bool(shown) and not wins)


@pytest.mark.parametrize("baseline", NAMES[:4])
def test_with_a_baseline_everybody_is_compared_with_it_and_with_nobody_else(baseline):
    pairs = [(baseline, name) for name in NAMES[:4] if name != baseline]
    for signs in shapes(pairs):
        line = headline(judgement(signs, baseline=baseline)).replace(" on average", "")
        shown, unclear = better_pairs(signs), open_pairs(signs)
        for clause in line.replace(f"the baseline {baseline}", "it").removesuffix(".").split("; "):
            if hit := re.fullmatch(rf"({SOME}) (?:is|are) better than it", clause):
                assert {(name, baseline) for name in people(hit[1])} <= shown
            elif hit := re.fullmatch(rf"({SOME}) (?:is|are) worse than it", clause):
                assert {(baseline, name) for name in people(hit[1])} <= shown
            elif hit := re.fullmatch(rf"({SOME}) (?:is|are) not shown to differ from it", clause):
                assert {frozenset((baseline, name)) for name in people(hit[1])} <= unclear
            else:
                assert not shown, (signs, line)
                assert re.fullmatch(rf"No learner is shown to differ from it|{NAMES[0]} ranks first", clause), line


def test_three_folds_of_the_wine_data_name_who_is_worse_than_whom():
    """Seen: svm .987, knn .986, forest .963, nb .838 over three folds read "svm, knn and nb lead; forest is worse"."""
    line = headline(judgement({("Ann", "Bob"): 0, ("Ann", "Cyd"): 1, ("Ann", "Dan"): 0, ("Bob", "Cyd"): 1, ("Bob", "Dan"): 0, ("Cyd", "Dan"): 0}))  # fmt: skip
    assert line == "No clear winner on average: Ann ranks first and is better than Cyd; Bob is better than Cyd."


def test_thirty_learners_of_which_neighbours_alone_differ_are_worded_by_pairs():
    """Seen: "lr10.0, ... lead; knn5, ... are worse" although lr10.0 was not shown to beat knn5."""
    rng = np.random.default_rng(7)
    skill, noise = np.linspace(0, 0.06, 30), rng.normal(size=(40, 30))
    table = {f"m{place}": (0.9 - skill[place] + 0.03 * noise[:, place]).tolist() for place in range(30)}
    judged = judge(ScoreMatrix.of(table), Question(evidence=DATASETS, measure="accuracy"))
    standing = standing_of(judged)
    assert standing.outcome is Outcome.PARTLY
    line = headline(judged)
    assert " lead; " not in line
    assert " worse" not in line
    named = re.findall(r"(m\d+)(?: ranks first and)? is better than ([^;.]*)", line)
    assert named
    for winner, losers in named:
        for loser in re.findall(r"m\d+", losers):
            assert judged.pair(winner, loser).verdict.winner == winner
