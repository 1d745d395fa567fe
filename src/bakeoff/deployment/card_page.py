"""The card of a model as a page: what it is, how good, how it was chosen, its data, what was not tested, what to watch."""

from collections.abc import Iterable, Iterator

from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.notes import Emphasis, Name, Sentence
from bakeoff.core.text import MISSING, abridged, capital, clean, duration, fixed, sentence, significant
from bakeoff.deployment.card import ModelCard, ScoreFacts
from bakeoff.deployment.column_facts import FEWEST, LEVEL, ColumnFacts
from bakeoff.deployment.notes import NAMED_BEST, date_text
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Block, Callout, Code, Fold, KeyValues, Notices, Paragraph, Part, Report
from bakeoff.report.tables.plain_text import Table

__all__ = ["card_report", "score_text", "summary_lines"]

SHOWN_LEVELS = 8


def card_report(card: ModelCard) -> Report:
    """The card, to be written as HTML, Markdown, LaTeX or JSON."""
    words = words_for(card.measure)
    sections = (
        Part(name="performance", title="How good is it?", blocks=tuple(_performance(card, words))),
        Part(name="choice", title="How was it chosen?", blocks=tuple(_choice(card, words))),
        Part(
            name="not-tested",
            title="What was not tested",
            blocks=(Notices(items=_sentences(note.text for note in card.not_tested)),),
        ),
        Part(name="drift", title="What to watch in new data", blocks=tuple(_drift(card))),
        Part(name="data", title="Training data", blocks=tuple(_data(card))),
        Part(name="making", title="How it was made", blocks=tuple(_making(card))),
    )
    return Report(
        title=f"Model card: {clean(card.learner)} on {clean(card.dataset)}",
        subtitle=f"{clean(card.created)[:10]} · study {clean(card.study_hash)[:12]} · data {card.fingerprint[:12]}",
        lead=(_headline(card, words),),
        sections=tuple(section for section in sections if section.blocks),
    )


def score_text(score: ScoreFacts, words: MeasureNames) -> str:
    """The score with its interval, in the unit that readers know."""
    if score.value is None:
        return "undefined"
    value = f"{_shown(score.value, words)}{'%' if words.percent else ''}"
    if score.low is None or score.high is None:
        return value
    ends = [_shown(words.within(end), words) for end in (score.low, score.high)]
    return f"{value} ({100 * score.level:g}% interval {ends[0]} to {ends[1]})"


def _shown(value: float, words: MeasureNames) -> str:
    return fixed(value * words.factor, 2) if words.percent else significant(value)


def summary_lines(card: ModelCard) -> list[str]:
    """The card in a few lines, for a terminal."""
    words = words_for(card.measure)
    how = _correction(card) or "not corrected for a choice"
    lines = [
        f"{clean(card.learner)} trained on all {card.rows} rows of {clean(card.dataset)} in {duration(card.training_seconds)}.",
        f"  {capital(words.inline)}: {score_text(card.estimate, words)}, {how}.",
    ]
    if card.naive is not None:
        lines.append(f"  {_uncorrected(card)}: {score_text(card.naive, words)}.")
    if card.chosen:
        lines.append(
            "  Settings chosen on all rows: " + ", ".join(f"{clean(a)} = {clean(b)}" for a, b in card.chosen) + "."
        )
    return lines


def _is_named(card: ModelCard) -> bool:
    """Whether the learner was named that is also the best."""
    return any(note.code == NAMED_BEST.code for note in card.notes)


def _correction(card: ModelCard) -> str:
    """How the estimate is corrected; empty where it is not."""
    if card.naive is None:
        return ""
    return "corrected as if it had been picked" if _is_named(card) else "corrected for having been picked"


def _uncorrected(card: ModelCard) -> str:
    """What the score without the correction is called."""
    used = "Score without this correction" if _is_named(card) else "Score used for the selection"
    return f"{used} (optimistic; do not quote it)"


def _what(card: ModelCard) -> Sentence:
    """What the model predicts."""
    if not card.classes:
        return (" predicts a number for new rows",)
    if card.positive is not None:
        return (" predicts whether a new row is of class ", Name(card.positive))
    return (f" predicts which of {len(card.classes)} classes a new row is of",)


def _headline(card: ModelCard, words: MeasureNames) -> Block:
    parts = (
        Name(card.learner),
        *_what(card),
        " (trained on ",
        Name(card.dataset),
        f"). Expected {words.inline}: ",
        Emphasis((score_text(card.estimate, words),)),
        f", {how}." if (how := _correction(card)) else ".",
    )
    return Callout(title="What to expect", parts=parts, tone="clear" if card.estimate.value is not None else "bad")


