"""Which measure, which splits, which data, which test? Answers read from the decision table, each with its reason."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bakeoff.comparisons.catalogue import ALL, tests
from bakeoff.comparisons.choosing.rules import recommended
from bakeoff.comparisons.evidence.kinds import DATASETS, EVIDENCE as BLOCKS
from bakeoff.comparisons.planning.decision_table import PURPOSES, RULES, AdviceRow
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.tasks import task_named, tasks

__all__ = ["Advice", "advise", "render_choosing"]

EVIDENCE = ("folds", "rows", "scores", "runs")
SOURCES = ("repository", "artificial", "exchange", "expanded")
TOPICS = ("measure", "resampling", "data sets", "test", "tuning", "reading")


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What fits the situation, by topic, what was taken for granted, and which answers would sharpen it."""

    rules: tuple[AdviceRow, ...]
    open_questions: tuple[str, ...] = ()
    answers: Mapping[str, object] = field(default_factory=dict)
    assumed: Mapping[str, object] = field(default_factory=dict)

    def of(self, topic: str) -> tuple[AdviceRow, ...]:
        """The recommendations on one topic."""
        return tuple(rule for rule in self.rules if rule.topic == topic)

    def __str__(self) -> str:
        if not self.rules:
            return f"This is not enough for advice yet. Add: {', '.join(self.open_questions)}."
        lines = []
        for topic in TOPICS:
            rules = self.of(topic)
            lines += [f"{topic.capitalize()}:"] if rules else []
            for rule in rules:
                lines += [f"  {', '.join(rule.take)} ({rule.when})", f"      {rule.why}"]
        if self.assumed:
            assumptions = ", ".join(f"{_GRANTED[name, value]} ({name})" for name, value in self.assumed.items())
            lines.append(f"Assumed: {assumptions}; state it if this is wrong.")
        if self.open_questions:
            lines.append(f"More advice is possible with: {', '.join(self.open_questions)}.")
        return "\n".join(lines)


_GRANTED: dict[tuple[str, object], str] = {
    ("datasets", 1): "a single data set",
    ("baseline", True): "one learner against all others",
    ("baseline", False): "every pair of learners",
    ("imbalance", False): "classes that are not skewed",
    ("evidence", "folds"): "scores of folds",
}


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
    source: str | None = None,
    parameters: int | None = None,
) -> Advice:
    """What to measure, how to split, which data and which test fit a situation; leave out what you do not know.

    Parameters
    ----------
    purpose
        What the study is for.
    task
        The kind of task.
    algorithms
        How many learners are compared.
    datasets
        How many data sets there are.
    rows
        How many rows a data set has.
    error
        About how large the error is.
    evidence
        What a row of the scores is.
    imbalance
        Whether classes are of very different size.
    costs
        Whether errors cost differently.
    probabilities
        Whether probabilities are used.
    ranking
        Whether the order of rows is used.
    groups
        Whether rows belong together.
    time
        Whether rows have a place in time.
    baseline
        Whether all are compared with one learner.
    commensurable
        Whether scores of different data sets can be compared.
    equivalence
        Whether equivalence shall be shown.
    source
        Where the data sets come from: "repository", "artificial", "exchange" or "expanded".
    parameters
        How many settings of a learner are chosen.

    Returns
    -------
    Advice
        The rules that apply, each with what it recommends and why.

    Examples
    --------
    >>> [name for rule in advise(algorithms=2, datasets=10).of("test") for name in rule.take]
    ['wilcoxon', 'sign']
    """
    answers = {name: value for name, value in locals().items() if value is not None}
    _known("purpose", purpose, PURPOSES)
    _known("task", task, tasks.names)
    _known("evidence", evidence, EVIDENCE)
    _known("source", source, SOURCES)
    for name, least in (("algorithms", 1), ("datasets", 1), ("rows", 1), ("parameters", 0)):
        value = answers.get(name)
        if value is not None and (not isinstance(value, int) or value < least):
            raise BadInput(f"{name} must be a whole number of at least {least}, not {value!r}")
    if error is not None and not 0 <= error <= 1:
        raise BadInput(f"error is a rate between 0 and 1, not {error!r}")
    assumed = _assumed(answers)
    facts = answers | assumed
    chosen = (*(rule for rule in RULES if _holds(rule, facts)), *_installed(facts))
    asked = dict.fromkeys(name for rule in RULES for name, _ in rule.needs)
    beside = {"source"} | ({"imbalance"} if task is not None and not task_named(task).classifies else set())
    left = tuple(name for name in asked if name not in facts and name not in beside)
    return Advice(rules=chosen, open_questions=left, answers=answers, assumed=assumed)


