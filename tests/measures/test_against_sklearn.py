"""scikit-learn as the oracle, on random and adversarial inputs, wherever both are defined."""

import warnings

import numpy as np
import pytest
from sklearn import metrics as sk

import bakeoff as bo
from bakeoff.measures import measure_named

pytestmark = pytest.mark.slow


TIGHT = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _ties(rng, n):
    y = rng.integers(0, 2, n)
    return y, np.round(np.clip(rng.normal(0.35 + 0.3 * y, 0.25), 0.1, 0.9), 1)


def _smooth(rng, n):
    y = (rng.random(n) < 0.3).astype(int)
    return y, 1 / (1 + np.exp(-rng.normal(size=n) - y))


def _constant(rng, n):
    return rng.integers(0, 2, n), np.full(n, 0.5)


def _extreme(rng, n):
    y = rng.integers(0, 2, n)
    return y, np.clip(np.where(rng.random(n) < 0.5, y, 1 - y).astype(float), 1e-9, 1 - 1e-9)


def _single(rng, n):
    return np.array([0, 1]), np.array([0.7, 0.7])


BINARY = {f.__name__: f for f in (_ties, _smooth, _constant, _extreme, _single)}


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n", [2, 7, 100, 3000])
@pytest.mark.parametrize("make", BINARY.values(), ids=BINARY)
def test_binary(make, n, dtype):
    rng = np.random.default_rng(n)
    y, p = make(rng, n)
    p = np.clip(p, 1e-6, 1 - 1e-6) if dtype is np.float32 else p  # a float32 cannot be closer to 1
    if len(set(y.tolist())) < 2:
        y[:2] = 0, 1
    p = p.astype(dtype)
    label = (p >= 0.5).astype(int)
    panel = bo.measure(y, label, y_proba=p, measures="all", level=None)
    wide = p.astype(float)
    nan = {"zero_division": np.nan}
    expected = {
        "accuracy": sk.accuracy_score(y, label),
        "balanced_accuracy": sk.balanced_accuracy_score(y, label),
        "precision": sk.precision_score(y, label, **nan),
        "recall": sk.recall_score(y, label, **nan),
        "f1": sk.f1_score(y, label, **nan),
        "fbeta(2)": sk.fbeta_score(y, label, beta=2, **nan),
        "jaccard": sk.jaccard_score(y, label),
        "kappa": sk.cohen_kappa_score(y, label),
        "roc_auc": sk.roc_auc_score(y, wide),
        "partial_auc(0.1)": sk.roc_auc_score(y, wide, max_fpr=0.1),
        "average_precision": sk.average_precision_score(y, wide),
        "pr_auc": sk.auc(*sk.precision_recall_curve(y, wide)[1::-1]),
        "log_loss": sk.log_loss(y, np.column_stack([1 - wide, wide])),
        "brier": sk.brier_score_loss(y, wide),
        "ks": np.abs(np.subtract(*sk.roc_curve(y, wide, drop_intermediate=False)[:2])).max(),
    }
    if len(set(label.tolist())) == 2:
        expected["mcc"] = sk.matthews_corrcoef(y, label)

    for name, value in expected.items():
        if np.isnan(value):
            assert np.isnan(panel[name].value), name
        else:
            assert panel[name].value == pytest.approx(value, **TIGHT), name


