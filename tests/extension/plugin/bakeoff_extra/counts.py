"""A task of its own: how often something happens, with two measures of such predictions."""

import numpy as np

from bakeoff.data.tasks import REGRESSION, AnswerForm, TargetForm, TaskKind
from bakeoff.measures.measure import Direction, Measure, mean_of
from bakeoff.predictions.kinds import MEANS
from bakeoff.predictions.outputs import Output

__all__ = ["COUNTS", "FREEMAN_TUKEY", "WITHIN_ONE"]


def _problem(target):
    wrong = np.flatnonzero((target < 0) | (target != np.floor(target)))
    return f"counts are whole numbers of at least 0, but row {wrong[0]} is {target[wrong[0]]:g}" if wrong.size else ""


COUNTS = TaskKind(
    name="counts",
    title="counts",
    noun="counting",
    target=TargetForm.NUMBERS,
    answer=AnswerForm.NUMBER,
    panel_measures=("mae", "poisson_deviance", "freeman_tukey", "within_one"),
    study_measures=("freeman_tukey", "mae"),
    loss="mse",
    baselines=("mean", "median"),
    arguments=REGRESSION.arguments,
    measured_as=(REGRESSION,),
    target_problem=_problem,
)


def _root_gap(pred, _pivot):
    return (np.sqrt(pred.truth) + np.sqrt(pred.truth + 1) - np.sqrt(4 * np.maximum(pred.labels(), 0) + 1)) ** 2


def _near(pred, _pivot):
    return (np.abs(np.round(pred.labels()) - pred.truth) <= 1).astype(np.float64)


FREEMAN_TUKEY = Measure(
    name="freeman_tukey", title="Freeman-Tukey deviance", formula=r"(\sqrt{y} + \sqrt{y + 1} - \sqrt{4 \hat y + 1})^2",
    direction=Direction.LOWER, bounds=(0.0, float("inf")), tasks=frozenset({COUNTS}), needs=Output.LABEL, reads=MEANS,
    reference="japkowicz2011", undefined="no rows", family="counts", **mean_of(_root_gap),
)  # fmt: skip
WITHIN_ONE = Measure(
    name="within_one", title="Within one of the count", formula=r"\frac{1}{n}\sum_i [|\hat y_i - y_i| \le 1]",
    direction=Direction.HIGHER, bounds=(0.0, 1.0), tasks=frozenset({COUNTS}), needs=Output.LABEL, reads=MEANS,
    reference="japkowicz2011", undefined="no rows", family="counts", **mean_of(_near),
)  # fmt: skip
