"""Predictions that were made elsewhere: the same numbers as the functions of arrays, baselines by hand, and one sentence for bad input."""

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB

import bakeoff as bo
from bakeoff.core.errors import BadInput


def columns(n=3000, seed=0):
    """Two learners; the second becomes worse in the middle."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    rate = np.where(np.arange(n) < n // 2, 0.1, 0.4)
    a = np.where(rng.random(n) < 0.1, 1 - truth, truth)
    b = np.where(rng.random(n) < rate, 1 - truth, truth)
    return {"t": np.arange(n), "y": truth, "a": a, "b": b, "p": rng.random(n) * 0.5 + truth * 0.3}


def csv_of(tmp_path, table):
    path = tmp_path / "rows.csv"
    lines = [",".join(table), *(",".join(map(str, row)) for row in zip(*table.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_values_are_those_of_prequential_and_pairs_those_of_the_anytime_test():
    table = columns()
    results = bo.stream_predictions(table, "y", ["a", "b"], window=400, every=50)
    for name in "ab":
        assert results.values[name] == pytest.approx(bo.prequential(table["y"], table[name], window=400)[49::50])
        assert results.final[name] == pytest.approx((table["y"] != table[name]).mean())
    losses = [(table["y"] != table[name]).astype(float) for name in "ab"]
    assert results.pairs[0].p_value == pytest.approx(bo.anytime_test(*losses).p_value)
    assert results.q("a", "b") == pytest.approx(bo.q_statistic(*losses)[49::50])
    assert results.q("b", "a") == pytest.approx(-bo.q_statistic(*losses)[49::50])
    track = results.difference("a", "b")
    assert track["difference"].to_numpy()[-1] == pytest.approx(results.pairs[0].difference)
    assert (track["low"].to_numpy()[-1], track["high"].to_numpy()[-1]) == pytest.approx(
        (results.pairs[0].low, results.pairs[0].high)
    )


@pytest.mark.parametrize("detector", [declared.name for declared in bo.detectors])
def test_alarms_are_those_of_the_detector_on_the_losses(detector):
    table = columns()
    results = bo.stream_predictions(table, "y", ["b"], detectors=[detector])
    assert list(results.alarms["b"]) == bo.detectors[detector]((table["y"] != table["b"]).astype(float)).tolist()


def test_a_file_and_arrays_give_the_same(tmp_path):
    table = columns()
    whole = bo.stream_predictions(table, "y", ["a", "b"], window=300, time="t")
    read = bo.stream_predictions(csv_of(tmp_path, table), "y", ["a", "b"], window=300, time="t")
    assert read.to_dict() | {"seconds": 0} == whole.to_dict() | {"seconds": 0}


def test_auc_in_a_window_is_scikit_learns():
    table = columns()
    results = bo.stream_predictions(table, "y", ["p"], "roc_auc", window=500, every=250)
    expected = [
        roc_auc_score(table["y"][max(0, end - 500) : end], table["p"][max(0, end - 500) : end])
        for end in range(250, 3001, 250)
    ]
    assert results.values["p"] == pytest.approx(expected, abs=1e-12)
    assert results.final["p"] == pytest.approx(roc_auc_score(table["y"], table["p"]), abs=1e-12)


def test_baselines_are_counted_by_hand():
    truth = np.array([0, 1, 1, 1, 0, 1] * 50)
    table = {"y": truth, "a": truth}
    results = bo.stream_predictions(table, "y", ["a"], every=1)
    answers, last = [], []
    for position in range(len(truth)):
        before = truth[:position]
        ones, zeros = before.sum(), (before == 0).sum()
        answers.append(int(ones > zeros) if ones != zeros else (answers[-1] if answers else 0))
        last.append(before[-1] if position else 0)
    assert results.baselines["majority class"] == pytest.approx((np.array(answers) != truth).mean())
    assert results.baselines["last class"] == pytest.approx((np.array(last) != truth).mean())
    assert not results.notes
    blind = bo.stream_predictions({"y": truth, "a": 1 - truth}, "y", ["a"])
    assert {note.code for note in blind.notes} == {"streams.baseline_ahead"}


def test_numbers_have_baselines_of_numbers():
    rng = np.random.default_rng(1)
    y = np.cumsum(rng.normal(size=500))
    results = bo.stream_predictions({"y": y, "a": y + rng.normal(size=500)}, "y", ["a"], "mae", every=1)
    assert results.baselines["last value"] == pytest.approx(np.abs(np.diff(y, prepend=0.0)).mean())


class Breaks(GaussianNB):
    """Fails after some examples."""

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        self.parts = getattr(self, "parts", 0) + 1
        if self.parts > 5:
            raise RuntimeError("no memory left")
        return super().partial_fit(X, y, classes)


@pytest.mark.parametrize("checkpoint", [False, True])
def test_a_learner_that_raises_costs_itself_only(tmp_path, checkpoint):
    sea = bo.make_stream("sea", 2000, seed=1)
    options = {"checkpoint": tmp_path / "state.bin"} if checkpoint else {}
    alone = bo.stream({"nb": GaussianNB()}, sea)
    both = bo.stream({"broken": Breaks(), "nb": GaussianNB()}, sea, **options)
    again = bo.stream({"broken": Breaks(), "nb": GaussianNB()}, sea, **options)
    for results in (both, again):
        assert dict(results.final) == dict(alone.final)
        assert results.pairs == ()
        (note,) = [note for note in results.notes if note.code == "streams.failed_learner"]
        assert note.facts["learner"] == "broken"
        assert "no memory left" in note.facts["reason"]
    with pytest.raises(BadInput, match="learner 'broken' cannot learn"):
        bo.stream({"broken": Breaks()}, sea)


def test_kept_predictions_are_read_again_to_the_same_numbers(tmp_path):
    sea = bo.make_stream("sea", 2000, seed=1)
    kept = tmp_path / "kept.csv"
    first = bo.stream({"nb": GaussianNB(), "sgd": SGDClassifier()}, sea, window=300, keep=kept)
    second = bo.stream_predictions(kept, "truth", ["nb", "sgd"], window=300)
    assert dict(second.final) == dict(first.final)
    assert second.values == first.values
    assert second.pairs == first.pairs


def test_words_and_gaps_are_filled_from_before():
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    word = rng.choice(["red", "blue", None], 1000)
    number = np.where(rng.random(1000) < 0.1, np.nan, rng.normal(size=1000))
    frame = pandas.DataFrame({"word": word, "number": number})
    truth = (word == "red").astype(int)
    results = bo.stream({"nb": SGDClassifier()}, (frame, truth))
    assert results.final["nb"] < 0.1
    assert {"streams.filled_cells", "streams.words_encoded"} <= {note.code for note in results.notes}
    shorter = bo.stream({"nb": SGDClassifier()}, (frame[:600], truth[:600]))
    assert shorter.values["nb"] == results.values["nb"][: len(shorter.values["nb"])]  # what comes later changes nothing


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (("y", ["zz"]), {}, "the table has no column 'zz'; it has t, y, a, b, p"),
        (("y", []), {}, "name at least one column of predictions"),
        (("y", ["a", "a"]), {}, "column 'a' is named twice"),
        (("y", ["a"]), {"detectors": ["adwinn"]}, "did you mean 'adwin'"),
        (("p", ["a"]), {}, "contains numbers with fractions"),
        (("y", ["a"]), {"time": "b"}, "rows are out of order in time"),
        (("y", ["a"]), {"window": 0}, "window must be a whole number of at least 1"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, options, words):
    with pytest.raises(BadInput) as refused:
        bo.stream_predictions(columns(400), *arguments, **options)
    assert words in str(refused.value)