@pytest.mark.parametrize("k", [3, 7, 70])
@pytest.mark.parametrize("n", [100, 2000])
def test_multiclass(k, n):
    rng = np.random.default_rng(n + k)
    y = np.concatenate([np.arange(k), rng.integers(0, k, n)])
    proba = rng.dirichlet(np.ones(k), len(y))
    proba[np.arange(len(y)), y] += 0.3
    proba = np.round(proba, 2) + 1e-3
    proba /= proba.sum(axis=1, keepdims=True)
    label = np.where(rng.random(len(y)) < 0.3, rng.integers(0, k, len(y)), y)
    panel = bo.measure(y, label, y_proba=proba, measures="all", level=None)
    expected = {
        "accuracy": sk.accuracy_score(y, label),
        "balanced_accuracy": sk.balanced_accuracy_score(y, label),
        "kappa": sk.cohen_kappa_score(y, label),
        "kappa_linear": sk.cohen_kappa_score(y, label, weights="linear"),
        "kappa_quadratic": sk.cohen_kappa_score(y, label, weights="quadratic"),
        "mcc": sk.matthews_corrcoef(y, label),
        "log_loss": sk.log_loss(y, proba),
        "brier": sk.brier_score_loss(y, proba, scale_by_half=False, labels=range(k)),
        "roc_auc_ovr": sk.roc_auc_score(y, proba, multi_class="ovr"),
        "roc_auc_ovr_weighted": sk.roc_auc_score(y, proba, multi_class="ovr", average="weighted"),
        "roc_auc_ovo": sk.roc_auc_score(y, proba, multi_class="ovo"),
        "roc_auc_ovo_weighted": sk.roc_auc_score(y, proba, multi_class="ovo", average="weighted"),
    }
    for how in ("macro", "micro", "weighted"):
        expected[f"precision_{how}"] = sk.precision_score(y, label, average=how, zero_division=np.nan)
        expected[f"recall_{how}"] = sk.recall_score(y, label, average=how, zero_division=np.nan)
        expected[f"f1_{how}"] = sk.f1_score(y, label, average=how, zero_division=np.nan)
        expected[f"jaccard_{how}"] = sk.jaccard_score(y, label, average=how)
    for name, value in expected.items():
        assert panel[name].value == pytest.approx(value, **TIGHT), name


def test_a_class_without_a_value_is_left_out_of_the_mean():
    """The rule for macro averages: as scikit-learn with zero_division=nan."""
    y, label = [0, 0, 1, 1, 2], [0, 1, 1, 1, 1]  # class 2 is never predicted
    panel = bo.measure(
        y, label, measures=["precision_macro", "recall_macro", "f1_macro", "precision_weighted"], level=None
    )
    assert panel["precision_macro"].value == sk.precision_score(y, label, average="macro", zero_division=np.nan)
    assert panel["recall_macro"].value == sk.recall_score(y, label, average="macro")
    assert panel["f1_macro"].value == pytest.approx(sk.f1_score(y, label, average="macro"), abs=1e-15)
    assert panel["precision_weighted"].value == pytest.approx(
        sk.precision_score(y, label, average="weighted", zero_division=np.nan)
    )
    missing = bo.measure(
        [0, 0, 1, 1], [0, 1, 1, 2], labels=[0, 1, 2], measures=["balanced_accuracy", "f1_macro"], level=None
    )
    assert missing["balanced_accuracy"].value == sk.balanced_accuracy_score([0, 0, 1, 1], [0, 1, 1, 2])
    assert missing["f1_macro"].value == sk.f1_score([0, 0, 1, 1], [0, 1, 1, 2], average="macro")


@pytest.mark.parametrize("n", [2, 10, 5000])
def test_regression(n):
    rng = np.random.default_rng(n)
    f = np.abs(rng.normal(5, 2, n)) + 0.1
    y = np.abs(f + rng.normal(size=n)) + 0.1
    panel = bo.measure(y, f, measures="all", level=None)
    expected = {
        "mae": sk.mean_absolute_error(y, f),
        "mse": sk.mean_squared_error(y, f),
        "rmse": sk.root_mean_squared_error(y, f),
        "r2": sk.r2_score(y, f),
        "explained_variance": sk.explained_variance_score(y, f),
        "max_error": sk.max_error(y, f),
        "medae": sk.median_absolute_error(y, f),
        "mape": sk.mean_absolute_percentage_error(y, f),
        "msle": sk.mean_squared_log_error(y, f),
        "pinball(0.5)": sk.mean_pinball_loss(y, f),
        "pearson": np.corrcoef(y, f)[0, 1],
    }
    for name, value in expected.items():
        assert panel[name].value == pytest.approx(value, **TIGHT), name
    assert bo.measure(y, f, measures=["pinball(0.9)"], level=None)["pinball(0.9)"].value == pytest.approx(
        sk.mean_pinball_loss(y, f, alpha=0.9)
    )


def test_far_from_zero_the_variance_keeps_its_digits():
    y = 1e9 + np.arange(20.0)
    f = y + np.tile([0.5, -0.5], 10)
    assert bo.measure(y, f, task="regression", measures=["r2"], level=None)["r2"].value == pytest.approx(
        sk.r2_score(y, f), abs=1e-12
    )


