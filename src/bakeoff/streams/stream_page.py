"""The page of an evaluation along a stream: verdict, values with alarms and true changes, time and memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.notes import Emphasis, Name, Sentence, Span
from bakeoff.core.text import MISSING, clean, fixed, sentence, short_p, signed
from bakeoff.figures.stream_plot import StreamPlot, TrackPlot, stream_figure, track_figure
from bakeoff.report.blocks import Block, Callout, Notices, Paragraph, Part, Report
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.streams.detection.alarms import AlarmScore
from bakeoff.streams.detection.detectors import detectors
from bakeoff.streams.detection.stream_alarms import StreamAlarms
from bakeoff.streams.pairs.pair_track import MOST as TRACK_POINTS, pair_track
from bakeoff.streams.stream_results import StreamResults

__all__ = ["compose_stream", "stream_words", "value_plot"]

MOST_TRACKS = 6  # pairs that are drawn
_UNTESTED = "This measure is not a mean of bounded losses of single examples, so"


def stream_words(results: StreamResults) -> Sentence:
    """Which learner is better, and since when."""
    words, order = words_for(results.measure), results.best_first
    best = order[0]
    value = f"{fixed(results.final[best] * words.factor, 1 if words.percent else 3)}{'%' if words.percent else ''}"
    text: list[Span] = []
    own = [pair for pair in results.pairs if best in (pair.a, pair.b)]
    beaten = [pair.b if pair.a == best else pair.a for pair in own if pair.apart_on_average]
    if own and len(beaten) == len(own):
        text += [
            Emphasis((Name(best), " is best")),
            f": its {words.inline} over {results.tested:,} examples is {value}, and it is shown to be better over all of them than every other learner.",
        ]
    elif own:
        text += [Name(best), f" has the best {words.inline} over {results.tested:,} examples, {value}"]
        text += (
            ["; it is shown to be better over all of them than ", *_names(beaten), ", not than the others."]
            if beaten
            else ["; it is not shown to be better over all of them than another learner."]
        )
    else:
        text += [
            Name(best),
            f" has the best {words.inline} over {results.tested:,} examples, {value}."
            if len(order) > 1
            else f" has {words.inline} {value} over {results.tested:,} examples.",
        ]
        if len(order) > 1:
            text.append(f" {_UNTESTED} whether learners differ is not tested.")
    apart = [pair.b if pair.a == best else pair.a for pair in own if pair.apart_sometime and not pair.apart_on_average]
    if apart:
        text += [" At some time of the stream it is shown to differ from ", *_names(apart), "; the better one of them may change along it."]  # fmt: skip
    if own:
        text.append(" The p-values hold at every example, however often one looks (paired losses, Holm over pairs).")
    return tuple(text)


def _names(names: list[str]) -> list[Span]:
    spans: list[Span] = []
    for index, name in enumerate(names):
        spans += [Name(name), ", " if index < len(names) - 1 else ""]
    return spans


def value_plot(results: StreamResults, alarms: Mapping[str, tuple[int, ...]]) -> StreamPlot:
    """The values along the stream with its changes and alarms; baselines last."""
    words = words_for(results.measure)
    values = {**results.values, **results.baseline_values}
    names = tuple(values)
    return StreamPlot(
        names=names, positions=np.array(results.positions), values=np.array([values[name] for name in names]) * words.factor,
        y_label=f"{words.short}{' (%)' if words.percent else ''}, {results.forgetting}", changes=results.changes,
        alarms=tuple(alarms.get(name, ()) for name in names),
    )  # fmt: skip


def compose_stream(
    results: StreamResults, alarms: Sequence[StreamAlarms], title: str = "Learners on a stream"
) -> Report:
    """The page."""
    numbers = value_plot(results, alarms[0].places if alarms else {})
    marks = ["Vertical lines: changes that the stream states."] if results.changes else []
    if alarms:
        marks.append(f"Triangles: alarms of {_title(alarms[0].detector)} on the learner's mean loss.")
    drawn = picture(
        "stream",
        "Values along the stream",
        numbers.sentence(),
        " ".join(marks),
        lambda theme: stream_figure(numbers, theme),
    )
    sections = [Part(name="values", title="Along the stream", blocks=(drawn, _scores(results)))]
    if results.pairs:
        sections.append(Part(name="pairs", title="Pairs", blocks=(_pairs(results), *_track_blocks(results))))
    sections.append(Part(name="alarms", title="Changes and alarms", blocks=tuple(_alarm_blocks(results, alarms))))
    if results.spent:
        sections.append(Part(name="costs", title="Time and memory", blocks=tuple(_cost_blocks(results))))
    if results.notes:
        sections.append(
            Part(
                name="notes",
                title="What to keep in mind",
                blocks=(Notices(items=tuple(sentence(str(note)) for note in results.notes)),),
            )
        )
    clear = bool(results.pairs) and any(pair.apart_on_average for pair in results.pairs)
    lead = Callout(title="Verdict", parts=stream_words(results), tone="clear" if clear else "open")
    subtitle = f"{len(results.final)} learners · {results.heading}"
    return Report(title=clean(title), subtitle=subtitle, lead=(lead,), sections=tuple(sections), notes=results.notes)


def _scores(results: StreamResults) -> Table:
    words = words_for(results.measure)
    rows = tuple(
        Row(cells=(
            Cell(text=name), Cell(text=fixed(value * words.factor, 2 if words.percent else 4), value=value),
            Cell(text=fixed(results.values[name][-1] * words.factor, 2 if words.percent else 4), value=results.values[name][-1]),
            Cell(text=fixed(1e6 * results.seconds[name] / max(results.n, 1), 1), value=results.seconds[name]),
        ))
        for name, value in results.final.items()
    )  # fmt: skip
    rows += tuple(
        Row(cells=(
            Cell(text=name), Cell(text=fixed(value * words.factor, 2 if words.percent else 4), value=value),
            Cell(text=fixed(results.baseline_values[name][-1] * words.factor, 2 if words.percent else 4), value=results.baseline_values[name][-1]),
            Cell(text=MISSING),
        ), summary=True)
        for name, value in results.baselines.items()
    )  # fmt: skip
    heads: tuple[str, ...] = ("all tested examples", f"at the end, {results.forgetting}", "µs per example")
    if results.recorded:
        heads, rows = heads[:-1], tuple(replace(row, cells=row.cells[:-1]) for row in rows)
    columns = (ColumnHeading(title="Learner"), *(ColumnHeading(title=heading, align="right") for heading in heads))
    return Table(columns=columns, rows=rows, caption=f"{words.short}{' (%)' if words.percent else ''}")


def _pairs(results: StreamResults) -> Table:
    rows = tuple(
        Row(cells=(
            Cell(text=pair.a), Cell(text=pair.b), Cell(text=signed(pair.difference, 4), value=pair.difference),
            Cell(text=f"{signed(pair.low, 4)} to {signed(pair.high, 4)}"),
            Cell(text=short_p(pair.p_average_adjusted), value=pair.p_average_adjusted, bold=pair.apart_on_average),
            Cell(text=short_p(pair.p_adjusted), value=pair.p_adjusted, bold=pair.apart_sometime),
            Cell(text=MISSING if pair.first is None else f"{pair.first + 1:,}"),
        ))
        for pair in results.pairs
    )  # fmt: skip
    heads = (ColumnHeading(title="Learner"), ColumnHeading(title="against"), *(ColumnHeading(title=heading, align="right") for heading in ("difference", "95% interval", "p of the average", "p at any time", "unadjusted at most 0.05 after")))  # fmt: skip
    words = (
        "All of it holds at every example, however often one looks; p-values by Holm over pairs. Interval and p of the average: of the difference over "
        "all tested examples. p at any time: of no difference at any example; it is small too where the better learner changes along the stream."
    )
    return Table(columns=heads, rows=rows, caption="Pairs of learners", notes=(words,))


def _track_blocks(results: StreamResults) -> list[Block]:
    """The difference of each pair along the stream with its band, and Q; of the pairs of the best learner where there are many."""
    best = results.best_first[0]
    pairs = [pair for pair in results.pairs if (pair.a, pair.b) in results.tracks]
    shown = pairs if len(pairs) <= MOST_TRACKS else [pair for pair in pairs if best in (pair.a, pair.b)][:MOST_TRACKS]
    blocks: list[Block] = []
    for number, pair in enumerate(shown):
        track = pair_track(results, pair.a, pair.b, most=TRACK_POINTS)
        band = TrackPlot(
            title=f"{clean(pair.a)} minus {clean(pair.b)}", positions=track.positions, difference=track.difference, low=track.low,
            high=track.high, q=track.q, y_label=f"Difference of {words_for(results.measure).inline}", changes=results.changes,
        )  # fmt: skip
        words = "The band is the 95% interval of the difference over all examples so far; it holds at all examples at once. Q is the logarithm of the ratio of accumulated losses."
        blocks.append(
            picture(
                f"pair-{number + 1}",
                f"{clean(pair.a)} and {clean(pair.b)} along the stream",
                band.sentence(),
                words,
                partial(track_figure, band),
            )
        )
    if len(shown) < len(pairs):
        blocks.append(
            Paragraph(
                parts=(f"{len(shown)} of {len(pairs)} pairs are drawn: those of the learner with the best value.",)
            )
        )
    return blocks


def _title(detector: str) -> str:
    return detectors[detector].title


def _alarm_blocks(results: StreamResults, alarms: Sequence[StreamAlarms]) -> list[Block]:
    if not results.losses:
        return [Paragraph(parts=(f"{_UNTESTED} no detector was run.",))]
    changes = ", ".join(f"{change:,}" for change in results.changes[:20]) or "none stated"
    stated = Paragraph(parts=(f"Changes of the stream: {changes}.",))
    return [stated, _alarm_table(alarms)] if alarms else [stated]


def _alarm_table(alarms: Sequence[StreamAlarms]) -> Table:
    """Each detector on the losses of each learner; where changes are known, how well it found them, beside two rules that know nothing."""
    scored = bool(alarms[0].scores)
    rows: list[Row] = []
    for raised in alarms:
        detector = Cell(text=_title(raised.detector))
        for name, places in raised.places.items():
            shown = ", ".join(f"{place:,}" for place in places[:8]) + (" ..." if len(places) > 8 else "")
            cells = [detector, Cell(text=name), Cell(text=f"{len(places):,}", value=float(len(places))), Cell(text=shown or MISSING)]  # fmt: skip
            rows.append(Row(cells=(*cells, *(_score_cells(raised.scores[name]) if scored else ()))))
    for rule in alarms[0].rules:
        cells = [Cell(text=rule.rule), Cell(text=MISSING), Cell(text=f"{rule.alarms:,}"), Cell(text=MISSING)]
        rows.append(Row(cells=(*cells, *_score_cells(rule)), summary=True))
    heads = ["Detector", "Learner", "Alarms", "at examples"]
    notes: tuple[str, ...] = ()
    if scored:
        heads += ["changes found", "alarms right", "false per 1,000", "mean delay"]
        notes = (
            f"An alarm counts within {alarms[0].tolerance:,} examples after a change. Two rules for comparison: always an alarm, never one.",
        )
    words = {"Detector", "Learner", "at examples"}
    columns = tuple(ColumnHeading(title=head, align="left" if head in words else "right") for head in heads)
    return Table(columns=columns, rows=tuple(rows), caption="Alarms on the losses of each learner", notes=notes)


def _score_cells(score: AlarmScore) -> list[Cell]:
    values = ((score.recall, 2), (score.precision, 2), (score.false_per_1000, 2), (score.delay, 0))
    return [Cell(text=MISSING if np.isnan(value) else fixed(value, digits), value=value) for value, digits in values]


def _cost_blocks(results: StreamResults) -> list[Block]:
    blocks: list[Block] = []
    if results.spent:
        names = tuple(results.spent)
        size = min(len(results.spent[name]) for name in names)
        places = np.array(results.positions[-size:])
        numbers = StreamPlot(
            names=names,
            positions=places,
            values=np.array([results.spent[name][-size:] for name in names]),
            y_label="Seconds so far",
        )
        blocks.append(
            picture(
                "seconds",
                "Time along the stream",
                numbers.sentence(),
                "Predicting and learning, added up.",
                lambda theme: stream_figure(numbers, theme, height=2.3),
            )
        )
    if max(results.memory, default=0):
        used = np.array(results.memory) / 2**20
        held = StreamPlot(
            names=("memory",),
            positions=np.array(results.positions[-len(used) :]),
            values=used[None, :],
            y_label="MiB of the process",
        )
        words = f"From {used[0]:,.0f} MiB after the first chunk to {used[-1]:,.0f} MiB at the end."
        blocks.append(
            picture(
                "memory",
                "Memory along the stream",
                held.sentence(),
                words,
                lambda theme: stream_figure(held, theme, height=2.1),
            )
        )
    return blocks
