"""Types inside models of scikit-learn that skops does not know, and why a model file may hold them.

A type is known together with the way skops saves it: a function that is known may lie in a file, but no file may call it
while it is loaded. Three reasons let a type in: its Python code only computes; it is a plain value of NumPy; or it holds
indices that compiled code follows, and `compiled_trees` checks or rebuilds it before it is used.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["KNOWN", "known_types"]


def _saved_by(loader: str, module: str, *names: str) -> dict[str, str]:
    return {f"{module}.{name}": loader for name in names}


_VALUES = {
    **_saved_by("DTypeNode", "numpy", "dtype"),
    **_saved_by("FunctionNode", "numpy", "mean"),
    **_saved_by("DictNode", "sklearn.utils._bunch", "Bunch"),
    **_saved_by("PartialNode", "functools", "partial"),  # its function must be known too
}
_FUNCTIONS = {
    **_saved_by("FunctionNode", "sklearn.utils.validation", "check_array"),
    **_saved_by("FunctionNode", "sklearn.feature_selection._univariate_selection", "chi2", "f_classif", "f_regression", "r_regression"),
    **_saved_by("FunctionNode", "sklearn.feature_selection._mutual_info", "mutual_info_classif", "mutual_info_regression"),
    **_saved_by("FunctionNode", "sklearn.metrics._classification", "accuracy_score", "balanced_accuracy_score"),
}  # fmt: skip
_PYTHON = {
    **_saved_by("ObjectNode", "sklearn._loss.loss", "HalfTweedieLoss", "HalfTweedieLossIdentity"),
    **_saved_by("ObjectNode", "sklearn.calibration", "_CalibratedClassifier", "_SigmoidCalibration", "_TemperatureScaling"),
    **_saved_by("ObjectNode", "sklearn.compose._column_transformer", "make_column_selector"),
    **_saved_by("ObjectNode", "sklearn.gaussian_process._gpc", "_BinaryGaussianProcessClassifierLaplace"),
    **_saved_by(
        "ObjectNode", "sklearn.gaussian_process.kernels", "CompoundKernel", "ConstantKernel", "DotProduct", "ExpSineSquared",
        "Exponentiation", "Matern", "Product", "RBF", "RationalQuadratic", "Sum", "WhiteKernel",
    ),
    **_saved_by("ObjectNode", "sklearn.metrics._scorer", "_CurveScorer", "_PassthroughScorer", "_Scorer"),
    **_saved_by("ObjectNode", "sklearn.model_selection._split", "KFold", "StratifiedKFold"),
    **_saved_by("ObjectNode", "sklearn.multiclass", "_ConstantPredictor"),
    **_saved_by("ObjectNode", "sklearn.neural_network._stochastic_optimizers", "AdamOptimizer", "SGDOptimizer"),
    **_saved_by("ObjectNode", "sklearn.utils._metadata_requests", "MetadataRequest", "MethodMetadataRequest"),
}  # fmt: skip
_CHECKED = {
    **_saved_by("TreeNode", "sklearn.tree._tree", "Tree"),
    **_saved_by("ObjectNode", "sklearn.ensemble._hist_gradient_boosting.predictor", "TreePredictor"),
    **_saved_by("ObjectNode", "sklearn.neighbors._kd_tree", "KDTree"),
    **_saved_by("ObjectNode", "sklearn.neighbors._ball_tree", "BallTree"),
    **_saved_by(
        "ObjectNode", "sklearn.metrics._dist_metrics", "ChebyshevDistance64", "EuclideanDistance64", "ManhattanDistance64",
        "MinkowskiDistance64",
    ),
}  # fmt: skip

KNOWN: Mapping[str, str] = {**_VALUES, **_FUNCTIONS, **_PYTHON, **_CHECKED}


def known_types(schema: bytes) -> frozenset[str]:
    """Known types in the description of a model file, each saved nowhere in it in another way than the known one."""
    loaders = defaultdict(set)
    for node in _nodes(json.loads(schema)):
        loaders[f"{node.get('__module__')}.{node.get('__class__')}"].add(str(node.get("__loader__")))
    return frozenset(name for name, loader in KNOWN.items() if loaders.get(name) == {loader})


def _nodes(schema: Any) -> Iterator[dict[str, Any]]:
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if "__class__" in part:
                yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
