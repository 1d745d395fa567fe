"""`bo.stream`: learners side by side on one stream, each example predicted before it is learned from."""

import mmap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from bakeoff.comparisons.posthoc.adjust import adjust
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.notes import Note
from bakeoff.core.text import abridged
from bakeoff.estimates.analytic.average_difference import AverageDifference
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.streams.baselines import baselines_of
from bakeoff.streams.checkpoint import Checkpoint, check_failed, check_form, checked_tracks
from bakeoff.streams.detection.detectors import detectors as detector_catalogue
from bakeoff.streams.encoding import StreamEncoder
from bakeoff.streams.forgetting import forgetting_of
from bakeoff.streams.kept_predictions import KeptPredictions, kept_columns
from bakeoff.streams.notes import (
    BASELINE_AHEAD,
    FAILED_LEARNER,
    FILLED_CELLS,
    LATE_CLASS,
    MISSING_CELLS,
    UNLABELLED,
    WORDS_ENCODED,
)
from bakeoff.streams.online import OnlineLearner, online_learner
from bakeoff.streams.pairs.anytime_test import Capital
from bakeoff.streams.running_measure import ValueAlong, has_running_sums, value_along
from bakeoff.streams.source import INDICATORS, Examples, StreamSource, held_out, joined, stream_source
from bakeoff.streams.stream_evaluation import StreamEvaluation
from bakeoff.streams.stream_results import StreamPair

__all__ = ["stream"]

SECONDS = 5.0  # between checkpoints
PAGE_BYTES = mmap.PAGESIZE
LEVEL = 0.95  # of intervals
MOST_LOSSES = 2_000_000  # examples up to which single losses are kept for detectors
BLOCK = 1024  # examples that are scored at a time where learners take them one by one


