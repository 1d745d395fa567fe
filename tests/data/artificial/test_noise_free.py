"""Targets of made data without their noise."""

import numpy as np
import pytest

from bakeoff.data.artificial.noise_free import noise_free_target
from bakeoff.data.artificial.synthetic import make


def clean(data, **changed):
    facts = {"source": data.source, "rows": len(data), "fingerprint": data.fingerprint} | changed
    return noise_free_target(**facts)


def test_noise_is_taken_away_and_nothing_else() -> None:
    data = make("xor", n=200, seed=4, noise=0.3)
    truth = clean(data)
    assert truth.tolist() == make("xor", n=200, seed=4, noise=0.0).target.tolist()
    assert 0.15 < np.mean(truth != data.target) < 0.45


@pytest.mark.parametrize(
    "changed", [{"rows": 199}, {"fingerprint": "of other rows"}, {"source": "a file of somebody"}, {"source": ""}]
)
def test_rows_that_were_chosen_or_changed_have_no_known_truth(changed: dict) -> None:
    assert clean(make("xor", n=200, seed=4, noise=0.3), **changed) is None


def test_rows_of_data_are_other_rows() -> None:
    data = make("xor", n=20, seed=4, noise=0.3)
    assert clean(data, fingerprint=make("xor", n=20, seed=5, noise=0.3).fingerprint) is None
