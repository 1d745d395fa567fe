"""Every shape of outcome of 2 to 8 learners: each pair that a sentence implies is a claim of the comparison."""

import random
import re
from itertools import combinations, product

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.choosing.choose import choose
from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.standing import VerdictShape, standing_of
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.comparisons.verdict import Claim, Verdict
from bakeoff.comparisons.wording.headline import BETTER, CHEAPER, SHAPES, headline
from bakeoff.comparisons.wording.verdict_text import verdict_text
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.report.verdict_card import verdict_card

NAMES = "Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gil", "Hal"  # as they are ranked
CLAIMS = Claim.A_BETTER, Claim.B_BETTER, Claim.UNDECIDED, Claim.EQUIVALENT
BLOCKS = 12


def judged_pair(a, b, claim, context):
    sign = {Claim.A_BETTER: 1, Claim.B_BETTER: -1}.get(claim, 0)
    p, half = (0.001, 0.01) if sign else (0.5, 0.11)
    seen = Estimate(value=0.1 * sign, low=0.1 * sign - half, high=0.1 * sign + half, level=0.95, method="t", n=BLOCKS)
    result = TestResult(
        test="wilcoxon", variant="exact", null="", statistic=1.0, p_value=p, n=BLOCKS, difference=seen, estimator="mean"
    )  # fmt: skip
    pair = PairResult(a=a, b=b, result=result, p_adjusted=p, adjustment="holm")
    verdict = Verdict(claim=claim, a=a, b=b, pair=pair, context=context, difference=seen, p_equivalent=0.01)
    return JudgedPair(pair=pair, verdict=verdict)


def table(size):
    scores = 0.9 - 0.01 * np.arange(size) + 0.001 * np.sin(np.arange(BLOCKS))[:, None]
    return ScoreMatrix.of(dict(zip(NAMES, scores.T.tolist(), strict=False)))


CHOICE = choose(table(3), Question(evidence=DATASETS)).choice


def judgement(claims, baseline=None, planned=None):
    """A judgement with these claims, by pair; learners are ranked in the order of NAMES."""
    size = max(NAMES.index(name) for pair in claims for name in pair) + 1
    question = Question(evidence=DATASETS, measure="accuracy", rope=0.01, baseline=baseline, pairs=planned)
    context = ClaimContext(question=question, percent=True)
    pairs = tuple(judged_pair(a, b, claim, context) for (a, b), claim in claims.items())
    ranks = RankComparison(
        names=NAMES[:size], mean_ranks=tuple(1.0 + place for place in range(size)), omnibus=pairs[0].pair.result,
        pairs=tuple(judged.pair for judged in pairs), critical_difference=None, posthoc="holm", n=BLOCKS,
    )  # fmt: skip
    return Judgement(
        question=question, matrix=table(size), choice=CHOICE, omnibus=pairs[0].pair.result, ranks=ranks, pairs=pairs,
        verdict=pairs[0].verdict, adjustment="holm",
    )  # fmt: skip


def shapes(pairs, claims=CLAIMS):
    return [dict(zip(pairs, combination, strict=True)) for combination in product(claims, repeat=len(pairs))]


def every_shape():
    """All shapes of two and three learners, all without equivalence of four, and random claim graphs of four to eight."""
    yield from (
        shape for size in (2, 3) for shape in shapes(list(combinations(NAMES[:size], 2)), [*CLAIMS, Claim.IDENTICAL])
    )
    yield from shapes(list(combinations(NAMES[:4], 2)), CLAIMS[:3])
    draw = random.Random(29)
    for size in (4, 5, 6, 7, 8):
        pairs = list(combinations(NAMES[:size], 2))
        for kinds in (
            CLAIMS,
            (Claim.A_BETTER, Claim.A_BETTER, Claim.UNDECIDED),
            (Claim.A_BETTER, *[Claim.UNDECIDED] * 7),
        ):
            yield from (dict(zip(pairs, draw.choices(kinds, k=len(pairs)), strict=True)) for _ in range(40))


def better_pairs(claims):
    wins = {(a, b) for (a, b), claim in claims.items() if claim is Claim.A_BETTER}
    return wins | {(b, a) for (a, b), claim in claims.items() if claim is Claim.B_BETTER}


def of_claim(claims, *kinds):
    return {frozenset(pair) for pair, claim in claims.items() if claim in kinds}


WHO = rf"(?:{'|'.join(NAMES)})"
SOME = rf"{WHO}(?:, {WHO})*(?: (?:and|or) {WHO})?"
MANY = rf"(?:{SOME}|{WHO}(?:, {WHO})*,? and \d+ others)"
BETTER_THAN = "(?:is better than|are better than|costs less than|cost less than)"
WORSE_THAN = "(?:is worse than|are worse than|costs more than|cost more than)"


