"""The first line of a verdict, by a table of the shapes that an outcome can have. Every pair that it names is a claim of the comparison."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.on_average import reads_ranks
from bakeoff.comparisons.judging.standing import Relation, Standing, VerdictShape, standing_of
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.verdict_notes import NOT_ON_AVERAGE, TOO_FEW_GROUPS
from bakeoff.comparisons.wording.sentences import claim_clause, where_of
from bakeoff.core.text import clean, elide, listed, plural
from bakeoff.measures.naming import short_name_of

__all__ = ["BETTER", "CHEAPER", "SHAPES", "Comparative", "headline", "short_names"]

LONG = 32  # letters of a name: two names of this length fit into a line of the terminal
MOST = 4  # names in a list of the first line; of more, their number
WINNERS = 2  # learners besides the best whose wins are named


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparative:
    """The verbs of a comparison, for one learner and for several."""

    better: tuple[str, str]
    each: str  # of several learners, each by itself
    worse: tuple[str, str]


BETTER = Comparative(
    better=("is better than", "are better than"), each="are each better than", worse=("is worse than", "are worse than")
)
CHEAPER = Comparative(
    better=("costs less than", "cost less than"),
    each="each cost less than",
    worse=("costs more than", "cost more than"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """An outcome with the words that its line is made of."""

    judgement: Judgement
    standing: Standing
    verbs: Comparative
    names: Mapping[str, str]  # short
    where: str  # with a space before it: on a typical data set

    @property
    def pair(self) -> JudgedPair | None:
        """The only pair of two learners."""
        return self.judgement.pairs[0] if len(self.standing.order) == 2 else None

    @property
    def no_winner(self) -> str:
        """The beginning of a line that names no winner."""
        among = " among these fitted models" if self.judgement.question.fitted_models else ""
        return f"No clear winner{among}{self.where}"

    @property
    def among(self) -> str:
        """The beginning of a line that names one."""
        return "Of these fitted models, " if self.judgement.question.fitted_models else ""

    def listed(self, names: Sequence[str], last: str = "and") -> str:
        """Some learners; of many, the first and the number of the rest."""
        return listed([self.names[name] for name in names], last=last, most=MOST + 1)

    def counted(self, names: Sequence[str], last: str = "and") -> str:
        """Some of the others; of many, their number alone."""
        return (
            self.listed(names, last)
            if len(names) <= MOST
            else f"{len(names)} of the {len(self.standing.order) - 1} others"
        )


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Names fit for a sentence: long ones lose their middle, unless two would then look alike.

    >>> short_names(["svm", "a" * 40])["svm"], len(short_names(["svm", "a" * 40])["a" * 40])
    ('svm', 32)
    """
    cleaned = {name: clean(name) for name in names}
    short = {name: elide(text, LONG) for name, text in cleaned.items()}
    return short if len(set(short.values())) == len(set(cleaned.values())) else cleaned


def headline(judgement: Judgement, standing: Standing | None = None, verbs: Comparative = BETTER) -> str:
    """One line that needs no statistics to be read.

    Parameters
    ----------
    judgement : Judgement
        What was concluded.
    standing : Standing, optional
        Its standing, where it was made before.
    verbs : Comparative
        `CHEAPER` for what learners cost, where nobody is better.

    Returns
    -------
    str
        The line, with a full stop.

    Examples
    --------
    >>> from bakeoff import compare
    >>> headline(compare({"a": [9, 8, 9, 8, 9, 7], "b": [8, 6, 6, 7, 5, 2]}, rows="datasets").judgement)
    'a is better than b on a typical data set.'
    """
    standing = standing or standing_of(judgement)
    where = f" {where_of(judgement.evidence, judgement.pairs[0].pair.result)}"
    case = _Case(
        judgement=judgement, standing=standing, verbs=verbs, names=short_names(judgement.matrix.names), where=where
    )
    return f"{SHAPES[standing.outcome](case)}.{_on_average(case)}"


def _winner(case: _Case) -> str:
    others = [name for name in case.standing.order if name != case.standing.winner]
    everyone = (case.listed(others), "both others", f"all {len(others)} others")[min(len(others), 3) - 1]
    return f"{case.among}{case.names[case.standing.winner]} {case.verbs.better[0]} {everyone}{case.where}"


