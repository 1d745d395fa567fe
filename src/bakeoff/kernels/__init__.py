"""Compiled loops, each with a NumPy twin that gives the same answer: KERNELS lists them all."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.kernels import compiled, dispatch
from bakeoff.kernels.dispatch import Kernel, array
from bakeoff.kernels.reference import detection, probability, ranking, resampling, sorting

__all__ = ["KERNELS", "kernel", "online_rule"]

REAL, RANKED = (np.float64, np.float32), (np.float64, np.float32, np.uint32)
TRUTH = array("codes", "n", np.int64)
SCORE = array("scores", "n", *REAL, contiguous=False)
PROBA = array("probabilities", "nk", *REAL, contiguous=False)
SCORES = array("scores", "nk", *REAL, contiguous=False)
FLAGS = array("flags", "n", np.bool_)
SEEDS = array("seeds", "b", np.uint64)
POSITIVES, NEGATIVES = (array("ascending", axis, *RANKED, family="ranked") for axis in "mn")


def _check(check: Any) -> tuple[Any, ...]:
    return check.valid, *(check[1:] if check.valid else ())  # of what is no probability there is neither sum nor loss


def _steps(steps: Any) -> tuple[Any, ...]:
    tops = tuple(steps.top_area(share * steps.negatives) for share in (0.0, 0.1, 0.6, 1.0))
    return (*steps.totals(), steps.interpolated(), *tops, *steps.hull(), steps.positives, steps.negatives)


def _many_steps(many: Any) -> tuple[Any, ...]:
    both = (steps for steps in many if steps.positives and steps.negatives)  # of one class there is no curve
    return tuple(answer for steps in both for answer in _steps(steps))


KERNELS: dict[str, Kernel] = {
    kernel.name: kernel
    for kernel in (
        Kernel(
            name="check_probabilities", compiled=compiled.check_probabilities, twin=probability.check_probabilities,
            signature=(array("probabilities", "nk", *REAL), TRUTH), tolerance=1e-12, answers=_check, nan=True,
        ),
        Kernel(
            name="fused_probability_sums", compiled=compiled.fused_probability_sums, twin=probability.fused_probability_sums,
            signature=(PROBA, TRUTH), tolerance=1e-10,
        ),
        Kernel(
            name="split_by_class", compiled=compiled.split_by_class, twin=sorting.split_by_class,
            signature=(SCORE, TRUTH, "code"),
        ),
        Kernel(
            name="merge", compiled=compiled.merge, twin=sorting.merge,
            signature=(array("ascending", "m", *REAL, family="real"), array("ascending", "n", *REAL, family="real")),
        ),
        Kernel(
            name="roc_steps", compiled=compiled.roc_steps, twin=ranking.roc_steps,
            signature=(POSITIVES, NEGATIVES), tolerance=1e-11, answers=_steps,
        ),
        Kernel(
            name="roc_steps_of_rows", compiled=compiled.roc_steps_of_rows, twin=ranking.roc_steps_of_rows,
            signature=(SCORE, TRUTH, "code"), tolerance=1e-11, answers=_steps,
        ),
        Kernel(
            name="class_wins", compiled=compiled.class_wins, twin=ranking.class_wins, signature=(SCORES, TRUTH, "k"),
        ),
        Kernel(
            name="placements", compiled=compiled.placements, twin=ranking.placements,
            signature=(SCORE, FLAGS), tolerance=1e-13,
        ),
        Kernel(
            name="resample_counts", compiled=compiled.resample_counts, twin=resampling.resample_counts,
            signature=("n", SEEDS),
        ),
        Kernel(
            name="resampled_totals", compiled=compiled.resampled_totals, twin=resampling.resampled_totals,
            signature=(FLAGS, array("ends", "n", np.bool_), SEEDS, "which"), tolerance=1e-9,
        ),
        Kernel(
            name="resampled_means", compiled=compiled.resampled_means, twin=resampling.resampled_means,
            signature=(SCORES, SEEDS), tolerance=1e-11, nan=True,
        ),
        Kernel(
            name="resampled_steps", compiled=compiled.resampled_steps, twin=resampling.resampled_steps,
            signature=(
                array("times", "bu", np.uint8, np.float64), array("numbers", "n", np.int32), FLAGS,
                array("weights", "n", np.float64, optional=True), array("stops", "s", np.int32),
            ),
            tolerance=1e-9, answers=_many_steps,
        ),
        Kernel(
            name="resampled_steps_of_seeds", compiled=compiled.resampled_steps_of_seeds, twin=resampling.resampled_steps_of_seeds,
            signature=(SEEDS, array("order", "n", np.int32), FLAGS, array("stops", "s", np.int32)),
            tolerance=1e-9, answers=_many_steps,
        ),
        Kernel(
            name="resampled_class_wins", compiled=compiled.resampled_class_wins, twin=resampling.resampled_class_wins,
            signature=(
                array("times", "bn", np.uint8, np.float64), TRUTH, array("orders", "kn", np.int32), array("last", "kn", np.bool_, np.uint8),
            ),
            tolerance=1e-11,
        ),
        Kernel(
            name="sign_flip_sums", compiled=compiled.sign_flip_sums, twin=resampling.sign_flip_sums,
            signature=(array("scores", "n", np.float64), "draws", "seed"), tolerance=1e-9, nan=True,
        ),
        Kernel(
            name="page_hinkley", compiled=compiled.page_hinkley, twin=detection.page_hinkley,
            signature=(array("scores", "n", np.float64), "page_hinkley_rule"),
        ),
        Kernel(
            name="ddm", compiled=compiled.ddm, twin=detection.ddm,
            signature=(array("flags", "n", np.float64), "minimum", "threshold"),
        ),
        Kernel(
            name="adwin", compiled=compiled.adwin, twin=detection.adwin,
            signature=(array("scores", "n", np.float64), "adwin_rule"),
        ),
    )
}  # fmt: skip


# Detectors that keep a state between calls: the compiled one and its twin raise the same alarms.
ONLINE_RULES: dict[str, tuple[Callable[[Any], detection.OnlineRule], Callable[[Any], detection.OnlineRule]]] = {
    "page_hinkley": (compiled.online_page_hinkley, detection.PageHinkley),
    "adwin": (compiled.online_adwin, detection.Adwin),
}


def kernel(name: str) -> Kernel:
    """Return the kernel of that name.

    >>> kernel("merge")(np.array([0.1, 0.4]), np.array([0.3])).tolist()
    [0.1, 0.3, 0.4]
    """
    return KERNELS[name]


def online_rule(name: str) -> Callable[[Any], detection.OnlineRule]:
    """Return what starts a detector that reads one value after the other: compiled where that serves, else its twin.

    >>> online_rule("adwin")(detection.AdwinRule(0.002, 32, 5, 5, 10, True)).update(1.0)
    False
    """
    compiled_rule, twin = ONLINE_RULES[name]
    return compiled_rule if dispatch.enabled else twin
