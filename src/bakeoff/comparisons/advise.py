"""Which measure, which splits, which data, which test? Answers read from the decision table, each with its reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bakeoff.comparisons.advice import PURPOSES, RULES, Rule
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["Advice", "advise", "render_choosing"]

TASKS = ("binary", "multiclass", "ordinal", "regression", "clustering")
EVIDENCE = ("folds", "rows", "scores", "runs")
TOPICS = ("measure", "resampling", "data sets", "test", "reading")


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What fits the situation, by topic, and which answers would sharpen it."""

    rules: tuple[Rule, ...]
    open_questions: tuple[str, ...] = ()
    answers: Mapping[str, object] = field(default_factory=dict)

    def of(self, topic: str) -> tuple[Rule, ...]:
        """The recommendations on one topic."""
        return tuple(one for one in self.rules if one.topic == topic)

    def __str__(self) -> str:
        lines = []
        for topic in TOPICS:
            found = self.of(topic)
            if found:
                lines.append(f"{topic.capitalize()}:")
            lines += [f"  {', '.join(one.take) + ': ' if one.take else ''}{one.why} ({one.when})." for one in found]
        if self.open_questions:
            lines += ["Say more to learn more: " + ", ".join(self.open_questions) + "."]
        return "\n".join(lines)


def advise(
    *,
    purpose: str | None = None,
    task: str | None = None,
    algorithms: int | None = None,
    datasets: int | None = None,
    rows: int | None = None,
    error: float | None = None,
    evidence: str | None = None,
    imbalance: bool | None = None,
    costs: bool | None = None,
    probabilities: bool | None = None,
    ranking: bool | None = None,
    groups: bool | None = None,
    time: bool | None = None,
    baseline: bool | None = None,
    commensurable: bool | None = None,
    equivalence: bool | None = None,
) -> Advice:
    """What to measure, how to split, which data and which test fit a situation; leave out what you do not know.

    >>> [name for rule in advise(algorithms=2, datasets=10).of("test") for name in rule.take]
    ['wilcoxon', 'sign']
    """
    answers = {name: value for name, value in locals().items() if value is not None}
    _known("purpose", purpose, PURPOSES)
    _known("task", task, TASKS)
    _known("evidence", evidence, EVIDENCE)
    for name in ("algorithms", "datasets", "rows"):
        value = answers.get(name)
        if value is not None and (not isinstance(value, int) or value < 1):
            raise BadInput(f"{name} must be a whole number of at least 1, not {value!r}")
    _assume(answers)
    chosen = tuple(one for one in RULES if _holds(one, answers))
    asked = dict.fromkeys(name for one in RULES for name, _ in one.needs)
    return Advice(rules=chosen, open_questions=tuple(name for name in asked if name not in answers), answers=answers)


def _assume(answers: dict[str, object]) -> None:
    """What goes without saying once some answers are given."""
    if "task" in answers:
        answers.setdefault("imbalance", False)
    if {"algorithms", "datasets"} <= set(answers):
        answers.setdefault("baseline", False)
        if answers["datasets"] == 1:
            answers.setdefault("evidence", "folds")


def _known(name: str, value: str | None, known: Iterable[str]) -> None:
    names = tuple(known)
    if value is not None and value not in names:
        raise UnknownName(name, value, names)


def _holds(rule: Rule, answers: Mapping[str, object]) -> bool:
    return all(_met(answers.get(name), wanted) for name, wanted in rule.needs)


def _met(given: object, wanted: object) -> bool:
    if wanted is None:
        return given is None
    if not isinstance(wanted, tuple):
        return given is not None and given == wanted
    mark, bound = wanted
    if not isinstance(given, (int, float)):
        return False
    return bool({"<": given < bound, "<=": given <= bound, ">": given > bound, ">=": given >= bound}[mark])


def render_choosing() -> str:
    """The decision table as the page docs/choosing.md."""
    lines = [
        "# Choosing a measure, a resampling scheme, data sets and a test", "",
        "This page is made from the table that `bo.advise` and `bakeoff advise` read (`bakeoff.comparisons.advice`).", "",
        "Start from the purpose:", "", *(f"- `{key}`: {words}" for key, words in PURPOSES.items()), "",
    ]  # fmt: skip
    for topic in TOPICS:
        lines += [f"## {topic.capitalize()}", "", "| when | take | because |", "|---|---|---|"]
        lines += [f"| {one.when} | {', '.join(one.take) or '–'} | {one.why} |" for one in RULES if one.topic == topic]
        lines.append("")
    return "\n".join(lines)
