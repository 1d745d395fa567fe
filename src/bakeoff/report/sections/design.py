"""The design card: what was compared, on what, how, with which versions, and what went wrong."""

from collections.abc import Collection, Sequence
from itertools import zip_longest

from bakeoff.comparisons.wording.difference_format import rope_words
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.notes import Citation, Sentence, is_silenced
from bakeoff.core.text import clean, duration, listed, plural
from bakeoff.data.tasks import task_named
from bakeoff.report.blocks import Block, Fold, KeyValues
from bakeoff.report.names import settings_words
from bakeoff.report.section import Section, is_study
from bakeoff.report.sections.scores import planned_pairs
from bakeoff.report.tables.plain_text import Table, without_empty
from bakeoff.splits.catalogue import scheme_words
from bakeoff.study.analysis.findings import Findings, StudyCard
from bakeoff.study.analysis.stored_design import DatasetCard, LearnerCard

__all__ = ["DESIGN", "data_table", "environment_facts", "learner_table", "method_facts", "policy_words"]

_CLASSES = 6
_DIGITS = 12  # of a fingerprint: enough to tell data sets apart; `bakeoff status -v` shows all
_POLICIES = {
    "withhold": "the comparison is withheld",
    "complete": "data sets with a unit that failed are left out of the comparison",
    "worst": "a failed unit counts as the worst score of the others",
}


def method_facts(findings: Findings) -> KeyValues:
    """What was done to learn what, and how much of it is there."""
    card = findings.card
    alone = len(card.learners) == 1
    measures = "; ".join(words_for(name).short for name in card.measures if name != card.primary)
    items = [
        (
            "Resampling",
            f"{scheme_of(card)}: {plural(card.splits_per_dataset, 'split')} per data set"
            + ("" if alone else ", the same for all"),
        ),
        ("Primary measure", _primary(words_for(card.primary))),
        ("Other measures", measures),
        ("Significance", "" if alone else f"α = {card.alpha:g}; {_rope(findings)}"),
        ("Compared", "" if alone else _compared(findings)),
        ("If units fail", "" if alone else policy_words(card.policy)),
        ("Seed", f"{card.seed}"),
        ("Units", f"{card.units_done} of {card.units_planned} done"),
        ("Time", f"{duration(card.wall_seconds)} wall, {duration(card.unit_seconds)} total compute"),
    ]
    return KeyValues(items=tuple((key, value) for key, value in items if value))


def environment_facts(findings: Findings) -> KeyValues:
    """When and on what it ran, and the hash of the study: to reproduce it."""
    card = findings.card
    items = [
        ("Started", clean(card.started)),
        ("Versions", ", ".join(f"{clean(name)} {clean(version)}" for name, version in card.versions)),
        *((clean(name), clean(words)) for name, words in card.machine),
        ("Study", f"sha256 {clean(card.study_hash)}"),
    ]
    return KeyValues(items=tuple((key, value) for key, value in items if value))


def _primary(words: MeasureNames) -> str:
    """The title, what sentences call it, and which way is better."""
    return words.heading.replace(words.title, f"{words.title}{words.also}", 1)


def _rope(findings: Findings) -> str:
    card = findings.card
    if card.rope is None:
        return "no region of equivalence"
    relative = findings.primary is not None and findings.primary.relative
    return f"region of equivalence {rope_words(card.rope, words_for(card.primary), relative=relative)}"


def _compared(findings: Findings) -> str:
    """Which pairs."""
    planned = planned_pairs(findings)
    if planned:
        return f"{plural(len(planned), 'planned pair')}: " + "; ".join(f"{clean(a)} and {clean(b)}" for a, b in planned)
    baseline = findings.card.baseline
    return f"every learner with the baseline, {clean(baseline)}" if baseline else "every pair"


def scheme_of(card: StudyCard) -> str:
    """How the rows were split, in words."""
    return clean(scheme_words(card.scheme, classed=any(task_named(dataset.task).coded for dataset in card.datasets)))


def policy_words(policy: str) -> str:
    """What happens to the comparison where a unit failed."""
    return _POLICIES.get(policy, clean(policy))


def learner_table(findings: Findings) -> Table:
    """Learners with their settings and what happens to the data before."""
    rows = [(clean(learner.name), _settings(learner), clean(learner.preparation)) for learner in findings.card.learners]
    return Table.of(("Learner", "Settings", "Preparation"), rows, caption="Learners")