def _performance(card: ModelCard, words: MeasureNames) -> Iterator[Block]:
    items = [
        (f"{capital(words.inline)}, expected", score_text(card.estimate, words)),
        ("Method", clean(card.estimate.method)),
    ]
    if card.naive is not None:
        items.insert(1, (_uncorrected(card), score_text(card.naive, words)))
    items += [("Splits", f"{clean(card.scheme)}, {card.splits} in all")]
    yield KeyValues(items=tuple(items))
    if card.notes:
        yield Notices(items=_sentences(note.text for note in card.notes))


def _choice(card: ModelCard, words: MeasureNames) -> Iterator[Block]:
    how = (
        f"The learner with the best {words.inline} was taken; the measure was named before the study was run."
        if card.naive is not None and not _is_named(card)
        else "The learner was named by the person who deployed it."
        if len(card.picked_from) > 1
        else "The study has one learner."
    )
    share = (
        ""
        if card.picked_share is None
        else f" It is the best in {card.picked_share:.0%} of the resamples of the test rows."
    )
    yield Paragraph(parts=(how + share,))
    if len(card.picked_from) > 1:
        unit = " (%)" if words.percent else ""
        better = -1 if words.direction is Direction.HIGHER else 1
        ordered = [
            (clean(name), MISSING if value is None else fixed(value * words.factor, 1 if words.percent else 3))
            for name, value in sorted(
                card.picked_from, key=lambda scored: (scored[1] is None, 0 if scored[1] is None else better * scored[1])
            )
        ]
        yield Table.of(["Learner", f"{capital(words.inline)}{unit}"], ordered, align="lr")
    if card.chosen:
        yield Paragraph(parts=("Settings that its search chose on all rows:",))
        yield KeyValues(items=tuple((clean(a), clean(b)) for a, b in card.chosen))


def _drift(card: ModelCard) -> Iterator[Block]:
    watched = "shares of the predicted classes" if card.classes else "range of the predicted numbers"
    if card.block:
        yield Paragraph(parts=(f"New rows have no columns that could be compared with training. Watch the {watched}.",))
        return
    how = (
        "The command bakeoff predict compares new rows with these columns: levels that were not seen, numbers outside the range, "
        f"gaps where there were none, and, from {FEWEST} rows on, whether a column is distributed otherwise (chi-squared test "
        f"over bins or levels, Holm's correction, level {LEVEL}). Watch the {watched} too."
    )
    yield Paragraph(parts=(how,))
    rows = [
        (clean(column.name), clean(column.kind), _range(column), f"{column.missing:.1%}") for column in card.columns
    ]
    table = Table.of(["Column", "Kind", "Range or levels", "Missing"], rows, align="lllr")
    yield table if len(rows) <= 30 else Fold(title=f"{len(rows)} columns", blocks=(table,))


def _range(column: ColumnFacts) -> str:
    if column.levels:
        return abridged([clean(level) for level in column.levels], SHOWN_LEVELS)
    if column.low is None or column.high is None:
        return "texts" if column.kind == "text" else "no values"
    if column.kind == "date":
        return f"{date_text(column.low)} to {date_text(column.high)}"
    return f"{significant(column.low)} to {significant(column.high)}" + (", whole numbers" if column.whole else "")


def _data(card: ModelCard) -> Iterator[Block]:
    items = [
        ("Data set", clean(card.dataset)),
        ("Source", clean(card.source) or "a frame or arrays in memory"),
        ("Rows", f"{card.rows}"),
        ("Features", clean(card.block_words)) if card.block else ("Columns", f"{len(card.columns)}"),
        ("Fingerprint (sha256)", clean(card.fingerprint)),
    ]
    if card.classes:
        shares = [
            f"{clean(name)} {count / max(card.rows, 1):.1%}"
            for name, count in zip(card.classes, card.class_counts, strict=False)
        ]
        items.append(("Classes", abridged(shares, 12)))
    if card.positive is not None:
        items.append(("Positive class", clean(card.positive)))
    if card.target_range is not None:
        items.append(("Target", " to ".join(significant(end) for end in card.target_range)))
    yield KeyValues(items=tuple(items))
    if card.data_notes:
        yield Notices(items=_sentences(card.data_notes))


def _making(card: ModelCard) -> Iterator[Block]:
    items = [
        ("Learner", clean(card.learner)),
        ("Preparation of the columns", clean(card.preparation) or "its own"),
        ("Study", clean(card.title)),
        ("Seed", f"{card.seed}"),
        ("Trained", f"{clean(card.created)}, in {duration(card.training_seconds)}"),
        *((clean(name), clean(number)) for name, number in card.versions),
    ]
    yield KeyValues(items=tuple(items))
    yield Code(text=clean(card.settings), title="Settings")
    trusted = abridged([clean(type_name) for type_name in card.types], 50)
    yield Paragraph(
        parts=(
            f"To load the file you must trust these types: {trusted}."
            if trusted
            else "Every type in the file is known to skops to be safe.",
            " Nothing in it is pickled.",
        )
    )


def _sentences(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sentence(capital(clean(text))) for text in texts)
