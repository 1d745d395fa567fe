"""What leaves hidden rows: the step against numerical integration, the rounding and its mean, the promised effect of one label, refused measures."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import laplace, norm, t as student
from sklearn.metrics import roc_auc_score

from bakeoff.challenges.published_ranking import FinalEntry, _area, published_ranking
from bakeoff.challenges.release import Release, new_key
from bakeoff.core.errors import BakeoffError
from bakeoff.data.tasks import BINARY
from bakeoff.measures import measure_named
from bakeoff.predictions.predictions import Predictions
from tests.helpers.exchange import made_challenge

KEY = b"k" * 32


def _release(rows=500, width=1.0):
    return Release(width=width, rows=rows, key=KEY)


@pytest.mark.parametrize("rows", [20, 60, 500, 4000])
@pytest.mark.parametrize(("level", "spread"), [(0.01, 0.0), (1e-4, 0.0), (0.025, 0.2), (1e-6, 0.01)])
def test_noise_and_chance_exceed_the_step_as_often_as_the_level_says(rows, level, spread):
    release = _release(rows)
    wide = max(spread, release.floor) * student.isf(level, rows - 1) / norm.isf(level)
    step = release.step(level, spread, rows)
    tail = lambda x: norm.pdf(x, scale=wide) * laplace.sf(step - x, scale=release.scale)  # noqa: E731
    parts = (-np.inf, 0), (0, step), (step, step + 12 * wide)
    assert sum(quad(tail, *part, epsabs=0, limit=200)[0] for part in parts) == pytest.approx(level, rel=1e-6)


def test_a_small_spread_makes_no_smaller_step_and_no_finer_grid():
    release = _release()
    assert release.step(0.01, 0.0, 500) == release.step(0.01, release.floor, 500) < release.step(0.01, 0.1, 500)
    assert release.floor == pytest.approx(0.5 / np.sqrt(500))
    assert (release.grid, _release(2000).grid, _release(500, width=2.0).grid) == (0.02, 0.02, 0.05)


def test_a_released_number_is_right_on_average_and_off_by_less_than_the_grid():
    release = _release()
    got = np.array([release.number(0.2533, str(digest)) for digest in range(40_000)])
    assert set(got) == {0.24, 0.26}
    assert got.mean() == pytest.approx(0.2533, abs=4 * 0.01 / 200)
    assert release.number(0.26, "any") == 0.26


def test_noise_is_laplaces():
    release = _release()
    draws = np.array([release.noise(str(digest)) for digest in range(20_000)])
    from scipy.stats import kstest

    assert kstest(draws, laplace(scale=release.scale).cdf).pvalue > 0.001


def test_one_label_changes_a_number_and_an_answer_as_rarely_as_promised():
    """All digests are tried at the worst place; the promise holds for every place by its proof."""
    release, digests = _release(), [str(digest) for digest in range(20_000)]
    one_row = release.width / release.rows
    moved = np.mean([release.number(0.25, one) != release.number(0.25 + one_row, one) for one in digests])
    assert moved == pytest.approx(release.effect, abs=4 * np.sqrt(release.effect / 20_000))
    assert release.effect <= 2.5 / np.sqrt(500)
    shares = [laplace.sf(x, scale=release.scale) for x in (0.05, 0.05 + 2 * one_row)]
    assert shares[0] / shares[1] <= np.exp(8 / np.sqrt(500)) * (1 + 1e-12)


def test_the_key_decides_and_does_not_show():
    other = Release(width=1.0, rows=500, key=new_key())
    assert _release().noise("x") == _release().noise("x") != other.noise("x")
    assert "kkk" not in repr(_release())
    assert len(new_key()) == 32


def _predictions(truth, proba):
    return Predictions(
        task=BINARY, rows=np.arange(len(truth)), truth=truth, classes=("a", "b"), positive="b", label=(proba > 0.5).astype(int),
        proba=np.column_stack([1 - proba, proba]),
    )  # fmt: skip


def test_the_area_and_the_shares_of_rows_are_delongs():
    """The area is that of scikit-learn; the variance is DeLong's by two loops over all pairs."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    proba = (0.3 * truth + 0.7 * rng.random(60)).round(1)
    area, shares = _area(_predictions(truth, proba), (0.0, 1.0))
    assert area == pytest.approx(roc_auc_score(truth, proba))
    one, zero = proba[truth == 1], proba[truth == 0]
    kernel = np.array([[float(x > y) + 0.5 * (x == y) for y in zero] for x in one])
    deviations = ((kernel.mean(axis=1) - area) ** 2).sum() / len(one) ** 2
    deviations += ((kernel.mean(axis=0) - area) ** 2).sum() / len(zero) ** 2
    assert (shares**2).sum() == pytest.approx(deviations)
    assert np.isnan(_area(_predictions(np.zeros(5, dtype=int), np.full(5, 0.5)), (0.0, 1.0))[0])


def _ranking(measure, **entries):
    made = {
        team: FinalEntry(digest=team, predictions=_predictions(truth, np.asarray(proba, dtype=float)))
        for team, (truth, proba) in entries.items()
    }
    return published_ranking(made, measure_named(measure), groups=None, alpha=0.05, key=KEY)


def test_a_clear_winner_is_published_and_near_teams_are_not_told_apart():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 1000)
    right = lambda share: np.where(rng.random(1000) < share, truth, 1 - truth)  # noqa: E731
    ranking = _ranking("error", best=(truth, right(0.95)), good=(truth, right(0.7)), near=(truth, right(0.695)))
    ranks = {row["team"]: (row["rank_from"], row["rank_to"]) for row in ranking["rows"]}
    assert ranks == {"best": (1, 1), "good": (2, 3), "near": (2, 3)}
    assert ranking["verdict"].startswith("best predicts best, clearly better than every other team.")
    pair = _ranking("brier", x=(truth, np.full(1000, 0.5)), y=(truth, np.where(np.arange(1000) == 3, 0.51, 0.5)))
    assert pair["verdict"].startswith("No team is clearly better than x or y.")


def test_a_measure_without_a_value_ranks_nobody():
    ranking = _ranking("roc_auc", x=(np.zeros(30, dtype=int), np.full(30, 0.4)))
    assert ranking["rows"][0]["score"] is None
    assert ranking["verdict"] == "The measure is not defined on the final rows, so no team is ranked."


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"measure": "log_loss_clipped"}, "one row can move clipped log loss by up to 34.54"),
        ({"measure": "kb_information"}, "one row can move Kononenko-Bratko information by up to 2148"),
        ({"final_measure": "kappa", "positive": "well"}, "cannot decide the published ranking"),
        ({"final_measure": "log_loss", "positive": "well"}, "cannot decide the published ranking"),
        ({"rule": "parameter-free"}, "gives single labels away; leave --rule out"),
    ],
)
def test_what_cannot_hide_a_row_is_refused_at_the_creation(tmp_path, options, words):
    with pytest.raises(BakeoffError, match=words):
        made_challenge(tmp_path, **options)


def test_probabilities_are_divided_by_their_sum(tmp_path):
    """Otherwise a team chooses a loss that no label changes: .5 and .5, or .5004 and .5004."""
    with made_challenge(tmp_path, measure="brier", positive="well") as made:
        made.add_team("eve")
        made.open()
        ids = list(made.hidden.ids)
        first = made.submit("eve", {"id": ids, "proba_well": [0.5] * len(ids), "proba_ill": [0.5] * len(ids)})
        again = made.submit("eve", {"id": ids, "proba_well": [0.5004] * len(ids), "proba_ill": [0.5004] * len(ids)})
        assert again.repeated
        assert again.digest == first.digest