class Reader:
    """What the clauses of a line state: pairs with a winner, pairs without one, pairs that are equivalent, and counts."""

    def __init__(self, line, names, baseline=None):
        self.names, self.best = names, names[0]
        self.better, self.no_winner, self.equivalent = set(), set(), set()
        self.wins_of_best = self.open_with_best = self.others = self.planned_open = None
        line = line.replace(" on average", "").removesuffix(".")
        line = line.replace(f"the baseline {baseline}", baseline) if baseline else line
        line = line.replace("differ from it", f"differ from {baseline}")
        line = re.sub(r"^\d+ of \d+ planned pairs differs?: ", "", line.removeprefix("No clear winner: "))
        for clause in line.split("; "):
            assert any(rule(self, clause) for rule in RULES), (
                f"a clause that this test cannot read: {clause!r} of {line!r}"
            )

    def others_than(self, name):
        return [other for other in self.names if other != name]


def people(text):
    return re.findall(WHO, text)


def read_better(line, clause):
    hit = re.fullmatch(rf"({MANY}) (?:(?:are )?each (?:better|cost less) than|{BETTER_THAN}) ({MANY})", clause)
    if hit:
        line.better |= set(product(people(hit[1]), people(hit[2])))
        line.leaders = people(hit[1])
    return hit


def read_winner(line, clause):
    hit = re.fullmatch(rf"({WHO}) {BETTER_THAN} (?:both others|all (\d) others)", clause)
    if hit:
        assert hit[2] is None or int(hit[2]) == len(line.names) - 1
        line.better |= {(hit[1], other) for other in line.others_than(hit[1])}
    return hit


def read_best(line, clause):
    """How the first of the ranking stands to the others."""
    first = rf"{line.best} (?:{BETTER_THAN} (?P<beaten>{SOME}|\d of the \d others)|ranks first)"
    lost = rf"{WORSE_THAN} (?P<winners>{SOME}|\d of the \d others) by the paired test"
    open_ = rf"is not shown to differ from (?P<open>{SOME}|\d of the \d others)"
    hit = re.fullmatch(
        rf"{first}, but (?:{lost})?(?: and )?(?:{open_}|(?P<none>is not shown to be better than any other))?", clause
    )
    if hit is None:
        return None
    line.better |= {(line.best, other) for other in people(hit["beaten"] or "")}
    line.better |= {(other, line.best) for other in people(hit["winners"] or "")}
    line.no_winner |= {frozenset((line.best, other)) for other in people(hit["open"] or "")}
    counts = [re.match(r"\d", hit[part] or "") for part in ("beaten", "open")]
    line.wins_of_best, line.open_with_best = (None if count is None else int(count[0]) for count in counts)
    line.wins_of_best = 0 if hit["none"] else line.wins_of_best
    return hit


def read_none(line, clause):
    if re.fullmatch(r"no difference between (?:the two|these \d) is shown", clause):
        line.no_winner |= {frozenset(pair) for pair in combinations(line.leaders, 2)}
        return True
    every = rf"no difference between the {len(line.names)} learners is shown \({line.best} has the best mean rank\)"
    if re.fullmatch(every, clause):
        line.no_winner |= {frozenset(pair) for pair in combinations(line.names, 2)}
        return True
    return clause == f"{line.best} ranks first"


def read_open(line, clause):
    hit = re.fullmatch(rf"({WHO}) and ({WHO}) are not shown to differ", clause)
    if hit:
        line.no_winner.add(frozenset((hit[1], hit[2])))
        return True
    hit = re.fullmatch(rf"({SOME}) (?:is|are) not shown to differ from ({WHO})", clause)
    if hit:
        line.no_winner |= {frozenset((name, hit[2])) for name in people(hit[1])}
        return True
    hit = re.fullmatch(rf"No learner is shown to differ from ({WHO})", clause)
    if hit:
        line.no_winner |= {frozenset((name, hit[1])) for name in line.others_than(hit[1])}
    return hit


def read_worse(line, clause):
    hit = re.fullmatch(rf"({SOME}) {WORSE_THAN} ({WHO})", clause)
    if hit:
        line.better |= {(hit[2], name) for name in people(hit[1])}
    return hit


def read_equal(line, clause):
    hit = re.fullmatch(
        rf"({SOME}) (?:is|are) practically equivalent(?: to ({WHO}))?|({SOME}) (?:has|have) identical (?:scores|accuracy values)(?: to ({WHO}))?",
        clause,
    )
    if hit:
        several, other = hit[1] or hit[3], hit[2] or hit[4]
        pairs = product(people(several), [other]) if other else combinations(people(several), 2)
        line.equivalent |= {frozenset(pair) for pair in pairs}
        return True
    if re.fullmatch(
        r"all \d learners are practically equivalent|All \d learners have identical accuracy values", clause
    ):
        line.equivalent |= {frozenset(pair) for pair in combinations(line.names, 2)}
        return True
    return False