@suggest_arguments
def stream(
    learners: Mapping[str, Any],
    stream: Any,
    measure: str | Measure = "error",
    *,
    window: int | None = None,
    fading: float | None = None,
    delay: int = 0,
    chunk: int = 100,
    holdout: tuple[Any, Any] | str | Path | None = None,
    target: str | None = None,
    time: str | None = None,
    classes: Any = None,
    positive: Any = None,
    detectors: Sequence[str] = ("adwin",),
    encode: bool = True,
    keep: str | Path | None = None,
    checkpoint: str | Path | None = None,
    progress: Callable[[int, Mapping[str, float]], None] | None = None,
) -> StreamEvaluation:
    """Which learner is better on a stream, tested on each example before it learns from it?

    The first `chunk` labels are only learned from; from there on every example is predicted first. All learners see the same examples at
    the same time. Memory does not grow with the stream, except for one value of each learner per chunk
    (per 1,024 examples where the chunk is 1 and all learners are river's).

    Parameters
    ----------
    learners
        Names and learners: scikit-learn's with `partial_fit`, or river's. They are copied, never changed.
    stream
        A made stream, a CSV or Parquet file of any length (with `target`), a pair (X, y), or an iterator of such pairs.
    measure, window, fading
        As in `bo.prequential`. A measure without running sums, such as roc_auc, needs a window; its examples are kept.
    delay
        How many examples pass until a label arrives.
    chunk
        How many examples are predicted, then learned from, at a time; 1 is the strictest and slowest.
    holdout
        Examples (X, y), or a file like that of the stream, that are never used for learning: the values along the stream are computed on them,
        after each chunk.
    target, time
        Columns of a file: the label, and the time, by which rows must ascend.
    classes
        All classes, if they are not known in advance.
    positive
        The positive class, where the measure needs one.
    detectors
        Names of detectors of change (`bo.detectors`) that watch the losses of each learner.
    encode
        Fill missing numbers by the mean of the column so far, missing words by the empty word; learners with `partial_fit` get words as
        indicators by their hash. A note counts what was filled. False hands gaps on as they are.
    keep
        A CSV file for the predictions of all tested examples: position, truth, and a column for each learner, as `bo.stream_predictions` reads them.
    checkpoint
        A file that keeps what is known, every few seconds. If it is there, the run goes on from it: learners learn again from the start, because nothing that
        a learner has learned is ever stored, and nothing before is predicted or scored again.
    progress
        Called after each chunk with the number of examples and the values so far.

    Returns
    -------
    A `StreamEvaluation`: `values` along the stream, `final`, `pairs` with anytime p-values, `seconds`, `notes`.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> from bakeoff.streams.made import make_stream
    >>> stream({"nb": GaussianNB()}, make_stream("sea", 2000, seed=1), window=500).tested
    1900
    """
    declared = measure if isinstance(measure, Measure) else measure_named(measure)
    if not learners:
        raise BadInput("give at least one learner: {name: learner}")
    forgetting = forgetting_of(window, fading)
    _check_followed(declared, window, checkpoint)
    if keep is not None and checkpoint is not None:
        raise BadInput(
            "keep= and checkpoint= do not go together: a run that goes on predicts nothing anew; give one of them"
        )
    watching = tuple(
        detector_catalogue[name].name for name in ([detectors] if isinstance(detectors, str) else detectors)
    )
    size, late = count("chunk", chunk), count("delay", delay, least=0)
    source = stream_source(stream, target=target, time=time)
    task = "regression" if declared.of_numbers else None
    known_classes = None if task else np.asarray(classes) if classes is not None else source.classes
    if task is None and known_classes is None:
        raise BadInput(
            f"the target contains numbers with fractions, and {declared.short} is of classes; take a measure of numbers, for example mae or rmse"
            if source.again
            else "the classes of an iterator are not known in advance, and learners need them: give classes=[...]"
        )
    online = {name: online_learner(name, learner, known_classes) for name, learner in learners.items()}
    baselines = baselines_of(known_classes) if declared.needs is Output.LABEL or declared.of_numbers else {}
    baselines = {name: rule for name, rule in baselines.items() if name not in online}
    run = _Run(
        measure=declared, task=task, classes=known_classes, positive=positive, holdout=held_out(holdout, target=target, time=time),
        learners={**online, **baselines}, baselines=tuple(baselines), detectors=watching,
        keeps_losses=checkpoint is None, encoder=StreamEncoder() if encode else None, kept_rows=None if keep is None else KeptPredictions(Path(keep)),
        running={name: value_along(declared, forgetting) for name in (*online, *baselines)},
        overall={name: value_along(declared, forgetting_of()) for name in (*online, *baselines)},
        capital={pair: Capital() for pair in combinations(learners, 2)} if _is_bounded(declared) else {},
        average={pair: AverageDifference() for pair in combinations(learners, 2)} if _is_bounded(declared) else {},
    )  # fmt: skip
    settings = {"measure": declared.name, "window": window, "fading": fading, "chunk": size, "delay": late}
    if size == 1:
        settings["block"] = BLOCK  # a run goes on at the end of a block
    kept = None if checkpoint is None else Checkpoint.of(checkpoint, settings, learners)
    if kept is not None and (state := kept.read()) is not None:
        try:
            run.restore(state)
        except (KeyError, ValueError, TypeError, AttributeError, OverflowError, IndexError):
            raise kept.refused from None
    run.follow(source, size, late, kept, progress)
    if kept is not None:
        kept.write(run.state())
    return run.results(source, forgetting.window, forgetting.fading)


def _check_followed(declared: Measure, window: int | None, checkpoint: Any) -> None:
    """Raise BadInput where the measure cannot be followed along a stream in this way."""
    if has_running_sums(declared):
        return
    if any(task.clusters for task in declared.tasks):
        raise BadInput(
            f"{declared.short} is of clusters, which have no labels to be predicted; take a measure such as error, kappa or brier"
        )
    if window is None or checkpoint is not None:
        raise BadInput(
            f"{declared.short} needs its examples at once: give window=, for example window=1000"
            + ("" if checkpoint is None else ", and leave checkpoint out, which would have to hold all examples")
        )