def _settings(learner: LearnerCard) -> str:
    """With the language and machine of a learner from outside, where they are stated."""
    stated = ", ".join(clean(text) for text in (learner.language, learner.machine) if text)
    return settings_words(learner.settings) + (f" ({stated})" if stated else "")


def data_table(findings: Findings) -> Table:
    """Data sets with their shape, classes and whatever was noticed about them."""
    rows = [_data_row(dataset, findings.silence) for dataset in findings.card.datasets]
    titles = ("Data set", "Task", "Rows", "Columns", "Classes", "Missing", "sha256", "Noticed")
    return without_empty(Table.of(titles, rows, align="llrrlrll", caption="Data sets"))


def _data_row(card: DatasetCard, silence: Collection[str]) -> tuple[str, ...]:
    total = max(sum(card.class_counts), 1)
    classes = [
        f"{clean(name)} {count / total:.0%}" for name, count in zip(card.classes, card.class_counts, strict=False)
    ]
    shown = ", ".join(classes[:_CLASSES]) + (f" and {len(classes) - _CLASSES} more" if len(classes) > _CLASSES else "")
    if card.positive is not None:
        shown += f"; positive: {clean(card.positive)}"
    coded = zip_longest(card.warnings, card.codes, fillvalue="")  # older files have no codes
    warnings = [text for text, code in coded if not is_silenced(code, silence)]
    noticed = "; ".join(clean(warning) for warning in (*warnings, *card.notes))
    missing = f"{card.missing_share:.1%}" if card.missing_share else "–"
    return (
        clean(card.name),
        card.task,
        f"{card.n_rows}",
        card.block or f"{card.n_columns}",
        shown,
        missing,
        clean(card.fingerprint)[:_DIGITS],
        noticed,
    )


def _blocks(findings: Findings) -> list[Block]:
    learners = f"Learners and their settings ({len(findings.card.learners)})"
    data = f"Data sets ({len(findings.card.datasets)})"
    return [
        method_facts(findings),
        Fold(title=learners, blocks=(learner_table(findings),)),
        Fold(title=data, blocks=(data_table(findings),)),
        Fold(title="Versions and machine", blocks=(environment_facts(findings),)),
    ]


def _methods(findings: Findings) -> Sentence:
    """Who was compared on what, how rows were split, and by which measures."""
    card = findings.card
    primary = words_for(card.primary)
    names = listed([learner.name for learner in card.learners], most=12)
    others = [words_for(measure) for measure in card.measures if measure != card.primary]
    count, alone = card.splits_per_dataset, len(card.learners) == 1
    same = "" if alone else "the same "
    splits = f"{same}{count} splits" if count > 1 else "one split" if alone else "the same split"
    who = f"We evaluated {names}" if alone else f"We compared {plural(len(card.learners), 'learner')} ({names})"
    data = plural(len(card.datasets), "data set")
    every = "each " if len(card.datasets) > 1 else ""
    drawn = f"{splits} into training and test rows ({scheme_of(card)}; seed {card.seed})"
    main = f"The primary measure, named before the study was run, is {primary.inline}{primary.also}"
    return (f"{who} on {data}, {every}with {drawn}. {_prepared(card)} {main}", *_cited(primary), *_beside(others), ".")


def _beside(others: Sequence[MeasureNames]) -> Sentence:
    """Further measures, each with its source."""
    spans: Sentence = ()
    for number, words in enumerate(others):
        between = "; " if number == 0 else " and " if number + 1 == len(others) else ", "
        spans += (f"{between}{words.inline}", *_cited(words))
    return (*spans, f" {'is' if len(others) == 1 else 'are'} reported as well") if others else ()


def _cited(words: MeasureNames) -> Sentence:
    """The source of a measure; nothing of one that somebody brought."""
    return () if words.declared is None else (" ", Citation((words.declared.reference,)))


def _prepared(card: StudyCard) -> str:
    """What can be vouched for: nothing that was done outside."""
    outside = [learner.name for learner in card.learners if learner.imported_from is not None]
    fitted = "All preparation of the data was fitted on training rows only"
    if len(outside) == len(card.learners):
        return "The predictions were made outside this study, which cannot tell what their learners had seen."
    rest = f"; the predictions of {listed(outside)} were made outside this study" if outside else ""
    return f"{fitted}{rest}."


DESIGN = Section(
    name="design",
    title="Design",
    when=(is_study,),
    facts=lambda source: source.study,
    blocks=_blocks,
    methods=_methods,
    folded=True,
)
