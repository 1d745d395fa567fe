"""Measures of probabilities: how much was believed of what turned out true."""

from math import log
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import CLASSES, Caution, Direction, IntervalRule, Measure, family, mean_of
from bakeoff.predictions.kinds import MEANS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.confusion import ratio
from bakeoff.predictions.summaries.means import RowMeans
from bakeoff.predictions.summaries.pivot import ORIGIN

__all__ = ["ALL", "brier", "information_score", "log_loss"]

NO_PRIOR = "no class prior was given (prior, --prior or --folds)"
CERTAIN = f"{NO_PRIOR}, or it is right about every row"
NO_BITS = f"{NO_PRIOR}, or a prior of zero or one leaves no number"
NO_ROWS = "there are no rows"


def _brier(m: RowMeans) -> Any:
    return m[row_quantities.squares] / 2 if m.classes == 2 else m[row_quantities.squares]


def _brier_rows(pred: Predictions) -> Array:
    rows = row_quantities.squares(pred, ORIGIN)
    return rows / 2 if len(pred.classes) == 2 else rows


def _rmse(m: RowMeans) -> Any:
    return np.sqrt(m[row_quantities.squares] / m.classes)


def _mae(m: RowMeans) -> Any:
    return m[row_quantities.gaps] / m.classes


def _rae(m: RowMeans) -> Any:
    return 100.0 * ratio(m[row_quantities.gaps], m[row_quantities.prior_gaps])


def _rrse(m: RowMeans) -> Any:
    return 100.0 * np.sqrt(ratio(m[row_quantities.squares], m[row_quantities.prior_squares]))


def _kb_relative(m: RowMeans) -> Any:
    return 100.0 * ratio(m[row_quantities.information_floored], m[row_quantities.prior_bits])


def _gain(m: RowMeans) -> Any:
    return m[row_quantities.prior_bits] - m[row_quantities.scheme_bits]


def _ece(m: RowMeans) -> Any:
    return sum(abs(m[bin_column]) for bin_column in row_quantities.CALIBRATION)


_declare = family(
    direction=Direction.LOWER,
    tasks=CLASSES,
    needs=Output.PROBA,
    reads=MEANS,
    undefined=NO_ROWS,
    family="probability",
)
INF = float("inf")
BITS = 1074.0  # of the smallest positive double
log_loss = _declare(
    "log_loss",
    "Log loss (cross-entropy), in nats",
    r"-\frac1n \sum_i \ln p_i(y_i)",
    **mean_of(row_quantities.log_loss),
    reference="good1952",
    bounds=(0.0, INF),
    caveats=("infinite if a class that came true had probability zero; nothing is clipped (log_loss_clipped clips)",),
    clipped="log_loss_clipped",
    cautions=frozenset({Caution.ZERO_PROBABILITY}),
)


log_loss_clipped = _declare(
    "log_loss_clipped",
    "Log loss with probabilities of at least 1e-15",
    r"-\frac1n \sum_i \ln \max(p_i(y_i), 10^{-15})",
    **mean_of(row_quantities.clipped_log_loss),
    reference="good1952",
    bounds=(0.0, -log(1e-15)),
    caveats=("the penalty of a prediction with probability zero is set by the clip, not by the data",),
    short="clipped log loss",
)
brier = _declare(
    "brier",
    "Brier score",
    r"\frac1n \sum_i (p_i - y_i)^2 \text{ (two classes)},\; \frac1n\sum_i\sum_k (p_{ik} - y_{ik})^2",
    _brier,
    reference="brier1950",
    bounds=(0.0, 2.0),
    per_row=_brier_rows,
    caveats=("one column for two classes, the sum over all columns for more (Brier's own form)",),
)
rmse_proba = _declare(
    "rmse_proba",
    "Root mean squared error of the probabilities",
    r"\sqrt{\frac{1}{nK} \sum_i\sum_k (p_{ik} - y_{ik})^2}",
    _rmse,
    reference="witten2016",
    bounds=(0.0, 1.0),
    after=np.sqrt,
    per_row=lambda pred: row_quantities.squares(pred, ORIGIN) / len(pred.classes),
    short="RMSE of the probabilities",
)
mae_proba = _declare(
    "mae_proba",
    "Mean absolute error of the probabilities",
    r"\frac{1}{nK} \sum_i\sum_k |p_{ik} - y_{ik}|",
    _mae,
    reference="witten2016",
    bounds=(0.0, 1.0),
    per_row=lambda pred: row_quantities.gaps(pred, ORIGIN) / len(pred.classes),
    caveats=("not a proper score: it rewards overconfidence",),
    short="MAE of the probabilities",
)
rae_proba = _declare(
    "rae_proba",
    "Relative absolute error of the probabilities, in percent of the prior's",
    r"100 \sum_{ik} |p_{ik} - y_{ik}| / \sum_{ik} |q_{ik} - y_{ik}|",
    _rae,
    reference="witten2016",
    bounds=(0.0, INF),
    undefined=CERTAIN,
    caveats=("against the prior given with the rows",),
    short="RAE of the probabilities",
)
rrse_proba = _declare(
    "rrse_proba",
    "Root relative squared error of the probabilities, in percent of the prior's",
    r"100 \sqrt{\sum_{ik} (p_{ik} - y_{ik})^2 / \sum_{ik} (q_{ik} - y_{ik})^2}",
    _rrse,
    reference="witten2016",
    bounds=(0.0, INF),
    undefined=CERTAIN,
    caveats=("against the prior given with the rows",),
    short="RRSE of the probabilities",
)