@pytest.mark.parametrize("seed", range(3))
def test_clusters(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, 200)
    cluster = np.where(rng.random(200) < 0.5, y, rng.integers(-1, 6, 200))
    panel = bo.measure(y, cluster, task="clustering", measures="all", level=None)
    expected = {
        "mutual_info": sk.mutual_info_score(y, cluster),
        "nmi": sk.normalized_mutual_info_score(y, cluster),
        "ami": sk.adjusted_mutual_info_score(y, cluster),
        "rand": sk.rand_score(y, cluster),
        "ari": sk.adjusted_rand_score(y, cluster),
        "homogeneity": sk.homogeneity_score(y, cluster),
        "completeness": sk.completeness_score(y, cluster),
        "v_measure": sk.v_measure_score(y, cluster),
        "fowlkes_mallows": sk.fowlkes_mallows_score(y, cluster),
        "purity": sk.cluster.contingency_matrix(y, cluster).max(axis=0).sum() / 200,
    }
    pairs = sk.cluster.pair_confusion_matrix(y, cluster)
    expected["pair_f1"] = 2 * pairs[1, 1] / (2 * pairs[1, 1] + pairs[0, 1] + pairs[1, 0])
    for name, value in expected.items():
        assert panel[name].value == pytest.approx(value, **TIGHT), name


def test_sample_weights():
    rng = np.random.default_rng(3)
    n = 400
    y = rng.integers(0, 2, n)
    p = np.round(1 / (1 + np.exp(-rng.normal(size=n) - y)), 2)
    label, w = (p >= 0.6).astype(int), rng.integers(0, 4, n).astype(float)
    panel = bo.measure(y, label, y_proba=p, sample_weight=w, measures="all", level=None)
    kw = {"sample_weight": w}
    expected = {
        "accuracy": sk.accuracy_score(y, label, **kw),
        "balanced_accuracy": sk.balanced_accuracy_score(y, label, **kw),
        "kappa": sk.cohen_kappa_score(y, label, **kw),
        "mcc": sk.matthews_corrcoef(y, label, **kw),
        "f1": sk.f1_score(y, label, **kw),
        "roc_auc": sk.roc_auc_score(y, p, **kw),
        "average_precision": sk.average_precision_score(y, p, **kw),
        "log_loss": sk.log_loss(y, p, **kw),
        "brier": sk.brier_score_loss(y, p, **kw),
    }
    for name, value in expected.items():
        assert panel[name].value == pytest.approx(value, **TIGHT), name
    f = rng.normal(size=n)
    panel = bo.measure(f + rng.normal(size=n), f, sample_weight=w, measures=["rmse", "r2", "mae", "medae"], level=None)
    assert np.isfinite([one.value for one in panel.values()]).all()


def test_weights_that_are_counts_equal_repeated_rows():
    rng = np.random.default_rng(4)
    y = rng.integers(0, 3, 60)
    proba = rng.dirichlet(np.ones(3), 60)
    w = rng.integers(0, 4, 60)
    whole = bo.measure(np.repeat(y, w), y_proba=np.repeat(proba, w, axis=0), measures="all", level=None)
    weighted = bo.measure(y, y_proba=proba, sample_weight=w, measures="all", level=None)
    for name, one in whole.items():
        if name == "ece_debiased":  # its correction for chance counts the rows of a bin
            continue
        assert weighted[name].value == pytest.approx(one.value, **TIGHT, nan_ok=True), name


def test_thousands_of_classes():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 3000, 20_000)
    label = np.where(rng.random(len(y)) < 0.5, y, rng.integers(0, 3000, len(y)))
    panel = bo.measure(y, label, measures=["accuracy", "balanced_accuracy", "kappa", "mcc", "f1_macro"], level=None)
    assert panel["f1_macro"].value == pytest.approx(sk.f1_score(y, label, average="macro"), abs=1e-12)
    assert panel["mcc"].value == pytest.approx(sk.matthews_corrcoef(y, label), abs=1e-12)
    assert panel["kappa"].value == pytest.approx(sk.cohen_kappa_score(y, label), abs=1e-12)


