"""A plan as a few plain arrays and back, for the results file.

Where the folds of each repeat share out all rows, one small number per row and repeat says everything; otherwise the
positions themselves are kept, in the smallest unsigned type that holds them.
"""

import json
from collections.abc import Mapping

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.splits.kfold import fold_splits
from bakeoff.splits.plan import Split, SplitPlan

__all__ = ["from_arrays", "to_arrays"]


def to_arrays(plan: SplitPlan) -> dict[str, Array]:
    """The plan as arrays of numbers; "about" is JSON text in bytes."""
    about = {"scheme": plan.scheme, "dataset": plan.dataset, "seed": plan.seed, "warnings": list(plan.warnings)}
    arrays = {"about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)}
    folds = _fold_of_row(plan)
    if folds is not None:
        return arrays | {"folds": _small(folds)}
    free_splits = [split for split in plan.splits if not split.rows]
    return arrays | {
        "keys": np.array([(split.repeat, split.fold, split.rows) for split in plan.splits], dtype=np.int64).reshape(
            -1, 3
        ),
        "test": _small(_joined([split.test for split in plan.splits])),
        "test_sizes": np.array([split.n_test for split in plan.splits], dtype=np.int64),
        "train": _small(_joined([split.train for split in free_splits])),
        "train_sizes": np.array([split.n_train for split in free_splits], dtype=np.int64),
    }


def from_arrays(arrays: Mapping[str, Array]) -> SplitPlan:
    """The plan that `to_arrays` wrote; its fingerprint is the same."""
    try:
        about = json.loads(np.asarray(arrays["about"], dtype=np.uint8).tobytes())
        splits = _from_folds(arrays["folds"]) if "folds" in arrays else _from_positions(arrays)
        return SplitPlan(
            scheme=str(about["scheme"]),
            dataset=str(about["dataset"]),
            seed=int(about["seed"]),
            splits=tuple(splits),
            warnings=tuple(map(str, about["warnings"])),
        )
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise BadInput(f"the stored split plan is damaged ({error}); run the study again with --fresh") from None


def _fold_of_row(plan: SplitPlan) -> Array | None:
    """(repeats, rows) fold numbers, or None if the plan is not made of folds that share out the rows."""
    rows = plan.splits[0].rows if plan.splits else 0
    if not rows or any(split.rows != rows for split in plan.splits):
        return None
    folds = np.full((plan.repeats, rows), -1, dtype=np.int64)
    tested = np.zeros(plan.repeats, dtype=np.int64)
    following = np.zeros(plan.repeats, dtype=np.int64)
    for split in plan.splits:
        if split.fold != following[split.repeat] or (np.diff(split.test) <= 0).any():
            return None
        folds[split.repeat, split.test] = split.fold
        following[split.repeat] += 1
        tested[split.repeat] += split.n_test
    return folds if bool((folds >= 0).all() and (tested == rows).all()) else None


def _from_folds(folds: Array) -> list[Split]:
    if folds.ndim != 2 or folds.dtype.kind not in "iu":
        raise ValueError(f"fold numbers of shape {folds.shape} and kind {folds.dtype}")
    return [split for repeat, fold in enumerate(folds) for split in fold_splits(repeat, fold.astype(np.int64))]


def _from_positions(arrays: Mapping[str, Array]) -> list[Split]:
    tests = _cut(arrays["test"], arrays["test_sizes"])
    trains = iter(_cut(arrays["train"], arrays["train_sizes"]))
    splits = []
    for (repeat, fold, rows), test in zip(arrays["keys"].tolist(), tests, strict=True):
        if rows and test.size and not 0 <= int(test.min()) <= int(test.max()) < rows:
            raise ValueError(f"positions outside 0..{rows - 1}")
        train = None if rows else next(trains, None)
        splits.append(Split(repeat=repeat, fold=fold, test=test, train=train, rows=rows))
    return splits


def _cut(values: Array, sizes: Array) -> list[Array]:
    if values.ndim != 1 or int(sizes.sum()) != len(values):
        raise ValueError(f"{len(values)} positions for {int(sizes.sum())} places")
    return [part.astype(np.int64) for part in np.split(values, np.cumsum(sizes)[:-1])] if len(sizes) else []


def _joined(parts: list[Array]) -> Array:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def _small(values: Array) -> Array:
    """In the smallest unsigned type that holds them."""
    return values.astype(np.min_scalar_type(int(values.max(initial=0))))
