"""Draws: resamples of the summaries, made once for a whole panel.

A resample of n rows is one multinomial draw over the cells of the confusion matrix for everything that reads counts,
one weighted walk along the sorted scores for what reads the ranking, and one weighted mean for what reads moments.
With groups, whole groups are drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.estimates.delta import columns_of
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions import kernels, resamples
from bakeoff.predictions.counts import Counts
from bakeoff.predictions.moments import Moments
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranking import Curve, Ranking
from bakeoff.predictions.summary import Summaries, summarize

__all__ = ["Draws"]

GONE = "no interval: it needs the rows, and they were read in parts and let go"
_NONE = np.empty(0)
_SWEPT = {"roc_auc": 0, "average_precision": 1, "pr_auc": 2, "ks": 3}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draws:
    """`n_resamples` resamples of the rows (or of groups of rows) behind some summaries."""

    summaries: Summaries
    n_resamples: int
    seed: int
    groups: Array | None = None
    wanted: tuple[Measure, ...] = ()  # measures that will be asked for: each resample is then made once for all of them
    kept: dict[str, Any] = field(default_factory=dict)

    @property
    def pred(self) -> Predictions:
        """The rows."""
        if self.summaries.source is not None:
            return self.summaries.source
        ranking = self.summaries.made.get("ranking")
        kept = self.summaries.made.get("rows") or (None if ranking is None else ranking.many)
        if kept is None:
            raise NotApplicable(GONE)
        rows: Predictions = kept
        return rows

    @property
    def by_rows(self) -> bool:
        """Whether single rows of equal weight are drawn."""
        return self.groups is None and (self.summaries.source is None or self.pred.weight is None)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return max(len(one) if kind == "rows" else int(one.n) for kind, one in self.summaries.made.items())

    def of(self, measure: Measure) -> Array:
        """The measure on every resample."""
        if measure.reads is Reads.COUNTS:
            return np.broadcast_to(np.asarray(measure.compute(self._counts()), dtype=np.float64), (self.n_resamples,))
        if measure.reads is Reads.MOMENTS:
            made = measure.compute(self._moments(measure))
            return np.broadcast_to(np.asarray(made, dtype=np.float64), (self.n_resamples,))
        if measure.reads is Reads.RANKING and self.by_rows and self.summaries.ranking.many is None:
            if measure.name in _SWEPT:
                return self._sweeps(_SWEPT[measure.name])
            return self._rankings(measure)
        return self._one_by_one(measure)

    def _rng(self, what: str) -> np.random.Generator:
        from bakeoff.core.seeds import rng_for

        return rng_for(self.seed, f"bootstrap/{what}")

    def _group_codes(self) -> tuple[Array, int]:
        if "codes" not in self.kept:
            units = np.arange(len(self.pred)) if self.groups is None else self.groups
            _, codes = np.unique(units, return_inverse=True)
            self.kept["codes"] = (codes.reshape(-1), int(codes.max(initial=-1)) + 1)
        made: tuple[Array, int] = self.kept["codes"]
        return made

    def _counts(self) -> Counts:
        if "counts" in self.kept:
            made: Counts = self.kept["counts"]
            return made
        whole = self.summaries.counts
        table = whole.matrix
        if self.by_rows:
            cells = np.flatnonzero(table.reshape(-1))
            drawn = np.zeros((self.n_resamples, table.size))
            chance = table.reshape(-1)[cells] / table.sum()
            drawn[:, cells] = self._rng("counts").multinomial(whole.n, chance / chance.sum(), size=self.n_resamples)
        else:
            drawn = self._grouped_cells(table.shape)
        self.kept["counts"] = Counts.of(
            drawn.reshape(self.n_resamples, *table.shape), classes=whole.classes, positive=whole.positive, n=whole.n
        )
        return self._counts()

    def _grouped_cells(self, shape: tuple[int, ...]) -> Array:
        codes, many = self._group_codes()
        pred = self.pred
        label = pred.labels() + (1 if shape[0] != shape[1] or not self.summaries.counts.right.size else 0)
        cell = pred.truth * shape[1] + label
        per_group = np.zeros((many, shape[0] * shape[1]))
        np.add.at(per_group, (codes, cell), 1.0 if pred.weight is None else pred.weight)
        return np.asarray(self._group_weights(many) @ per_group)

    def _group_weights(self, many: int) -> Array:
        if "weights" not in self.kept:
            chance = np.full(many, 1.0 / many)
            self.kept["weights"] = self._rng("groups").multinomial(many, chance, size=self.n_resamples).astype(float)
        made: Array = self.kept["weights"]
        return made

    def _moments(self, measure: Measure) -> Moments:
        whole = self.summaries.moments
        if whole.source is None:
            raise NotApplicable(GONE)
        wanted = columns_of(measure, whole)
        rows = whole.rows(wanted)
        means = self._drawn_means(rows) if self.by_rows else self._grouped_means(rows)
        return whole.with_means({column: means[:, i] for i, column in enumerate(wanted)})

    def _drawn_means(self, rows: Array) -> Array:
        return kernels.resampled_means(rows, self._seeds())

    def _grouped_means(self, rows: Array) -> Array:
        codes, many = self._group_codes()
        heavy = np.ones(len(rows)) if self.pred.weight is None else np.asarray(self.pred.weight)
        sums = np.zeros((many, rows.shape[1] + 1))
        np.add.at(sums, codes, np.column_stack([rows * heavy[:, None], heavy]))
        drawn = self._group_weights(many) @ sums
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(drawn[:, :-1] / drawn[:, -1:])

    def _seeds(self) -> Array:
        return self._rng("rows").integers(1 << 63, size=self.n_resamples, dtype=np.uint64)

    def _ranked(self) -> tuple[Array, Array]:
        """The rows in the order of falling scores: which are positive, and which is the last of its score."""
        if "ranked" not in self.kept:
            curve = self.summaries.ranking.curve
            ups, downs = np.diff(curve.tp, prepend=0), np.diff(curve.fp, prepend=0)
            flags = np.repeat(np.tile([True, False], len(ups)), np.column_stack([ups, downs]).reshape(-1))
            last = np.zeros(len(flags), dtype=bool)
            last[np.cumsum(ups + downs) - 1] = True
            self.kept["ranked"] = flags, last
        made: tuple[Array, Array] = self.kept["ranked"]
        return made

    def _sweeps(self, which: int) -> Array:
        kept: dict[int, Array] = self.kept.setdefault("sweeps", {})
        if which not in kept:
            made = kernels.resampled_sweeps(*self._ranked(), self._seeds(), which)
            kept.update({i: made[:, i] for i in range(4) if i == which or not np.isnan(made[:, i]).all()})
        return kept[which]

    def _rankings(self, measure: Measure) -> Array:
        """Each resample as a curve of its own, on the sorted order that all share."""
        kept: dict[str, Array] = self.kept.setdefault("rankings", {})
        if measure.name not in kept:
            asked = [measure, *(one for one in self.wanted if one.name != measure.name and self._walks(one))]
            made = np.array([[float(one.compute(ranking)) for one in asked] for ranking in self._resampled()])
            kept.update({one.name: made[:, i] for i, one in enumerate(asked)})
        return kept[measure.name]

    def _walks(self, measure: Measure) -> bool:
        """Whether the measure is defined and read off the ranking of each resample."""
        if measure.reads is not Reads.RANKING or measure.name in _SWEPT:
            return False
        try:
            return bool(np.isfinite(measure.compute(self.summaries.ranking)))
        except NotApplicable:
            return False

    def _resampled(self) -> Iterator[Ranking]:
        flags, last = self._ranked()
        ends, n = np.flatnonzero(last), len(flags)
        threshold = self.summaries.ranking.curve.threshold
        for seed in self._seeds().tolist():
            drawn = resamples.in_line(resamples.draw_counts(seed, n))
            tp = np.cumsum(np.where(flags, drawn, 0))[ends]
            curve = Curve(threshold=threshold, tp=tp, fp=np.cumsum(drawn)[ends] - tp)
            yield Ranking(n=n, positives=_NONE, negatives=_NONE, given=curve)

    def _one_by_one(self, measure: Measure) -> Array:
        """Row by row resampling, for the few measures that need the rows themselves."""
        pred, n = self.pred, len(self.pred)
        made = np.empty(self.n_resamples)
        if self.groups is None:
            rng = self._rng("rows")
            for b in range(self.n_resamples):
                made[b] = _value(measure, pred.take(rng.integers(n, size=n)))
            return made
        codes, many = self._group_codes()
        order = np.argsort(codes, kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(codes, minlength=many))[:-1])
        for b, weights in enumerate(self._group_weights(many)):
            chosen = [parts[g] for g in np.repeat(np.arange(many), weights.astype(np.int64))]
            made[b] = _value(measure, pred.take(np.concatenate(chosen)))
        return made


def _value(measure: Measure, pred: Predictions) -> float:
    return float(measure.compute(summarize(pred).get(measure.reads)))