@pytest.mark.parametrize(("y", "p"), [(1, 0.7), (0, 0.7), (1, 0.2)])
def test_one_row(y, p):
    label = int(p >= 0.5)
    panel = bo.measure([y], [label], y_proba=[p], measures="all", level=None)
    expected = {
        "accuracy": sk.accuracy_score([y], [label]),
        "precision": sk.precision_score([y], [label], zero_division=np.nan),
        "recall": sk.recall_score([y], [label], zero_division=np.nan),
        "f1": sk.f1_score([y], [label], zero_division=np.nan),
        "log_loss": sk.log_loss([y], [p], labels=[0, 1]),
        "brier": sk.brier_score_loss([y], [p], labels=[0, 1]),
    }
    for name, value in expected.items():
        assert panel[name].value == pytest.approx(value, **TIGHT, nan_ok=True), name
    number = bo.measure([p], [0.3], measures=["mae", "mse", "max_error", "medae", "r2"], level=None)
    assert number["mae"].value == pytest.approx(sk.mean_absolute_error([p], [0.3]), **TIGHT)
    assert np.isnan(number["r2"].value)


def test_parts_of_rows_have_no_pairs():
    given = {"y_true": list("aabb"), "y_pred": list("xxyy"), "task": "clustering", "measures": "all", "level": None}
    parts = bo.measure(**given, sample_weight=[0.5, 0.5, 0.3, 0.2])
    for name in ("rand", "ari", "pair_f1", "fowlkes_mallows", "ami"):
        assert np.isnan(parts[name].value)
        assert "weights are no whole numbers" in parts[name].warnings[0]
    assert parts["nmi"].value == pytest.approx(1.0)
    assert bo.measure(**given, sample_weight=[2, 1, 1, 1])["rand"].value == 1.0


def test_adjusted_information_of_many_rows():
    rng = np.random.default_rng(6)
    y = rng.integers(0, 3, 100_000)
    cluster = np.where(rng.random(len(y)) < 0.3, y, rng.integers(0, 4, len(y)))
    made = bo.measure(y, cluster, task="clustering", measures=["ami"], level=None)["ami"].value
    assert made == pytest.approx(sk.adjusted_mutual_info_score(y, cluster), **TIGHT)


@pytest.mark.parametrize("seed", range(5))
def test_rounding_does_not_leave_the_bounds(seed):
    rng = np.random.default_rng(seed)
    y = np.repeat(range(4), rng.integers(1, 300, 4))
    made = bo.measure(y, 3 - y, task="clustering", measures="all", level=None)
    assert not any(one.value > measure_named(name).bounds[1] for name, one in made.items())
    f = rng.normal(size=7) * 1e6 + 1e9
    made = bo.measure(
        f, f + 0.1, task="regression", measures=["r2", "explained_variance", "pearson", "spearman"], level=None
    )
    assert max(one.value for one in made.values()) <= 1.0
    flat = bo.measure(f, np.full(7, f.mean()), task="regression", measures=["r2_regression"], level=None)
    assert flat["r2_regression"].value >= 0.0


@pytest.mark.parametrize("k", [2, 5, 20, 70, 1500])
@pytest.mark.parametrize("weighted", [False, True])
def test_steps_of_a_scale_of_any_length(k, weighted):
    rng = np.random.default_rng(k)
    y, label = rng.integers(0, k, 400), rng.integers(0, k, 400)
    weight = rng.uniform(0, 3, 400) if weighted else None
    given = {"labels": range(k), "sample_weight": weight, "task": "ordinal", "level": None}
    panel = bo.measure(y, label, measures=["kappa_linear", "kappa_quadratic", "mae_ordinal", "mse_ordinal"], **given)
    for how in ("linear", "quadratic"):
        expected = sk.cohen_kappa_score(y, label, weights=how, sample_weight=weight, labels=range(k))
        assert panel[f"kappa_{how}"].value == pytest.approx(expected, **TIGHT)
    assert panel["mae_ordinal"].value == pytest.approx(np.average(np.abs(y - label), weights=weight), **TIGHT)
    assert panel["mse_ordinal"].value == pytest.approx(np.average((y - label) ** 2, weights=weight), **TIGHT)
    same = bo.measure([1] * 400, [1] * 400, measures=["kappa_linear", "kappa_quadratic"], **given)
    assert all(np.isnan(one.value) for one in same.values())