def _leaders(case: _Case) -> str:
    leaders = case.standing.leaders
    between = "the two" if len(leaders) == 2 else f"these {len(leaders)}"
    shown = f"{case.listed(leaders)} {case.verbs.each} {case.listed(case.standing.worse)}"
    return f"{case.no_winner}: {shown}; no difference between {between} is shown"


def _partly(case: _Case) -> str:
    """Some pairs differ: how the first of the ranking stands to the others, then the other pairs."""
    standing, best = case.standing, case.names[case.standing.best]
    beaten, winners = standing.related(Relation.BEATS), standing.related(Relation.BEATEN)
    first = f"{best} {case.verbs.better[0]} {case.counted(beaten)}" if beaten else f"{best} ranks first"
    clauses = [f"{case.verbs.worse[0]} {case.counted(winners)} by the paired test"] if winners else []
    if standing.related(Relation.OPEN) and beaten:
        clauses.append(f"is not shown to differ from {case.counted(standing.related(Relation.OPEN), 'or')}")
    if standing.related(Relation.UNTESTED) and beaten:
        clauses.append(f"cannot be compared by a test with {case.counted(standing.related(Relation.UNTESTED), 'or')}")
    if not beaten and not winners:
        clauses.append("is not shown to be better than any other")
    parts = [", but ".join([first, " and ".join(clauses)] if clauses else [first])]
    rest = [
        (winner, losers) for winner, losers in standing.wins if winner != standing.best and losers != (standing.best,)
    ]
    rest = [(winner, tuple(name for name in losers if name != standing.best)) for winner, losers in rest]
    if len(rest) <= WINNERS:
        parts += [f"{case.names[winner]} {case.verbs.better[0]} {case.listed(losers)}" for winner, losers in rest]
    else:
        parts.append(f"{sum(len(losers) for _, losers in rest)} other pairs differ")
    return f"{case.no_winner}: {'; '.join(parts)}"


def _open(case: _Case) -> str:
    if case.pair is not None:
        return f"{case.no_winner}: {claim_clause(case.pair.verdict, case.names)}"
    count = len(case.standing.order)
    first = f"{case.names[case.standing.best]} has the best {_ranked_by(case.judgement)}"
    if not case.standing.all_pairs:
        return f"{case.no_winner}: {first}, but is not shown to differ from any of the {count - 1} others"
    return f"{case.no_winner}: no difference between the {count} learners is shown ({first})"


def _ranked_by(judgement: Judgement) -> str:
    """What the order of the learners is made of."""
    if judgement.evidence is DATASETS or not judgement.matrix.complete:
        return "mean rank"
    mean = "" if judgement.evidence.single_rows else "mean "
    return f"{mean}{short_name_of(judgement.measure) or 'score'}"


def _few(case: _Case) -> str:
    judgement, order = case.judgement, case.standing.order
    groups = next((note for note in judgement.verdict.notes if note.kind is TOO_FEW_GROUPS), None)
    n = judgement.evidence.counted(judgement.ranks.n) if groups is None else plural(groups.facts["groups"], "group")
    who = case.listed(order) if len(order) == 2 else f"these {len(order)} learners"
    return f"No verdict is possible: {n} {'is' if judgement.ranks.n == 1 else 'are'} too few to tell {who} apart"


def _equivalent(case: _Case) -> str:
    if case.pair is not None:
        return f"{case.among}{claim_clause(case.pair.verdict, case.names)}{case.where}"
    count = len(case.standing.order)
    if not case.standing.all_pairs:
        return (
            f"{case.no_winner}: all {count - 1} others are practically equivalent to {case.names[case.standing.best]}"
        )
    return f"{case.no_winner}: all {count} learners are practically equivalent"


def _identical(case: _Case) -> str:
    who = case.listed(case.standing.order) if case.pair is not None else f"All {len(case.standing.order)} learners"
    measure = short_name_of(case.judgement.measure)
    return f"{who} have identical {f'{measure} values' if measure else 'scores'}"