def _installed(facts: Mapping[str, object]) -> Iterator[AdviceRow]:
    """Tests of installed packages that declare a use for such evidence."""
    learners, datasets, evidence = facts.get("algorithms"), facts.get("datasets"), facts.get("evidence")
    if not isinstance(learners, int) or not isinstance(datasets, int) or learners < 2:
        return
    kind = DATASETS if datasets > 1 else BLOCKS[evidence] if evidence in BLOCKS.names else None
    for test in tests:
        use = None if test in ALL or kind is None else test.use(kind, learners)
        if use is not None:
            when = f"a test of an installed package for {kind}"
            yield AdviceRow(topic="test", when=when, needs=(), take=(test.name,), why=use.taken or use.beside)


def _assumed(answers: Mapping[str, object]) -> dict[str, object]:
    """What goes without saying once some answers are given."""
    assumed: dict[str, object] = {}
    if answers.get("purpose") in ("new-on-domain", "application"):
        assumed["datasets"] = 1
    if answers.get("purpose") in ("new-on-domain", "new-on-benchmark"):
        assumed["baseline"] = True
    if "task" in answers and task_named(str(answers["task"])).classifies:
        assumed["imbalance"] = False
    facts = assumed | dict(answers)
    if {"algorithms", "datasets"} <= set(facts):
        assumed.setdefault("baseline", False)
        if facts["datasets"] == 1:
            assumed["evidence"] = "folds"
    return {name: value for name, value in assumed.items() if name not in answers}


def _known(name: str, value: str | None, values: Iterable[str]) -> None:
    names = tuple(values)
    if value is not None and value not in names:
        raise UnknownName(name, value, names)


def _holds(rule: AdviceRow, answers: Mapping[str, object]) -> bool:
    return all(_met(answers.get(name), wanted) for name, wanted in rule.needs)


def _met(answer: object, wanted: object) -> bool:
    if wanted is None:
        return answer is None
    if not isinstance(wanted, tuple):
        return answer is not None and answer == wanted
    mark, bound = wanted
    if mark == "is not":
        return bool(answer != bound)
    if not isinstance(answer, (int, float)):
        return False
    return bool({"<": answer < bound, "<=": answer <= bound, ">": answer > bound, ">=": answer >= bound}[mark])


def render_choosing() -> str:
    """The decision tables as the page docs/choosing.md."""
    lines = [
        "# Choosing a measure, a resampling scheme, data sets and a test", "",
        "This page is made from the tables that `bo.advise` and `bakeoff advise` (`bakeoff.comparisons.planning.decision_table`) and `bo.compare` and `bakeoff compare` (the declarations in `bakeoff.comparisons.significance`) read.", "",
        "Start from the purpose:", "", *(f"- `{key}`: {words}" for key, words in PURPOSES.items()), "",
    ]  # fmt: skip
    for topic in TOPICS:
        lines += [f"## {topic.capitalize()}", "", "| when | take | because |", "|---|---|---|"]
        lines += [f"| {rule.when} | {', '.join(rule.take)} | {rule.why} |" for rule in RULES if rule.topic == topic]
        lines.append("")
    return "\n".join([*lines, *_chosen()])


def _chosen() -> list[str]:
    """What `compare` takes for each kind of evidence, and what it could take instead."""
    lines = [
        "## What compare takes", "",
        "The test follows the design of the evidence, never the numbers. `bakeoff compare --why` lists for every other test of the catalogue why it was not chosen.", "",
    ]  # fmt: skip
    for evidence in BLOCKS:
        for learners, many in ((2, "Two learners"), (3, "More than two learners")):
            rule = recommended(evidence, learners)
            lines += [f"**{many}, {evidence.about}: `{rule.take}`.** {rule.why[:1].upper()}{rule.why[1:]}.", ""]
            lines += [f"- `{name}` may be run as well, but {reason}." for name, reason in rule.also]
            lines += [""] if rule.also else []
    return lines
