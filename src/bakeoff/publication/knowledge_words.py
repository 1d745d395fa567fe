"""The words of each known fact, made when somebody reads them."""

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from bakeoff.comparisons.test_names import phrase_of_test
from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.comparisons.wording.verdict_text import ABOUT, BY_HOW_MUCH, verdict_text
from bakeoff.core.text import capital, clean, duration, listed, plural
from bakeoff.publication import study_knowledge as known
from bakeoff.report.names import adjusted_words, settings_words
from bakeoff.report.sections.design import policy_words
from bakeoff.splits.catalogue import scheme_words
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Fact

__all__ = ["WORDS", "words_of"]

MOST = 8  # data sets or learners that a cell of a checklist names


def words_of(fact: Fact[Analysed, Any], value: Any) -> str:
    """The sentence about a fact that is known."""
    return WORDS[fact](value)


def _by_name(parts: Mapping[str, str]) -> str:
    """One text where it holds for all, else one for each name."""
    texts = dict.fromkeys(parts.values())
    if len(texts) == 1:
        return next(iter(texts))
    lines = [f"{clean(name)}: {text}" for name, text in parts.items()]
    return "; ".join(lines[:MOST]) + (f"; and {len(lines) - MOST} more" if len(lines) > MOST else "")


def _data(sets: tuple[known.DataFacts, ...]) -> str:
    parts = [
        f"{clean(data.name)} ({plural(data.rows, 'row')}"
        + (f", {plural(data.columns, 'column')}" if data.columns else "")
        + (f"; {clean(data.source)}" if data.source else "")
        + f"; sha256 {clean(data.fingerprint)[:12]})"
        for data in sets
    ]
    return _cut(parts)


def _cut(parts: list[str]) -> str:
    return "; ".join(parts[:MOST]) + (f"; and {len(parts) - MOST} more" if len(parts) > MOST else "") + "."


def _classes(sets: tuple[known.DataFacts, ...]) -> str:
    parts = []
    for data in sets:
        counts = ", ".join(f"{clean(name)} {count:,}" for name, count in data.classes[:6])
        more = f" and {len(data.classes) - 6} more" if len(data.classes) > 6 else ""
        positive = f"; positive: {clean(data.positive)}" if data.positive else ""
        parts.append(f"{clean(data.name)}: {data.task}, {counts}{more}{positive}")
    return _cut(parts)


def _missing(sets: tuple[known.DataFacts, ...]) -> str:
    return (
        "Missing cells: "
        + _by_name({data.name: f"{data.missing_share:.1%}" if data.missing_share else "none" for data in sets})
        + "."
    )


def _splits(facts: known.SplitFacts) -> str:
    same = ", the same for every learner" if facts.same_for_all else ""
    overlap = "; training parts overlap, and the tests allow for it" if facts.overlapping else ""
    return f"{clean(scheme_words(facts.scheme, classed=facts.classed))}: {plural(facts.splits, 'split')} per data set{same} (seed {facts.seed}){overlap}."


def _learners(learners: tuple[tuple[str, str], ...]) -> str:
    return _cut([f"{clean(name)}: {settings_words(settings)}" for name, settings in learners])


def _preparation(learners: tuple[tuple[str, str], ...]) -> str:
    text = _by_name({name: clean(preparation) for name, preparation in learners})
    return f"{text}. All of it is fitted on training rows only."


def _tuning(searches: tuple[tuple[str, str, str, str], ...]) -> str:
    parts = [
        f"{clean(learner)}: {clean(search)} search inside each training part ({clean(scheme_words(scheme))}, by {words_for(measure).inline})"
        for learner, search, scheme, measure in searches
    ]
    return _cut(parts)


def _measures(measures: tuple[str, ...]) -> str:
    primary, *others = [words_for(name) for name in measures]
    more = f"; also {listed([words.inline for words in others])}" if others else ""
    return f"{primary.heading} (the primary measure, named before the run){more}."


