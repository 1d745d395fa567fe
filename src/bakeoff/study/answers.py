"""Answers: what stored predictions look like, as curves, calibration, histograms of scores and confusions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.data.tasks import task_named
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.measures.areas import ovr_areas
from bakeoff.measures.curves.points import GRID, READERS, auc
from bakeoff.measures.probabilities.calibration import binned, even_bins
from bakeoff.predictions.one_vs_rest import against_rest
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.confusion import ratio
from bakeoff.predictions.summaries.ranking.ranking import Curve, rank
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = [
    "AnswerCurve",
    "AnswerPlots",
    "ConfusedPair",
    "Confusion",
    "ScoreBins",
    "answers_of",
    "areas",
    "calibration",
    "class_curves",
    "confidence",
    "confusion",
    "curves",
    "score_bins",
    "shapes_of",
    "shapes_of_one",
]

MOST_DATA = 2  # data sets of a kind (two classes, more than two) whose curves are shown
MOST_LINES = 5  # classes in one frame
MOST_SPLITS = 30
ENOUGH_ROWS = 1000  # splits of leave-one-out have one each
FEW_CLASSES = 50  # up to which the matrix of each split is kept
MOST_CLASSES = 500  # of a matrix that is counted; how much of it is shown is the report's matter
HISTOGRAM_BINS = 20
CALIBRATION_BINS = 10  # of predicted probabilities
KINDS = ("roc", "pr")
RARE = 0.1  # share of the rows below which a class is called rare
MOST_SCORES = 20_000_000  # numbers that are sorted for one data set; a study of millions of rows shows its first splits


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswerCurve:
    """A curve of one learner on one data set: the mean over splits and one standard deviation to either side."""

    dataset: str
    learner: str
    kind: str  # "roc", "pr", "lift", "cost", "calibration", "confidence"
    x: Array
    y: Array
    low: Array
    high: Array
    splits: int
    value: float  # the area under a ROC curve, else NaN
    against: str = ""  # the class that stands against the rest, where there are more than two
    among: int = 2  # classes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreBins:
    """How the predicted probabilities of the two classes lie."""

    dataset: str
    learner: str
    edges: Array
    negative: Array  # shares of the class per bin
    positive: Array
    negative_name: str
    positive_name: str
    zone: tuple[float, float] | None  # from the 5% quantile of the positives to the 95% quantile of the negatives
    splits: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusedPair:
    """A class that is taken for another, in so many rows."""

    truth: str
    predicted: str
    rows: int
    share: float  # of the rows of the true class


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Confusion:
    """How often which class was taken for which: rows are the truth, columns what was predicted."""

    dataset: str
    learner: str
    classes: tuple[str, ...]
    matrix: Array
    splits: int
    parts: Array | None = None  # (splits, K, K), the matrix of each split, where the classes are few
    folds: int = 1  # splits of the first repeat, which come first and share no test row

    @property
    def sizes(self) -> Array:
        """The rows of each class."""
        return np.asarray(self.matrix.sum(axis=1))

    @property
    def near(self) -> Array:
        """The rows of each class whose prediction is at most one step off, where classes are steps of a scale."""
        return np.asarray(np.triu(np.tril(self.matrix, 1), -1).sum(axis=1))

    @property
    def near_share(self) -> float:
        """The share of all rows whose prediction is at most one step off."""
        return float(self.near.sum() / self.matrix.sum())

    @property
    def missed(self) -> tuple[str, ...]:
        """Rare classes of which most rows are missed."""
        sizes, right = self.sizes, np.diag(self.matrix)
        rare = (sizes > 0) & (sizes < RARE * sizes.sum()) & (right < 0.5 * sizes)
        return tuple(name for name, gone in zip(self.classes, rare, strict=True) if gone)

    def most_confused(self, most: int, least: float = 0.0) -> tuple[ConfusedPair, ...]:
        """Pairs of classes from the most rows down, as long as they are that share of all mistakes."""
        truth, predicted = np.nonzero(self.matrix)
        wrong = truth != predicted
        truth, predicted = truth[wrong], predicted[wrong]
        rows, sizes = self.matrix[truth, predicted], self.sizes
        order = np.argsort(-rows, kind="stable")[:most].tolist()
        kept = [index for rank, index in enumerate(order) if rank == 0 or rows[index] >= least * rows.sum()]
        return tuple(
            ConfusedPair(
                truth=self.classes[truth[index]], predicted=self.classes[predicted[index]], rows=int(rows[index]),
                share=float(rows[index] / sizes[truth[index]]),
            )
            for index in kept
        )  # fmt: skip

    def lowest_recalls(self, most: int) -> tuple[tuple[str, int, float], ...]:
        """Class, rows and recall of the classes with the lowest recall."""
        sizes = self.sizes
        recalls = np.divide(np.diag(self.matrix), sizes, out=np.ones(len(sizes)), where=sizes > 0)
        order = np.argsort(recalls, kind="stable")[:most]
        return tuple((self.classes[index], int(sizes[index]), float(recalls[index])) for index in order if sizes[index])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswerPlots:
    """What the answers of a study look like, beyond single numbers."""

    curves: tuple[AnswerCurve, ...] = ()
    bins: tuple[ScoreBins, ...] = ()
    confusions: tuple[Confusion, ...] = ()


def shapes_of(ledger: Ledger, design: StoredStudy, *, best: str | None = None) -> AnswerPlots:
    """Curves of a few data sets, those of single classes of the `best` learner only, and confusions of every learner.

    About thirty splits are read; a learner with a missing unit among them is left out.
    """
    lines: list[AnswerCurve] = []
    bins: list[ScoreBins] = []
    tables: list[Confusion] = []
    shown = _shown(design)
    for domain in design.domains:
        name = domain.card.name
        curved, counted = name in shown, 2 <= len(domain.card.classes) <= MOST_CLASSES
        for learner in design.names:
            parts = answers_of(ledger, design, domain, learner) if curved or counted else []
            if parts and curved:
                lines += _lines(name, learner, parts, best in {None, learner})
                bins += score_bins(name, learner, parts)
            if parts and counted:
                first = sum(repeat == domain.splits[0][0] for repeat, _ in domain.splits)
                tables += (replace(table, folds=min(first, table.splits)) for table in confusion(name, learner, parts))
    return AnswerPlots(curves=tuple(lines), bins=tuple(bins), confusions=tuple(tables))


def shapes_of_one(name: str, predictions: Mapping[str, Predictions]) -> AnswerPlots:
    """The shapes of answers that were brought as they are: one test set, the predictions of each learner."""
    lines: list[AnswerCurve] = []
    bins: list[ScoreBins] = []
    tables: list[Confusion] = []
    for learner, pred in predictions.items():
        lines += _lines(name, learner, [pred], whole=True)
        bins += score_bins(name, learner, [pred])
        tables += confusion(name, learner, [pred]) if 2 <= len(pred.classes) <= MOST_CLASSES else ()
    return AnswerPlots(curves=tuple(lines), bins=tuple(bins), confusions=tuple(tables))


def _shown(design: StoredStudy) -> set[str]:
    """The first data sets of either kind."""
    two = [
        domain.card.name
        for domain in design.domains
        if task_named(domain.card.task).takes_positive and domain.card.positive is not None
    ]
    more = [domain.card.name for domain in design.domains if task_named(domain.card.task).against_rest]
    return {*two[:MOST_DATA], *more[:MOST_DATA]}


def _lines(name: str, learner: str, parts: Sequence[Predictions], whole: bool) -> Iterator[AnswerCurve]:
    """Every curve that these answers have; those of single classes only where the whole is asked for."""
    yield from curves(name, learner, parts)
    yield from calibration(name, learner, parts)
    yield from class_curves(name, learner, parts, MOST_LINES) if whole else ()
    yield from confidence(name, learner, parts)


def answers_of(ledger: Ledger, design: StoredStudy, domain: DomainDesign, learner: str) -> list[Predictions]:
    """The answers on the first splits, on more of them where each has few rows; none if one of these is missing."""
    answers: list[Predictions] = []
    rows = 0
    for repeat, fold in domain.splits:
        if len(answers) >= MOST_SPLITS and rows >= ENOUGH_ROWS:
            break
        key = UnitKey(dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=repeat, fold=fold)
        run = ledger.get(key)
        if run is None or run.predictions is None:
            return []
        answers.append(run.predictions)
        rows += len(run.predictions)
    return answers


def score_bins(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[ScoreBins]:
    """Shares of each class per bin of probability, and the zone in which neither class is rare."""
    pooled = _probabilities_of(parts)
    if pooled is None:
        return
    chance, true = pooled
    if not true.any() or true.all():
        return
    edges = np.linspace(0.0, 1.0, HISTOGRAM_BINS + 1)
    sides = [np.histogram(chance[mask], edges)[0] / mask.sum() for mask in (~true, true)]
    start, stop = float(np.quantile(chance[true], 0.05)), float(np.quantile(chance[~true], 0.95))
    first = parts[0]
    other = next(name for name in first.classes if name != first.positive)
    yield ScoreBins(
        dataset=dataset, learner=learner, edges=edges, negative=sides[0], positive=sides[1], negative_name=other,
        positive_name=str(first.positive), zone=(start, stop) if start < stop else None, splits=len(parts),
    )  # fmt: skip


def confusion(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[Confusion]:
    """The confusion matrices of all splits added up."""
    first = parts[0]
    if not first.task.classifies or any(Output.LABEL not in part.gives for part in parts):
        return
    k = len(first.classes)
    counts = (np.bincount(part.truth * k + part.labels(), minlength=k * k).reshape(k, k) for part in parts)
    split_counts = np.array(list(counts)) if k <= FEW_CLASSES else None
    matrix = np.asarray(sum(counts) if split_counts is None else split_counts.sum(axis=0))
    yield Confusion(
        dataset=dataset, learner=learner, classes=first.classes, matrix=matrix, splits=len(parts), parts=split_counts
    )


def curves(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[AnswerCurve]:
    """ROC, precision-recall, lift and cost curves; splits without both classes are passed over."""
    try:
        split_curves = [rank(part).curve for part in parts]
    except NotApplicable:
        return
    usable = _mirrored(split_curves)
    for kind in READERS if usable else ():
        yield _mean_curve(usable, kind, dataset, learner)


def _mirrored(split_curves: Sequence[Curve]) -> list[Curve]:
    """Those with positives and negatives."""
    return [curve for curve in split_curves if len(curve.tp) and curve.tp[-1] > 0 and curve.fp[-1] > 0]


def _mean_curve(split_curves: Sequence[Curve], kind: str, dataset: str, learner: str) -> AnswerCurve:
    """The mean of the curves of several splits, read off at the same places, with one standard deviation."""
    points = np.array([READERS[kind](curve) for curve in split_curves])
    mean, spread = points.mean(axis=0), points.std(axis=0, ddof=1) if len(points) > 1 else np.zeros(len(GRID))
    top = np.inf if kind == "lift" else 1.0
    area = float(np.mean([auc(curve) for curve in split_curves])) if kind == "roc" else np.nan
    return AnswerCurve(
        dataset=dataset, learner=learner, kind=kind, x=GRID, y=mean, low=np.clip(mean - spread, 0.0, None),
        high=np.clip(mean + spread, None, top), splits=len(split_curves), value=area,
    )  # fmt: skip


def _probabilities_of(parts: Sequence[Predictions]) -> tuple[Array, Array] | None:
    """Probabilities of the positive class and whether it came true, all splits together."""
    if any(Output.PROBA not in part.gives or part.positive_code is None for part in parts):
        return None
    pairs = [(part.probabilities()[:, part.positive_code], part.truth == part.positive_code) for part in parts]
    return np.concatenate([chance for chance, _ in pairs]), np.concatenate([two for _, two in pairs])


def calibration(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[AnswerCurve]:
    """Observed frequency of the positive class over its predicted probability, in ten bins."""
    pooled = _probabilities_of(parts)
    if pooled is not None:
        yield _kept(*pooled, kind="calibration", dataset=dataset, learner=learner, splits=len(parts))


def _kept(chance: Array, true: Array, *, kind: str, dataset: str, learner: str, splits: int) -> AnswerCurve:
    """Observed frequency over predicted probability, as a curve."""
    bins = binned(chance, true, even_bins(chance, CALIBRATION_BINS))
    hits = np.rint(bins.observed * bins.rows)
    ends = [proportion(int(hit), int(n)) for hit, n in zip(hits, bins.rows, strict=True)]
    return AnswerCurve(
        dataset=dataset, learner=learner, kind=kind,
        x=bins.predicted, y=bins.observed,
        low=np.array([end.low for end in ends]), high=np.array([end.high for end in ends]), splits=splits, value=np.nan,
    )  # fmt: skip


def class_curves(
    dataset: str, learner: str, parts: Sequence[Predictions], most: int | None = None
) -> Iterator[AnswerCurve]:
    """ROC and precision-recall curves of each class against the rest, classes in their order.

    Of more than `most` classes those with the smallest areas are taken and a few of those with the largest. A split in
    which a class does not occur, or nothing else does, says nothing of that class.
    """
    if not _many(parts):
        return
    few = _first(parts)
    names = few[0].classes
    for code in _chosen(areas(few), most):
        usable = _mirrored([rank(against_rest(part, code)).curve for part in few])
        for kind in KINDS:
            yield replace(_mean_curve(usable, kind, dataset, learner), against=names[code], among=len(names))


def areas(parts: Sequence[Predictions]) -> Array:
    """The area under the ROC curve of each class against the rest, mean over splits; NaN where none has one."""
    table = np.array([ovr_areas(rank(part)) for part in parts])
    defined = ~np.isnan(table)
    return np.asarray(ratio(np.where(defined, table, 0.0).sum(axis=0), defined.sum(axis=0)))


def confidence(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[AnswerCurve]:
    """How often the most probable class came true, where it was given this or that probability."""
    if not _many(parts) or any(Output.PROBA not in part.gives for part in parts):
        return
    tables = [part.probabilities() for part in parts]
    sure = np.concatenate([table.max(axis=1) for table in tables])
    true = np.concatenate([table.argmax(axis=1) == part.truth for table, part in zip(tables, parts, strict=True)])
    yield _kept(sure, true, kind="confidence", dataset=dataset, learner=learner, splits=len(parts))


def _many(parts: Sequence[Predictions]) -> bool:
    """Whether all have a score for each of more than two classes."""
    scored = {Output.PROBA, Output.SCORE}
    return all(
        part.task.against_rest and len(part.classes) > 2 and scored & part.gives and part.scores().ndim == 2
        for part in parts
    )


def _first(parts: Sequence[Predictions]) -> Sequence[Predictions]:
    """As many splits as are quickly sorted, at least one."""
    scores = np.cumsum([len(part) * len(part.classes) for part in parts])
    return parts[: max(1, int(np.searchsorted(scores, MOST_SCORES, side="right")))]


def _chosen(class_areas: Array, most: int | None) -> list[int]:
    """The classes to show, in their order: all, or those that are told apart worst and best."""
    codes = [int(code) for code in np.argsort(class_areas, kind="stable") if not np.isnan(class_areas[code])]
    if most is None or len(codes) <= most:
        return sorted(codes)
    best = 2 * most // 5
    return sorted([*codes[: most - best], *codes[len(codes) - best :]])
