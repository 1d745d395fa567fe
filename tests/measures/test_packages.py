"""H-measure, CRPS, Hand-Till, weighted kappa and the Brier decomposition against R packages and Python packages, run and not read."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import beta

import bakeoff as bo
from bakeoff.measures import measure_named
from bakeoff.measures.areas import h_of_hull
from bakeoff.measures.curves.points import calibration_points, roc_points
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.ranking.ranking import rank

ORACLES = tomllib.loads((Path(__file__).parents[1] / "oracles" / "measures_packages.toml").read_text())


def one(kind):
    return pytest.mark.parametrize("case", ORACLES[kind], ids=lambda case: case["id"])


@one("h_measure")
def test_h_measure(case):
    made = bo.measure(case["y"], y_score=case["score"], measures=["h_measure"], level=None)["h_measure"].value
    assert made == pytest.approx(case["expected"], abs=case["tolerance"])


@pytest.mark.parametrize(("a", "b"), [(2.0, 2.0), (2.0, 4.0), (1.5, 1.2)])
def test_h_measure_is_the_integral_it_claims_to_be(a, b):
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, 50)
    pred = predictions_of(y, y_score=rng.normal(size=50) + y)
    points, share = roc_points(pred), y.mean()

    def loss(c):
        return (c * (1 - share) * points.fpr + (1 - c) * share * (1 - points.tpr)).min() * beta.pdf(c, a, b)

    def trivial(c):
        return min(c * (1 - share), (1 - c) * share) * beta.pdf(c, a, b)

    expected = 1 - quad(loss, 0, 1, limit=400)[0] / quad(trivial, 0, 1, limit=400)[0]
    assert h_of_hull(rank(pred).edges, alpha=a, beta=b) == pytest.approx(expected, abs=1e-5)


@one("crps")
def test_crps(case):
    pred = predictions_of(case["y"], case["f"], y_sd=case["sd"], task="regression")
    assert measure_named("crps").per_row(pred) == pytest.approx(case["rows"], abs=case["tolerance"])
    assert measure_named("crps")(pred) == pytest.approx(case["expected"], abs=case["tolerance"])


def test_crps_without_spread_is_the_absolute_error():
    panel = bo.measure([1.5, 2.5], [1.0, 4.0], y_sd=[0.0, 0.0], measures=["crps", "mae"], level=None)
    assert panel["crps"].value == panel["mae"].value == 1.0


@one("hand_till")
def test_hand_till(case):
    made = bo.measure(case["y"], y_proba=case["proba"], measures=["hand_till"], level=None)["roc_auc_ovo"].value
    assert made == pytest.approx(case["expected"], abs=case["tolerance"])


@one("weighted_kappa")
def test_weighted_kappa(case):
    counts = Counts.of(np.array(case["matrix"]), classes=tuple("abcd"[: len(case["matrix"])]))
    for word in ("linear", "quadratic"):
        made = measure_named(f"kappa_{word}").compute(counts)
        assert made == pytest.approx(case[word], abs=case["tolerance"])


@one("brier")
def test_brier_decomposition(case):
    pred = predictions_of(case["y"], y_proba=case["p"])
    points = calibration_points(pred, strategy="exact")
    for name in ("reliability", "resolution", "uncertainty", "brier"):
        assert getattr(points, name) == pytest.approx(case[name], abs=case["tolerance"])
    assert measure_named("brier")(pred) == pytest.approx(case["brier"], abs=case["tolerance"])
    assert points.within == pytest.approx(0.0, abs=case["tolerance"])


@pytest.mark.parametrize(("name", "shapes"), [("h_measure_symmetric", (2.0, 2.0)), ("h_measure_2014", None)])
def test_h_measure_variants(name, shapes):
    rng = np.random.default_rng(9)
    y = (rng.random(60) < 0.3).astype(int)
    pred = predictions_of(y, y_score=rng.normal(size=60) + y)
    a, b = shapes or (1 + y.mean(), 2 - y.mean())
    assert measure_named(name)(pred) == pytest.approx(h_of_hull(rank(pred).edges, alpha=a, beta=b))


@pytest.mark.parametrize("digits", [1, 6])
def test_interpolated_precision_recall_is_the_integral_it_claims_to_be(digits):
    rng = np.random.default_rng(digits)
    y = rng.integers(0, 2, 40)
    pred = predictions_of(y, y_score=np.round(rng.normal(size=40) + y, digits))
    curve = rank(pred).curve
    tp, fp = np.append(0, curve.tp), np.append(0, curve.fp)
    total = 0.0
    for i in range(len(tp) - 1):
        if tp[i + 1] > tp[i]:
            total += quad(
                lambda x, i=i: x / (x + np.interp(x, tp[i : i + 2], fp[i : i + 2])) if x else 1.0, tp[i], tp[i + 1]
            )[0]
    assert measure_named("pr_auc_interpolated")(pred) == pytest.approx(total / y.sum(), abs=1e-7)


@pytest.mark.parametrize("how", ["geometric", "max", "min"])
def test_nmi_variants(how):
    from sklearn.metrics import normalized_mutual_info_score

    rng = np.random.default_rng(4)
    y, c = rng.integers(0, 3, 90), rng.integers(0, 5, 90)
    made = bo.measure(y, c, task="clustering", measures=[f"nmi_{how}"], level=None)[f"nmi_{how}"].value
    assert made == pytest.approx(normalized_mutual_info_score(y, c, average_method=how), abs=1e-12)