def _baseline(case: _Case) -> str:
    """How the others stand to the baseline, and nothing else: no other pair was compared."""
    standing, base = case.standing, f"the baseline {case.names[case.standing.baseline or '']}"
    equivalent, identical = standing.related(Relation.EQUIVALENT), standing.related(Relation.IDENTICAL)
    groups = (
        (standing.leaders, case.verbs.better, case.where), (standing.worse, case.verbs.worse, case.where),
        (equivalent, ("is practically equivalent to", "are practically equivalent to"), case.where),
        (identical, ("has identical scores to", "have identical scores to"), ""),
        (standing.related(Relation.UNTESTED), ("cannot be compared by a test with",) * 2, ""),
    )  # fmt: skip
    parts = [f"{case.listed(names)} {verbs[len(names) > 1]} {base}{where}" for names, verbs, where in groups if names]
    if not parts:
        first = "" if standing.best == standing.baseline else f"; {case.names[standing.best]} ranks first"
        return f"No learner is shown to differ from {base}{case.where}{first}"
    undecided = standing.related(Relation.OPEN)
    if undecided:
        parts.append(f"{case.listed(undecided)} {'is' if len(undecided) == 1 else 'are'} not shown to differ from it")
    return f"{case.among}{'; '.join(parts)}"


def _planned(case: _Case) -> str:
    pairs, shown = case.judgement.pairs, case.standing.shown
    equal = [judged for judged in case.standing.undecided if judged.claim in {Claim.EQUIVALENT, Claim.IDENTICAL}]
    undecided = [judged for judged in case.standing.undecided if judged.claim is Claim.UNDECIDED]
    clauses = [claim_clause(judged.verdict, case.names) for judged in (*shown, *equal)]
    if len(pairs) == 1:
        return f"{case.among}{(clauses or [claim_clause(undecided[0].verdict, case.names)])[0]}{case.where}"
    if not clauses:
        return f"None of the {len(pairs)} planned pairs is shown to differ{case.where}"
    more = [f"{len(clauses) - MOST} more are decided"] if len(clauses) > MOST else []
    if undecided:
        clause = claim_clause(undecided[0].verdict, case.names)
        more.append(clause if len(undecided) == 1 else f"{len(undecided)} are not shown to differ")
    differ = f"{len(shown)} of {len(pairs)} planned pairs {'differs' if len(shown) == 1 else 'differ'}"
    return f"{differ}{case.where}: {'; '.join([*clauses[:MOST], *more])}"


def _unscored(case: _Case) -> str:
    return f"No {case.judgement.evidence.block} has a score, so the learners cannot be ranked"


SHAPES: Mapping[VerdictShape, Callable[[_Case], str]] = {
    VerdictShape.WINNER: _winner,
    VerdictShape.LEADERS: _leaders,
    VerdictShape.PARTLY: _partly,
    VerdictShape.OPEN: _open,
    VerdictShape.FEW: _few,
    VerdictShape.EQUIVALENT: _equivalent,
    VerdictShape.IDENTICAL: _identical,
    VerdictShape.BASELINE: _baseline,
    VerdictShape.PLANNED: _planned,
    VerdictShape.UNSCORED: _unscored,
}


def _on_average(case: _Case) -> str:
    """Which of the claims about a typical data set the mean difference over data sets does not show."""
    judgement, standing = case.judgement, case.standing
    if not reads_ranks(judgement.evidence, judgement.pairs[0].pair.result):
        return ""
    if standing.outcome is VerdictShape.EQUIVALENT:
        beyond = any(note.kind is NOT_ON_AVERAGE for judged in judgement.pairs for note in judged.verdict.notes)
        return " On average over data sets it is not shown." if beyond else ""
    claims = sum(len(losers) for _, losers in standing.wins)
    open_ = [mean for mean in standing.on_average if not mean.shown]
    if not open_:
        return ""
    if claims == 1:
        (mean,) = open_
        ahead = f"{case.names[mean.ahead]} is ahead" if mean.parts else "it is not shown"
        return f" On average over data sets {ahead}."
    if len(open_) == claims:
        return " On average over data sets none of these differences is shown."
    are = "is" if len(open_) == 1 else "are"
    return f" On average over data sets {len(open_)} of these {claims} differences {are} not shown."
