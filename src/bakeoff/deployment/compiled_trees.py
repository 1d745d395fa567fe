"""Trees of a loaded model: compiled code follows their indices without a look, so they are checked or rebuilt first.

A decision tree is wrapped: its nodes are checked at once, and the number of columns whenever rows come. A tree of histogram
boosting is checked whenever rows come. A search tree for neighbours is built anew from its points. This changes functions of
scikit-learn for the whole process, so only the child that serves a model may call `guard_trees`.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.learners.hazards import model_parts

__all__ = ["CheckedTree", "guard_trees"]

_DAMAGED = "contains a tree whose nodes lead outside of it"
_WIDTH = 8  # words of 32 bits in the set of categories of a node
_OPEN = frozenset({
    "compute_node_depths", "max_depth", "max_n_classes", "n_classes", "n_features", "n_leaves", "n_node_samples", "n_outputs", "node_count",
})  # fmt: skip


class CheckedTree:
    """A decision tree whose nodes lead from a node to later nodes of the same tree, and which reads existing columns only."""

    __slots__ = ("tree",)

    def __init__(self, tree: Any) -> None:
        if not 1 <= tree.node_count == tree.capacity:  # first, as the array of nodes is as long as its count says
            raise BadInput(_DAMAGED)
        nodes = tree.__getstate__()["nodes"]
        leaf = nodes["left_child"] == -1
        _check_nodes(leaf, nodes["left_child"], nodes["right_child"], nodes["feature"], tree.n_features)
        self.tree = tree

    def check_rows(self, rows: Any) -> None:
        """Refuse rows with another number of columns."""
        if rows.ndim != 2 or rows.shape[1] != self.tree.n_features:
            raise BadInput("contains a tree for another number of columns than its estimator takes")

    def predict(self, rows: Any) -> Any:
        self.check_rows(rows)
        return self.tree.predict(rows)

    def apply(self, rows: Any) -> Any:
        self.check_rows(rows)
        return self.tree.apply(rows)

    def decision_path(self, rows: Any) -> Any:
        self.check_rows(rows)
        return self.tree.decision_path(rows)

    def __getattr__(self, name: str) -> Any:
        if name not in _OPEN:
            raise AttributeError(name)
        return getattr(self.tree, name)


def _check_nodes(leaf: Array, left: Array, right: Array, feature: Array, columns: int) -> None:
    """Children come after their parent, as scikit-learn numbers them: so every way ends, and inside the tree."""
    inner = np.flatnonzero(~leaf)
    ends = np.stack([left[inner], right[inner]]).astype(np.int64)
    if not len(leaf) or (ends <= inner).any() or (ends >= len(leaf)).any():
        raise BadInput(_DAMAGED)
    if (feature[inner] < 0).any() or (feature[inner] >= columns).any():
        raise BadInput("contains a tree that reads columns which are not there")


def guard_trees(model: object) -> None:
    """Check, wrap or rebuild every tree at any depth of the model; from now on this process predicts with checked trees only."""
    _guard_functions()
    safe: dict[int, object] = {}
    for part, own in model_parts(model):
        if _is_compiled(part) and id(part) not in safe:
            raise BadInput("contains a tree outside of an estimator")
        for name, value in own.items():
            if _is_compiled(value):
                own[name] = _safe(value)
                safe[id(own[name])] = own[name]


def _guard_functions() -> None:
    """Replace the functions of scikit-learn that give trees to compiled code."""
    from sklearn.ensemble import _gb
    from sklearn.ensemble._hist_gradient_boosting.predictor import TreePredictor

    TreePredictor.predict = _predict_histograms
    TreePredictor.predict_binned = _refuse_bins
    _gb.predict_stages = _predict_stages
    _gb.predict_stage = lambda trees, stage, *rest: _predict_stages(trees[stage : stage + 1], *rest)


def _predict_histograms(predictor: Any, X: Any, known_cat_bitsets: Any, f_idx_map: Any, n_threads: int) -> Array:
    """A tree of histogram boosting on rows whose columns and categories it can read."""
    from sklearn.ensemble._hist_gradient_boosting._predictor import _predict_from_raw_data

    nodes, sets = predictor.nodes, predictor.raw_left_cat_bitsets
    _check_nodes(nodes["is_leaf"] != 0, nodes["left"], nodes["right"], nodes["feature_idx"], X.shape[1])
    chosen = nodes[(nodes["is_leaf"] == 0) & (nodes["is_categorical"] != 0)]
    if len(chosen):
        if sets.shape[1] != _WIDTH or known_cat_bitsets.shape[1] != _WIDTH or len(f_idx_map) < X.shape[1]:
            raise BadInput(_DAMAGED)
        if chosen["bitset_idx"].max() >= len(sets) or f_idx_map[chosen["feature_idx"]].max() >= len(known_cat_bitsets):
            raise BadInput(_DAMAGED)
    out = np.empty(len(X))
    _predict_from_raw_data(nodes, X, sets, known_cat_bitsets, f_idx_map, n_threads, out)
    return out


def _refuse_bins(*_: Any, **__: Any) -> None:
    """Only a fit predicts rows in bins."""
    raise BadInput("contains a model in the middle of its training")


def _predict_stages(estimators: Any, X: Any, scale: float, out: Any) -> None:
    """Stages of gradient boosting, every tree with one output for each row."""
    from sklearn.ensemble._gradient_boosting import predict_stages

    trees = np.empty(estimators.shape, dtype=object)
    for place, estimator in np.ndenumerate(estimators):
        checked = estimator.tree_
        if type(checked) is not CheckedTree or checked.n_outputs != 1 or checked.max_n_classes != 1:
            raise BadInput(_DAMAGED)
        checked.check_rows(X)
        trees[place] = SimpleNamespace(tree_=checked.tree)
    if out.shape != (X.shape[0], *trees.shape[1:]):
        raise BadInput("contains stages for another number of classes than its estimator has")
    predict_stages(trees, X, scale, out)


def _is_compiled(value: object) -> bool:
    from sklearn.neighbors import BallTree, KDTree
    from sklearn.tree._tree import Tree

    return isinstance(value, (Tree, KDTree, BallTree))


def _safe(value: Any) -> Any:
    """The tree with checked or new indices."""
    from sklearn.tree._tree import Tree

    if isinstance(value, Tree):
        return CheckedTree(value)
    data, leaf_size, metric, weights = (value.__getstate__()[place] for place in (0, 4, 11, 12))
    try:
        return type(value)(np.array(data), leaf_size=leaf_size, metric=metric, sample_weight=weights)
    except (TypeError, ValueError) as error:
        raise BadInput(f"contains a tree of neighbours that cannot be built from its points ({error})") from None
