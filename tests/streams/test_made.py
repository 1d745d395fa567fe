"""Made streams: labels are those of river's functions, chunks do not matter, and changes are where they are stated."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.core.references import cite
from bakeoff.streams.made import BLOCK, DOMAINS, domains, make_stream

ORACLE = tomllib.loads((Path(__file__).parents[1] / "oracles" / "streams.toml").read_text(encoding="utf-8"))["labels"]


def everything(stream, size=1000):
    x, y = zip(*stream.chunks(size), strict=True)
    return np.concatenate(x), np.concatenate(y)


@pytest.mark.parametrize("case", ORACLE, ids=lambda case: f"{case['stream']}-{case['concept']}")
def test_labels_are_rivers(case):
    domain = domains[case["stream"]]
    x = domain.features(np.random.default_rng(5), 120)
    made = domain.label(x, np.full(120, float(case["concept"])))
    assert "".join(str(int(label)) for label in made) == case["classes"]


def test_sea_by_its_thresholds():
    x = np.array([[4, 4.5, 0.0]])  # the sum is 8.5
    assert [int(domains["sea"].label(x, np.array([float(k)]))[0]) for k in range(5)] == [1, 0, 1, 0, 1]


def test_agrawals_fifth_function_by_the_paper():
    def label(salary, age, loan):
        row = np.array([[salary, 0, age, 0, 1, 0, 1e5, 1, loan]])
        return int(domains["agrawal"].label(row, np.array([4.0]))[0])

    assert label(60e3, 30, 200e3) == 1  # 50K to 100K: a loan of 100K to 300K
    assert label(120e3, 30, 150e3) == 0  # else 200K to 400K
    assert label(100e3, 50, 250e3) == 1  # 75K to 125K: 200K to 400K
    assert label(60e3, 50, 250e3) == 0  # else 300K to 500K
    assert label(50e3, 70, 400e3) == 1  # 25K to 75K: 300K to 500K
    assert label(90e3, 70, 90e3) == 0  # else 100K to 300K


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda one: one.name)
class TestEveryDomain:
    def test_chunks_of_any_size_and_any_start_are_the_same_stream(self, domain):
        stream = make_stream(domain.name, 2 * BLOCK + 300, [3000], noise=0.1, seed=3)
        x, y = everything(stream)
        assert x.shape == (stream.n, len(stream.columns))
        for size in (7, 5000, 10**6):
            again, labels = everything(stream, size)
            assert np.array_equal(x, again)
            assert np.array_equal(y, labels)
        late, labels = (np.concatenate(part) for part in zip(*stream.chunks(64, start=5000), strict=True))
        assert np.array_equal(late, x[5000:])
        assert np.array_equal(labels, y[5000:])
        sizes = [len(part) for _, part in stream.chunks(1000)]
        assert set(sizes[:-1]) == {1000}

    def test_before_the_change_nothing_differs_and_after_it_the_concept_does(self, domain):
        plain = everything(make_stream(domain.name, 6000, seed=2))
        changed = everything(make_stream(domain.name, 6000, [4000], seed=2))
        assert np.array_equal(plain[0], changed[0])
        differs = np.flatnonzero(plain[1] != changed[1])
        assert 4000 <= differs.min() < 4100

    def test_both_classes_occur_and_the_reference_exists(self, domain):
        y = everything(make_stream(domain.name, 4000, seed=1))[1]
        assert 0.05 < y.mean() < 0.95
        assert cite(domain.reference)

    def test_a_slow_change_grows(self, domain):
        sharp = everything(make_stream(domain.name, 8000, [2000], seed=4))[1]
        slow = everything(make_stream(domain.name, 8000, [2000], width=4000, seed=4))[1]
        away = (sharp != slow)[2000:6000].reshape(2, -1).mean(axis=1)
        assert away[0] > away[1]
        assert np.array_equal(sharp[6000:], slow[6000:])


def test_noise_turns_that_share_of_the_classes():
    clean, noisy = (everything(make_stream("sea", 20_000, noise=noise, seed=5))[1] for noise in (0.0, 0.2))
    assert (clean != noisy).mean() == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": "see"}, "did you mean 'sea'"),
        ({"changes": [5, 3]}, "changes must ascend and lie below n = 100"),
        ({"changes": [200]}, "changes must ascend and lie below n = 100"),
        ({"changes": [20, 30], "width": 50}, "changes must be at least the width of 50 examples apart"),
        ({"noise": 1.5}, "noise must be at least 0 and below 1"),
        ({"n": 0}, "n must be a whole number of at least 1"),
    ],
)
def test_impossible_streams_are_refused(given, words):
    with pytest.raises(BadInput) as refused:
        bo.make_stream(**{"name": "sea", "n": 100, **given})
    assert words in str(refused.value)