def memory_now() -> int:
    """Bytes that this process holds now; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE_BYTES
    except (OSError, ValueError, IndexError):
        return 0


def _is_bounded(measure: Measure) -> bool:
    return measure.per_row is not None and measure.after is None and bool(np.isfinite(measure.bounds).all())


_PLAIN = (  # of a run, as JSON can hold them
    "positions", "values", "final", "seconds", "n", "tested", "unlabelled", "start", "losses", "spent", "memory",
)  # fmt: skip


@dataclass(slots=True, kw_only=True)
class _Run:
    """What is known so far."""

    measure: Measure
    task: str | None
    classes: Array | None
    positive: Any
    holdout: Examples | None
    learners: dict[str, OnlineLearner]
    running: dict[str, ValueAlong]
    overall: dict[str, ValueAlong]
    capital: dict[tuple[str, str], Capital]
    average: dict[tuple[str, str], AverageDifference]
    baselines: tuple[str, ...] = ()  # names among the learners
    detectors: tuple[str, ...] = ()
    encoder: StreamEncoder | None = None
    kept_rows: KeptPredictions | None = None
    failed: dict[str, str] = field(default_factory=dict)  # learners that raised an error, and the error
    row_losses: dict[str, list[Array]] = field(
        default_factory=dict
    )  # of each tested example, while they are few and no checkpoint is kept
    tested_at: list[Array] = field(default_factory=list)
    keeps_losses: bool = True
    tracks: dict[tuple[str, str], list[list[float]]] = field(
        default_factory=dict
    )  # sums of the pair's differences at each position
    positions: list[int] = field(default_factory=list)
    values: dict[str, list[float]] = field(default_factory=dict)
    final: dict[str, float] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    losses: dict[str, list[float]] = field(default_factory=dict)  # mean loss of each chunk, where it is bounded
    spent: dict[str, list[float]] = field(default_factory=dict)  # seconds so far
    memory: list[int] = field(default_factory=list)  # bytes of this process
    first_seen: dict[Any, int] = field(default_factory=dict)
    start: str = ""  # sha256 of the first examples, by which a checkpoint knows its stream
    n: int = 0
    tested: int = 0
    unlabelled: int = 0
    gaps: dict[str, int] = field(default_factory=dict)  # missing cells by column, which a resumed run counts again
    kept_at: float = field(default_factory=perf_counter)

    def follow(self, source: StreamSource, size: int, delay: int, kept: Checkpoint | None, progress: Any) -> None:
        """Predict, wait for labels, learn; chunk by chunk. What a checkpoint has seen is only learned from."""
        if (
            size == 1
            and not delay
            and self.holdout is None
            and all(learner.by_one for learner in self.learners.values())
        ):
            came = self._follow_by_one(source, kept, progress)
        else:
            came = self._follow_by_chunk(source, size, delay, kept, progress)
        if not self.tested:
            raise BadInput(
                f"no example could be tested: {self.n:,} examples came, {self.unlabelled:,} of them without a label, the first {size:,} "
                f"labels are only learned from, and labels arrive after {delay:,} examples; give a longer stream or a smaller chunk"
            )
        if came < self.n:
            raise BadInput(
                f"the checkpoint has seen {self.n:,} examples, but only {came:,} came; delete it, or give the stream that it belongs to"
            )

    def _follow_by_one(self, source: StreamSource, kept: Checkpoint | None, progress: Any) -> int:
        """The same where every learner takes one example at a time: only scores are made block by block."""
        started, n = False, 0
        for raw in source.examples(BLOCK):
            part = self._encoded(raw)
            if not n:
                self._begin(part, kept)
            labelled, places, fresh = part.take(part.known), np.flatnonzero(part.known), n >= self.n
            n += len(part)
            if fresh:
                self._meet(part)
            if not started and len(labelled):
                self._learn(labelled.take(slice(0, 1)))
                labelled, places, started = labelled.take(slice(1, None)), places[1:], True
            if fresh:
                self._test(labelled, places, learn=True)
                self.n += len(part)
                self._tell(kept, progress)
            elif len(labelled):
                self._learn(labelled)
        return n

    def _follow_by_chunk(
        self, source: StreamSource, size: int, delay: int, kept: Checkpoint | None, progress: Any
    ) -> int:
        waiting: Examples | None = None  # predicted, not yet learned from
        started, n = all(learner.recorded for name, learner in self.learners.items() if name not in self.baselines), 0
        for raw in source.examples(size):
            part = self._encoded(raw)
            if not n:
                self._begin(part, kept)
            fresh = n >= self.n
            if fresh:
                self._meet(part)
                if started:
                    self._test(part.take(part.known), np.flatnonzero(part.known))
                self.n += len(part)
            n += len(part)
            waiting = part if waiting is None else joined(waiting, part)
            arrived = max(len(waiting) - delay, 0)
            ready = waiting.take(slice(0, arrived))
            ready = ready.take(ready.known)
            if len(ready) and (started or len(ready) >= size or n >= size + delay):
                self._learn(ready)
                waiting, started = waiting.take(slice(arrived, None)), True
            if fresh:
                self._tell(kept, progress)
        return n

    def _begin(self, part: Examples, kept: Checkpoint | None) -> None:
        """Compare the first examples with the hold-out and, where the run goes on from a checkpoint, with its stream."""
        if self.holdout is not None and list(self.holdout.features) != list(part.features):
            raise BadInput(
                f"the columns of the hold-out must be those of the stream: they are {abridged(list(self.holdout.features), 6)} there and "
                f"{abridged(list(part.features), 6)} here"
            )
        if self.holdout is not None and type(self.holdout.block) is not type(part.block):
            raise BadInput(
                "the hold-out must contain its features as the stream does: as columns, texts, objects or sparse rows"
            )
        start = part.digest()
        if kept is not None and self.start and self.start != start:
            raise BadInput(f"{kept.path} belongs to a run on another stream; delete it, or give another file")
        self.start = start

    def _tell(self, kept: Checkpoint | None, progress: Any) -> None:
        """Keep what is known if it is time, and show it."""
        if kept is not None and perf_counter() - self.kept_at >= SECONDS:
            kept.write(self.state())
            self.kept_at = perf_counter()
        if progress is not None and self.positions:
            progress(self.n, {name: values[-1] for name, values in self.values.items()})

    def state(self) -> dict[str, Any]:
        """What a checkpoint must keep."""
        return {
            **{name: getattr(self, name) for name in _PLAIN},
            "first_seen": list(self.first_seen.items()),
            "failed": self.failed,
            "tracks": list(self.tracks.values()),
            "running": {name: measure.state() for name, measure in self.running.items()},
            "overall": {name: measure.state() for name, measure in self.overall.items()},
            "capital": [
                [capital.logs.tolist(), capital.largest, capital.seen, capital.first]
                for capital in self.capital.values()
            ],
            "average": [[average.total, average.spread] for average in self.average.values()],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from such a state, which may be a stranger's; raises what `check_form` raises."""
        for name, reason in check_failed(state, [name for name in self.learners if name not in self.baselines]).items():
            self._drop(name, reason)
        check_form(state, self.learners)
        for name in _PLAIN:
            setattr(self, name, state[name])
        self.first_seen = dict(state["first_seen"])
        for name in self.learners:
            self.running[name].restore(state["running"][name])
            self.overall[name].restore(state["overall"][name])
        for capital, (logs, largest, examples, first) in zip(self.capital.values(), state["capital"], strict=True):
            capital.restore(logs, largest, examples, first)
        for mean, (total, spread) in zip(self.average.values(), state["average"], strict=True):
            mean.restore(total, spread, self.tested)
        self.tracks = dict(
            zip(self.average, checked_tracks(state["tracks"], len(self.average), len(self.positions)), strict=False)
        )

    def _encoded(self, part: Examples) -> Examples:
        """The examples without gaps, unless they are wanted as they are."""
        if self.encoder is None:
            self._count_gaps(part)
            return part
        if all(learner.recorded for name, learner in self.learners.items() if name not in self.baselines):
            return part
        return self.encoder.filled_in(part)

    def _count_gaps(self, part: Examples) -> None:
        """Missing cells, where a learner gets them as they are; others refuse them."""
        if not any(learner.by_one for name, learner in self.learners.items() if name not in self.baselines):
            return
        for name, values in part.features.items():
            if values.dtype.kind == "f" and (missing := int(np.count_nonzero(np.isnan(values)))):
                self.gaps[name] = self.gaps.get(name, 0) + missing

    def _meet(self, part: Examples) -> None:
        """Count what is missing, and note where a class comes for the first time."""
        self.unlabelled += int(np.count_nonzero(~part.known))
        if self.classes is None:
            return
        labels = part.labels[part.known]
        for label in np.unique(labels).tolist():
            if label in self.first_seen:
                continue
            position = self.n + int(np.flatnonzero(part.known)[np.argmax(labels == label)])
            self.first_seen[label] = position
            if label not in self.classes.tolist():
                raise BadInput(
                    f"class {label!r} first appears at example {position + 1:,} and is none of the classes given; add it to classes="
                )

    def _test(self, part: Examples, places: Array, *, learn: bool = False) -> None:
        """Predict and score these examples, which stand at these places of what comes now."""
        if not len(part):
            return
        losses: dict[str, Array] = {}
        kept: dict[str, Array] = {}
        for name, learner in list(self.learners.items()):
            answers = self._guarded(name, part, lambda learner=learner: self._answers(learner, part, learn=learn))  # type: ignore[misc]
            if answers is None:
                continue
            kept |= kept_columns(name, answers)
            pred = self._predictions(part.labels, answers)
            if reason := self.measure.fits(pred):
                raise NotApplicable(reason)
            value = float(self.running[name].extend(pred)[-1]) if self.holdout is None else self._held_out(learner)
            self.values.setdefault(name, []).append(value)
            self.final[name] = float(self.overall[name].extend(pred)[-1])
            if _is_bounded(self.measure) and self.measure.per_row is not None:
                losses[name] = np.asarray(self.measure.per_row(pred), dtype=np.float64)
                self.losses.setdefault(name, []).append(float(losses[name].mean()))
                if self.keeps_losses:
                    self.row_losses.setdefault(name, []).append(losses[name])
            self.spent.setdefault(name, []).append(self.seconds[name])
        low, high = self.measure.bounds
        for (a, b), capital in self.capital.items():
            differences = (losses[a] - losses[b]) / (high - low)
            capital.push(differences)
            average = self.average[a, b]
            average.push(differences)
            self.tracks.setdefault((a, b), []).append([average.total, average.spread, average.seen])
        if self.kept_rows is not None:
            self.kept_rows.add(
                self.n, part.labels, {name: values for name, values in kept.items() if name not in self.baselines}
            )
        self._remember(part, places)
        self.tested += len(part)
        self.positions.append(self.n + len(part))
        self.memory.append(memory_now())

    def _remember(self, part: Examples, places: Array) -> None:
        """Keep the numbers of the examples beside their losses, or forget the losses where there are too many."""
        if self.keeps_losses and self.losses:
            self.tested_at.append(self.n + places)
        if self.tested + len(part) > MOST_LOSSES:
            self.keeps_losses = False
            self.row_losses.clear()
            self.tested_at.clear()

    def _guarded(self, name: str, part: Examples, action: Callable[[], Any]) -> Any:
        """What the learner answers; None where it raises an error, which costs only itself as long as another learner is left."""
        try:
            with self._timed(name):
                return action()
        except Exception as error:
            reason = (
                str(error)
                if isinstance(error, BadInput)
                else f"{type(error).__name__}: {str(error).partition(chr(10))[0][:200]}"
            )
            if name in self.baselines or set(self.learners) <= {name, *self.baselines}:
                raise (
                    error
                    if isinstance(error, BadInput)
                    else BadInput(
                        f"learner {name!r} cannot learn from or predict the examples after {self.n:,}: {reason}"
                    )
                ) from error
            self._drop(name, f"after {self.n:,} examples: {reason}")
            return None

    def _drop(self, name: str, reason: str) -> None:
        """Go on without a learner."""
        self.failed[name] = reason
        for series in (
            self.learners,
            self.running,
            self.overall,
            self.values,
            self.final,
            self.seconds,
            self.losses,
            self.spent,
        ):
            series.pop(name, None)
        for pairs in (self.capital, self.average, self.tracks):
            for pair in [pair for pair in pairs if name in pair]:
                del pairs[pair]

    def _held_out(self, learner: OnlineLearner) -> float:
        assert self.holdout is not None
        return self.measure(self._predictions(self.holdout.labels, self._answers(learner, self.holdout)))

    def _answers(self, learner: OnlineLearner, part: Examples, *, learn: bool = False) -> dict[str, Any]:
        shares = self.measure.needs is not Output.LABEL
        if learn:
            table = learner.predict_and_learn(part, probabilities=shares)
        else:
            table = learner.probabilities(part) if shares else learner.predict(part)
        if not shares:
            return {"y_pred": table}
        return {"y_proba": table[:, 1] if table.shape[1] == 2 else table}

    def _predictions(self, truth: Array, answers: dict[str, Any]) -> Predictions:
        if self.task is not None:
            return predictions_of(truth, task=self.task, **answers)
        assert self.classes is not None
        return predictions_of(truth, labels=self.classes.tolist(), positive=self.positive, **answers)

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        """Count the seconds of a learner. One that has met few examples may divide by zero, which is its own affair."""
        start = perf_counter()
        with np.errstate(all="ignore"):
            yield
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - start

    def _learn(self, part: Examples) -> None:
        for name, learner in list(self.learners.items()):
            self._guarded(name, part, lambda learner=learner: learner.learn(part))  # type: ignore[misc]

    def results(self, source: StreamSource, window: int | None, fading: float | None) -> StreamEvaluation:
        """All that is known at the end."""
        pairs = self._pairs() if self.capital else ()
        if self.kept_rows is not None:
            self.kept_rows.close()
        own = [name for name in self.learners if name not in self.baselines]
        recorded = all(self.learners[name].recorded for name in own)
        low, high = self.measure.bounds
        return StreamEvaluation(
            measure=self.measure.name, window=window, fading=fading, n=self.n, tested=self.tested, changes=source.changes, holdout=0 if self.holdout is None else len(self.holdout),
            positions=tuple(self.positions), values={name: tuple(self.values[name]) for name in own},
            final={name: self.final[name] for name in own}, seconds={name: self.seconds[name] for name in own}, pairs=pairs, notes=(*self._notes(), *source.repeats.notes),
            losses={name: tuple(self.losses[name]) for name in own if name in self.losses},
            spent={} if recorded else {name: tuple(self.spent[name]) for name in own if name in self.spent}, memory=() if recorded else tuple(self.memory),
            baselines={name: self.final[name] for name in self.baselines if name in self.final},
            baseline_values={name: tuple(self.values[name]) for name in self.baselines if name in self.values},
            detectors=self.detectors, recorded=recorded, loss_range=high - low if self.capital else float("nan"),
            row_losses={name: np.concatenate(self.row_losses[name]) for name in own if name in self.row_losses},
            tested_at=np.concatenate(self.tested_at) if self.tested_at else np.empty(0, dtype=np.int64),
            tracks={pair: tuple(map(tuple, sums)) for pair, sums in self.tracks.items()},
        )  # fmt: skip

    def _pairs(self) -> tuple[StreamPair, ...]:
        low, high = self.measure.bounds
        p_values = [capital.p_value for capital in self.capital.values()]
        averages = [average.p_value for average in self.average.values()]
        ends = [[end * (high - low) for end in average.interval(LEVEL)] for average in self.average.values()]
        return tuple(
            StreamPair(
                a=a, b=b, difference=self.final[a] - self.final[b], p_value=p_values[index], p_adjusted=adjusted, first=capital.first,
                low=ends[index][0], high=ends[index][1], p_average=averages[index], p_average_adjusted=average,
            )
            for index, (((a, b), capital), adjusted, average) in enumerate(
                zip(self.capital.items(), adjust(p_values).tolist(), adjust(averages).tolist(), strict=True)
            )
        )  # fmt: skip

    def _notes(self) -> list[Note]:
        lower = self.measure.direction is Direction.LOWER
        own = [self.final[name] for name in self.learners if name not in self.baselines]
        best = min(own) if lower else max(own)
        ahead = {
            name: self.final[name]
            for name in self.baselines
            if name in self.final and (self.final[name] <= best if lower else self.final[name] >= best)
        }
        notes = [
            BASELINE_AHEAD(baseline=name, value=value, best=best, measure=self.measure.short)
            for name, value in ahead.items()
        ]
        notes += [FAILED_LEARNER(learner=name, reason=reason) for name, reason in self.failed.items()]
        if self.encoder is not None and self.encoder.filled:
            notes.append(FILLED_CELLS(cells=sum(self.encoder.filled.values()), column=next(iter(self.encoder.filled))))
        if (
            self.encoder is not None
            and self.encoder.words
            and any(not learner.by_one for learner in self.learners.values())
        ):
            notes.append(WORDS_ENCODED(columns=list(self.encoder.words), indicators=INDICATORS))
        notes += [
            LATE_CLASS(label=str(label), at=position + 1)
            for label, position in self.first_seen.items()
            if position > self.n // 10
        ]
        if self.gaps:
            notes.append(MISSING_CELLS(cells=sum(self.gaps.values()), column=next(iter(self.gaps))))
        return notes + ([UNLABELLED(missing=self.unlabelled, n=self.n)] if self.unlabelled else [])