def read_count(line, clause):
    hit = re.fullmatch(r"(\d+) other pairs differ", clause)
    if hit:
        line.others = int(hit[1])
        return True
    hit = re.fullmatch(r"(\d+) are not shown to differ|None of the (\d+) planned pairs is shown to differ", clause)
    if hit:
        line.planned_open = int(hit[1] or hit[2])
    return hit or re.fullmatch(r"\d+ more are decided", clause)


RULES = read_better, read_winner, read_best, read_none, read_open, read_worse, read_equal, read_count


def check(line, claims, names, baseline=None):
    """Every pair that the line implies is a claim, and every number in it is theirs."""
    read, shown = Reader(line, names, baseline), better_pairs(claims)
    assert read.better <= shown, (claims, line)
    assert not {frozenset(pair) for pair in shown} & (read.no_winner | read.equivalent), (claims, line)
    assert read.equivalent <= of_claim(claims, Claim.EQUIVALENT, Claim.IDENTICAL), (claims, line)
    wins = sum(winner == names[0] for winner, _ in shown)
    undecided = sum(names[0] in pair for pair in of_claim(claims, Claim.UNDECIDED))
    assert read.wins_of_best in {None, wins}, (claims, line)
    assert read.open_with_best in {None, undecided}, (claims, line)
    assert read.others in {None, sum(names[0] not in pair for pair in shown)}, (claims, line)
    assert read.planned_open in {None, len(of_claim(claims, Claim.UNDECIDED))}, (claims, line)
    return read


@pytest.mark.parametrize("verbs", [BETTER, CHEAPER], ids=["better", "cheaper"])
def test_every_pair_that_a_line_implies_is_a_claim(verbs):
    for claims in every_shape():
        judged = judgement(claims)
        check(headline(judged, verbs=verbs), claims, judged.ranks.names)


def test_every_outcome_has_a_shape():
    assert set(SHAPES) == set(VerdictShape)


def test_one_learner_alone_is_refused():
    with pytest.raises(BadInput, match="a comparison needs two learners"):
        bo.compare({"a": [0.9, 0.8, 0.7]}, rows="datasets")


@pytest.mark.parametrize("size", range(3, 9))
def test_with_a_baseline_everybody_is_compared_with_it_and_with_nobody_else(size):
    draw = random.Random(size)
    for baseline in NAMES[:size]:
        pairs = [(baseline, name) for name in NAMES[:size] if name != baseline]
        for _ in range(30):
            claims = dict(zip(pairs, draw.choices([*CLAIMS, Claim.IDENTICAL], k=len(pairs)), strict=True))
            line = headline(judgement(claims, baseline=baseline))
            if size <= 5:  # of more, some are counted only
                read = check(line, claims, NAMES[:size], baseline)
                assert read.better == better_pairs(claims)
            assert all(baseline in clause or "it" in clause or "ranks first" in clause for clause in line.split("; "))


@pytest.mark.parametrize("count", range(1, 7))
def test_planned_pairs_are_named_and_no_others(count):
    draw = random.Random(count)
    for _ in range(60):
        pairs = tuple(draw.sample(list(combinations(NAMES[:4], 2)), k=count))
        claims = dict(zip(pairs, draw.choices(CLAIMS, k=count), strict=True))
        read = check(headline(judgement(claims, planned=pairs)), claims, NAMES[:4])
        named = {frozenset(pair) for pair in read.better} | read.equivalent
        assert len(named) == min(len(pairs) - len(of_claim(claims, Claim.UNDECIDED)), 4) or not read.better


def test_worse_always_names_than_whom():
    for claims in every_shape():
        assert not re.search(r"(?<!better) worse(?! than)|\blead\b", headline(judgement(claims)))


def test_the_facts_and_the_card_state_no_pair_that_the_claims_do_not_hold():
    looks = {name: place for place, name in enumerate(NAMES)}
    for claims in every_shape():
        judged, shown = judgement(claims), better_pairs(claims)
        text = verdict_text(judged)
        for winner, loser in re.findall(rf"({WHO}) is better than ({WHO})", " ".join(text.lines)):
            assert (winner, loser) in shown, (claims, text)
        chips = {chip.name: chip.group for chip in verdict_card(judged, looks).learners}
        leaders = [name for name, group in chips.items() if group == "lead"]
        for loser in (name for name, group in chips.items() if group == "worse"):
            assert {(leader, loser) for leader in leaders} <= shown, (claims, chips)
        assert shown or not any(chips.values())