def _intervals(kinds: tuple[tuple[str, float], ...]) -> str:
    return f"Scores have intervals: {listed([f'{100 * level:.4g}% {clean(method)}' for method, level in kinds])}."


def _test(facts: known.TestFacts) -> str:
    rope = f"; differences up to {facts.rope:g} do not matter" if facts.rope is not None else ""
    p = f"p = {facts.p_value:.3g}" if isfinite(facts.p_value) else "no p-value"
    return f"{capital(phrase_of_test(facts.test))}, {adjusted_words(facts.adjustment)}, alpha = {facts.alpha:g}; {p} for the pair of the verdict{rope}."


def _verdict(judgement: Any) -> str:
    """The headline and the size of the difference."""
    text = verdict_text(judgement)
    return " ".join([text.headline, *(fact for name, fact in text.facts if name == BY_HOW_MUCH)])


def _scope(judgement: Any) -> str:
    """What the claim is about."""
    return next(
        f"The claim is about this: {fact[:1].lower()}{fact[1:]}"
        for name, fact in verdict_text(judgement).facts
        if name == ABOUT
    )


def _baselines(lines: tuple[tuple[str, str, str, float], ...]) -> str:
    return _cut(
        [f"{name} on {clean(data)}: {words_for(measure).inline} {value:.3g}" for data, name, measure, value in lines]
    )


def _checks(states: tuple[known.CheckState, ...]) -> str:
    parts = []
    for state in states:
        found = f"found: {' '.join(map(clean, state.found))}" if state.found else "nothing found"
        parts.append(f"{state.code.removeprefix('check.').replace('_', ' ')}: {found}")
    return "; ".join(parts) + "."


def _environment(facts: known.EnvironmentFacts) -> str:
    versions = ", ".join(f"{clean(name)} {clean(version)}" for name, version in facts.versions)
    machine = "; ".join(f"{clean(name)}: {clean(text)}" for name, text in facts.machine)
    return ". ".join(part for part in (versions, machine) if part) + "."


def _compute(facts: known.ComputeFacts) -> str:
    return f"{facts.units} of {facts.planned} fits, {duration(facts.unit_seconds)} of compute in all, {duration(facts.wall_seconds)} wall time."


def _file(facts: known.FileFacts) -> str:
    by = f"described in {clean(facts.toml)}" if facts.toml else "described in Python"
    return f"One results file contains plan, predictions and scores (study sha256 {clean(facts.study_hash)[:16]}, seed {facts.seed}); it was {by}, and the report has the lines that repeat it."


def _failures(facts: tuple[int, int, str]) -> str:
    failed, planned, policy = facts
    return f"{failed} of {planned} units failed; if units fail, {policy_words(policy)}."


def _shifts(names: tuple[str, ...]) -> str:
    return f"Learners were also tested under other conditions on {listed(list(map(clean, names)))}."


def _best(facts: tuple[known.BestFacts, ...]) -> str:
    return _cut(
        [
            f"{clean(best.dataset)}: {clean(best.learner)}, {best.corrected:.3g} after correction for having been picked"
            for best in facts
        ]
    )


WORDS: Mapping[Fact[Analysed, Any], Callable[[Any], str]] = {
    known.DATA: _data,
    known.CLASSES: _classes,
    known.MISSING: _missing,
    known.SPLITS: _splits,
    known.LEARNERS: _learners,
    known.PREPARATION: _preparation,
    known.TUNING: _tuning,
    known.MEASURES: _measures,
    known.INTERVALS: _intervals,
    known.TEST: _test,
    known.VERDICT: _verdict,
    known.SCOPE: _scope,
    known.BASELINES: _baselines,
    known.DUPLICATES: _checks,
    known.LEAKS: _checks,
    known.ENVIRONMENT: _environment,
    known.COMPUTE: _compute,
    known.FILE: _file,
    known.FAILURES: _failures,
    known.SHIFTS: _shifts,
    known.CORRECTED_BEST: _best,
}
