"""The verdict as a card: its words, every learner with its score, and the statistics behind a line."""

from collections.abc import Mapping

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import mean_scores_of
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.comparisons.judging.standing import Standing, VerdictShape, standing_of
from bakeoff.comparisons.wording.leading_gap import leading_gap
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.comparisons.wording.verdict_text import statistics_of, verdict_text
from bakeoff.core.notes import Emphasis
from bakeoff.core.text import clean, decimals_for, fixed
from bakeoff.report.blocks import Card, LearnerChip, Paragraph
from bakeoff.report.check_lines import check_facts
from bakeoff.study.checks.check_results import CheckResults

__all__ = ["mean_scores", "verdict_card"]


def verdict_card(
    judgement: Judgement,
    looks: Mapping[str, int],
    stability: Stability | None = None,
    checks: CheckResults | None = None,
) -> Card:
    """The card of one comparison; `stability` adds how many robustness checks agree, `checks` the baseline and what they found."""
    standing = standing_of(judgement)
    text = verdict_text(judgement, stability, standing)
    checks = checks or CheckResults()
    decided = standing.shown or standing.outcome in {VerdictShape.EQUIVALENT, VerdictShape.IDENTICAL}
    return Card(
        title="Verdict",
        parts=(Emphasis((text.headline,)), *(f" {doubt}" for doubt in checks.doubts)),
        facts=(*text.facts, *check_facts(checks, judgement.measure)),
        learners=tuple(_chips(judgement, standing, looks)),
        details=tuple(Paragraph(parts=(line,)) for line in statistics_of(judgement)),
        tone="clear" if decided and not checks.doubts else "open",
        gap=leading_gap(judgement, standing),
    )


def _chips(judgement: Judgement, standing: Standing, looks: Mapping[str, int]) -> list[LearnerChip]:
    """Every learner, best first, with its mean score."""
    scores = mean_scores(judgement)
    groups = dict.fromkeys(standing.worse, "worse") | {name: "lead" for name in standing.leaders if standing.shown}
    groups = {} if standing.outcome is VerdictShape.PARTLY else groups  # there it depends on the pair
    if standing.baseline is not None:
        groups[standing.baseline] = "baseline"
    return [
        LearnerChip(name=clean(name), look=looks[name], score=scores.get(name, ""), group=groups.get(name, ""))
        for name in standing.order
        if name in looks
    ]


def mean_scores(judgement: Judgement) -> dict[str, str]:
    """The mean score of each learner as shown, with its unit; nothing where scores have units of their own on each data set."""
    words, means = words_of(judgement.context), mean_scores_of(judgement)
    if not means:
        return {}
    spread = max(means.values()) - min(means.values())
    decimals = decimals_for(
        [spread * words.factor / 20], most=4, least=1 if words.percent else -9, unknown=1 if words.percent else 3
    )
    return {
        name: fixed(value * words.factor, decimals) + ("%" if words.percent else "") for name, value in means.items()
    }