def test_the_standing_is_that_of_the_claims():
    for claims in every_shape():
        judged = judgement(claims)
        standing, shown, names = standing_of(judged), better_pairs(claims), judged.ranks.names
        beaten = {loser for _, loser in shown}
        assert {(winner, loser) for winner, losers in standing.wins for loser in losers} == shown
        assert set(standing.worse) == beaten
        assert set(standing.leaders) == set(names) - beaten
        wins = [name for name in names if all((name, other) in shown for other in names if other != name)]
        assert (standing.outcome is VerdictShape.WINNER) == bool(wins)
        assert not wins or standing.winner == wins[0]
        apart = bool(standing.leaders) and set(product(standing.leaders, beaten)) <= shown
        assert (standing.outcome is VerdictShape.LEADERS) == (apart and bool(shown) and not wins)


def test_three_folds_of_the_wine_data_name_who_is_worse_than_whom():
    """Seen: svm .987, knn .986, forest .963, nb .838 over three folds read "svm, knn and nb lead; forest is worse"."""
    claims = dict.fromkeys(combinations(NAMES[:4], 2), Claim.UNDECIDED)
    claims |= {("Ann", "Cyd"): Claim.A_BETTER, ("Bob", "Cyd"): Claim.A_BETTER}
    line = headline(judgement(claims))
    assert (
        line
        == "No clear winner on average: Ann is better than Cyd, but is not shown to differ from Bob or Dan; Bob is better than Cyd."
    )


def test_three_real_folds_of_which_one_pair_has_no_spread():
    folds = {
        "svm": [0.987, 0.99, 0.984],
        "knn": [0.986, 0.985, 0.987],
        "forest": [0.963, 0.966, 0.96],
        "nb": [0.838, 0.845, 0.831],
    }
    made = bo.compare(folds, rows="folds", scheme="3-fold")
    assert (
        made.headline
        == "No clear winner on data like this: svm, knn and forest are each better than nb; no difference between these 3 is shown."
    )
    assert made.pair("svm", "forest").claim is Claim.UNDECIDED


def test_a_learner_that_failed_is_named_in_what_to_watch():
    scores = {
        "data": list("tuvwxyz"),
        "a": [0.9, 0.8, 0.9, 0.7, 0.8, 0.9, 0.8],
        "b": [0.8, 0.7, 0.8, 0.6, 0.7, 0.8, "OUT OF MEMORY"],
    }
    made = bo.compare(scores)
    assert made.headline == "a is better than b on a typical data set."
    assert "b failed on 1 of 7 data sets" in dict(verdict_text(made.judgement).facts)["What to watch"]


def test_thirty_learners_of_which_neighbours_alone_differ_are_worded_by_pairs():
    """Seen: "lr10.0, ... lead; knn5, ... are worse" although lr10.0 was not shown to beat knn5."""
    rng = np.random.default_rng(7)
    skill, noise = np.linspace(0, 0.06, 30), rng.normal(size=(40, 30))
    scores = {f"m{place}": (0.9 - skill[place] + 0.03 * noise[:, place]).tolist() for place in range(30)}
    judged = judge(ScoreMatrix.of(scores), Question(evidence=DATASETS, measure="accuracy"))
    standing, line = standing_of(judged), headline(judged)
    assert standing.outcome is VerdictShape.PARTLY
    beaten, open_ = (int(count) for count in re.findall(r"(\d+) of the 29 others", line))
    wins = [judged.pair(standing.best, name).verdict.winner for name in standing.order[1:]]
    assert beaten == wins.count(standing.best)
    assert open_ == wins.count(None)
    total = sum(pair.verdict.winner is not None for pair in judged.pairs)
    assert f"; {total - beaten} other pairs differ" in line


def test_a_board_never_calls_a_pair_worse_and_not_shown_on_one_screen():
    """Seen: a board of 134 read in line 1 that a system is worse and in line 6 that it is not shown to differ."""
    rng = np.random.default_rng(3)
    skill = np.linspace(0, 0.1, 134)
    scores = {f"s{place}": rng.normal(0.9 - skill[place], 0.03, 25).tolist() for place in range(134)}
    made = bo.compare(scores, rows="datasets")
    lines = str(made).splitlines()
    stated_better = {pair for line in lines for pair in re.findall(r"(s\d+) is better than (s\d+)", line)}
    stated_open = {frozenset(pair) for line in lines for pair in re.findall(r"(s\d+) and (s\d+) are not shown", line)}
    assert stated_better
    assert stated_open
    assert not {frozenset(pair) for pair in stated_better} & stated_open
    for winner, loser in stated_better:
        assert made.pair(winner, loser).verdict.winner == winner