def information_score(sign: str = "original") -> Measure:
    """Kononenko and Bratko's information score, in bits per row; `sign="as-printed"` adds misleading answers.

    >>> information_score(sign="as-printed").name
    'information_score(sign="as-printed")'
    """
    if sign not in {"original", "as-printed"}:
        raise BadInput(f"sign of information_score is 'original' or 'as-printed', not {sign!r}")
    printed = sign == "as-printed"
    column = row_quantities.information_as_printed if printed else row_quantities.information
    caveats = ("this variant rewards confident wrong predictions",) if printed else ()
    return _declare(
        'information_score(sign="as-printed")' if printed else "information_score",
        "Information score, in bits per row"
        + (", misleading predictions added as printed in the notes" if printed else ""),
        r"\log_2 p - \log_2 q \text{ if } p \ge q,\; "
        + ("" if printed else "-")
        + r"(\log_2(1-p) - \log_2(1-q)) \text{ else}",
        **mean_of(column),
        reference="kononenko1991",
        bounds=(-INF, INF),
        direction=Direction.HIGHER,
        undefined=NO_BITS,
        caveats=caveats,
        short="information score as printed" if printed else "",
    )


information_total = _declare(
    "information_total",
    "Information score, in bits over all rows",
    r"\sum_i I_i",
    lambda m: m[row_quantities.information] * m.weight,
    reference="kononenko1991",
    bounds=(-INF, INF),
    direction=Direction.HIGHER,
    undefined=NO_BITS,
    caveats=("grows with the number of rows: compare on the same rows only; information_score is per row",),
    short="total information score",
)
kb_information = _declare(
    "kb_information",
    "Kononenko-Bratko information, in bits per row, as WEKA computes it",
    r"\log_2 p - \log_2 q \text{ if } p \ge q,\; -(\log_2(1-p) - \log_2(1-q)) \text{ else; floored at } 4.9\cdot10^{-324}",
    **mean_of(row_quantities.information_floored),
    reference="kononenko1991",
    bounds=(-BITS, BITS),
    direction=Direction.HIGHER,
    undefined=NO_PRIOR,
    caveats=("WEKA's prior is (n_c + 1) / (n + k) of the training fold",),
)
kb_relative = _declare(
    "kb_relative",
    "Kononenko-Bratko relative information, in percent",
    r"100\, \overline{I} / \overline{-\log_2 q}",
    _kb_relative,
    reference="kononenko1991",
    bounds=(-INF, INF),
    direction=Direction.HIGHER,
    undefined=CERTAIN,
    caveats=("as WEKA 3.9; WEKA 3.6 divides the total by the entropy of the last fold's prior",),
)
complexity_prior = _declare(
    "complexity_prior",
    "Class complexity of the prior, in bits per row",
    r"-\frac1n\sum_i \log_2 q_i(y_i)",
    **mean_of(row_quantities.prior_bits),
    reference="witten2016",
    bounds=(0.0, BITS),
    undefined=NO_PRIOR,
    direction=Direction.NEITHER,
    caveats=("a property of the rows and the prior, not of the predictions",),
)
complexity_scheme = _declare(
    "complexity_scheme",
    "Class complexity of the scheme, in bits per row",
    r"-\frac1n\sum_i \log_2 \max(p_i(y_i), 4.9\cdot10^{-324})",
    **mean_of(row_quantities.scheme_bits),
    reference="witten2016",
    bounds=(0.0, BITS),
    caveats=("a true class of probability zero costs 1074 bits",),
)
complexity_gain = _declare(
    "complexity_gain",
    "Complexity improvement of the scheme over the prior, in bits per row",
    r"\frac1n\sum_i (\log_2 p_i(y_i) - \log_2 q_i(y_i))",
    _gain,
    reference="witten2016",
    bounds=(-BITS, BITS),
    direction=Direction.HIGHER,
    undefined=NO_PRIOR,
    per_row=lambda pred: row_quantities.prior_bits(pred, ORIGIN) - row_quantities.scheme_bits(pred, ORIGIN),
    short="complexity improvement",
    fewest_rare=5,  # of fewer the gains of a single row decide: 80 % of 95 % intervals cover
)
ece = _declare(
    "ece",
    "Expected calibration error",
    r"\sum_b \frac{n_b}{n} |\overline{\mathrm{conf}}_b - \mathrm{acc}_b|",
    _ece,
    reference="guo2017",
    bounds=(0.0, 1.0),
    caveats=(
        "ten bins of equal width over the largest probability; biased upward in small samples",
        'other bins have names of their own, as ece(15), ece(cut="count") and ece(of="positive")',
    ),
    interval=IntervalRule.BINNED_GAPS,
)
spherical = _declare(
    "spherical",
    "Spherical score",
    r"\frac1n\sum_i p_i(y_i) / \lVert{p_i}\rVert",
    **mean_of(row_quantities.spherical),
    reference="gneiting2007",
    bounds=(0.0, 1.0),
    direction=Direction.HIGHER,
)

ALL: tuple[Measure, ...] = (
    log_loss,
    log_loss_clipped,
    brier,
    rmse_proba,
    mae_proba,
    rae_proba,
    rrse_proba,
    information_score(),
    information_score(sign="as-printed"),
    information_total,
    kb_information,
    kb_relative,
    complexity_prior,
    complexity_scheme,
    complexity_gain,
    ece,
    spherical,
)
