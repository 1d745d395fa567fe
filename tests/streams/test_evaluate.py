"""Learners side by side on a stream: every example is predicted before it is learned from, labels may be late or missing."""

import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier, SGDRegressor
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput
from bakeoff.streams.evaluate import stream
from bakeoff.streams.made import make_stream


def arrays(n=600, seed=0):
    x, y = next(make_stream("sea", n, seed=seed).chunks(n))
    return x, y


def by_hand(learner, x, y, chunk, delay=0):
    """Errors of test-then-train, written as a plain loop."""
    errors, learned = [], 0
    for start in range(0, len(y), chunk):
        end = min(start + chunk, len(y))
        if learned:
            errors.append(learner.predict(x[start:end]) != y[start:end])
        ready = max(end - delay, 0)
        if ready > learned and (learned or ready >= chunk or end >= chunk + delay):
            learner.partial_fit(x[learned:ready], y[learned:ready], classes=[0, 1])
            learned = ready
    return np.concatenate(errors)


class Memory:
    """A learner in river's manner: it answers with the label that it learned last, and remembers the order of calls."""

    def __init__(self):
        self.last, self.calls = None, []

    def clone(self):
        return self

    def learn_one(self, row, label):
        self.calls.append(("learn", row["x0"]))
        self.last = label

    def predict_one(self, row):
        self.calls.append(("predict", row["x0"]))
        return self.last

    def predict_proba_one(self, row):
        return {} if self.last is None else {self.last: 0.5}


@pytest.mark.parametrize("chunk", [1, 37, 100])
@pytest.mark.parametrize("delay", [0, 50, 130])
def test_it_is_the_plain_loop(chunk, delay):
    x, y = arrays()
    with np.errstate(all="ignore"):
        errors = by_hand(GaussianNB(), x, y, chunk, delay)
    made = stream({"nb": GaussianNB()}, (x, y), chunk=chunk, delay=delay, window=80)
    assert made.tested == len(errors)
    assert made.final["nb"] == pytest.approx(errors.mean())
    assert made.values["nb"][-1] == pytest.approx(errors[-80:].mean())
    assert made.positions[-1] == made.n == 600


def test_no_example_is_learned_before_it_is_predicted():
    learner = Memory()
    x = np.arange(50.0)[:, None]
    made = stream({"memory": learner}, (x, np.arange(50) % 2), chunk=1)
    assert made.tested == 49
    assert made.final["memory"] == 1  # the label before is always the other one
    first = {call: index for index, call in reversed(list(enumerate(learner.calls)))}
    for example in range(1, 50):
        assert first["predict", float(example)] < first["learn", float(example)]


def test_late_labels_are_learned_late():
    learner = Memory()
    stream({"memory": learner}, (np.arange(60.0)[:, None], np.arange(60) % 2), chunk=1, delay=10)
    first = {call: index for index, call in reversed(list(enumerate(learner.calls)))}
    for example in range(15, 45):
        assert first["learn", float(example)] > first["predict", float(example + 9)]


def test_learners_are_copied_and_not_changed():
    learner = GaussianNB()
    stream({"nb": learner}, arrays())
    assert not hasattr(learner, "classes_")


def test_a_file_in_chunks_equals_its_arrays(tmp_path):
    x, y = arrays(900)
    path = tmp_path / "stream.csv"
    lines = [
        ",".join([*map(repr, row.tolist()), "good" if label else "bad", str(i)])
        for i, (row, label) in enumerate(zip(x, y, strict=True))
    ]
    path.write_text("a,b,c,class,when\n" + "\n".join(lines) + "\n")
    from_file = stream({"nb": GaussianNB()}, path, target="class", time="when")
    assert from_file.final == stream({"nb": GaussianNB()}, (x, y)).final
    with pytest.raises(BadInput, match=r"name the label column of .*: target="):
        stream({"nb": GaussianNB()}, path)
    with pytest.raises(BadInput, match="has no column 'klass'"):
        stream({"nb": GaussianNB()}, path, target="klass")
    lines[500], lines[501] = lines[501], lines[500]
    path.write_text("a,b,c,class,when\n" + "\n".join(lines) + "\n")
    with pytest.raises(BadInput, match=r"out of order in time: 500 follows 501; sort the file by 'when'"):
        stream({"nb": GaussianNB()}, path, target="class", time="when")


def test_iterators_of_chunks_and_of_single_examples():
    x, y = arrays()
    known = stream({"nb": GaussianNB()}, (x, y)).final
    parts = ((x[i : i + 70], y[i : i + 70]) for i in range(0, 600, 70))
    assert stream({"nb": GaussianNB()}, parts, classes=[0, 1]).final == known
    single = (({"a": row[0], "b": row[1], "c": row[2]}, int(label)) for row, label in zip(x, y, strict=True))
    assert stream({"nb": GaussianNB()}, single, classes=[0, 1]).final == known


def test_several_learners_are_compared_on_the_same_examples():
    made = stream(
        {"nb": GaussianNB(), "again": GaussianNB(), "sgd": SGDClassifier(random_state=0)},
        make_stream("sea", 6000, [3000], noise=0.1, seed=1), window=500,
    )  # fmt: skip
    pairs = {(pair.a, pair.b): pair for pair in made.pairs}
    assert pairs["nb", "again"].p_value == 1
    assert pairs["nb", "sgd"].p_adjusted < 0.001
    assert pairs["nb", "sgd"].difference == made.final["nb"] - made.final["sgd"] < 0
    assert made.changes == (3000,)
    assert json.loads(json.dumps(made.to_dict()))["final"]["nb"] == made.final["nb"]
    assert list(made.to_frame().columns) == ["position", "nb", "again", "sgd"]
    assert "nb minus sgd" in str(made)


def test_probabilities_kappa_regression_and_hold_out():
    x, y = arrays(1500)
    assert stream({"nb": GaussianNB()}, (x, y), "log_loss").final["nb"] < 0.5
    assert stream({"m": Memory()}, (x, y), "brier").final["m"] > 0
    assert stream({"nb": GaussianNB()}, (x, y), "kappa", fading=0.99).final["nb"] > 0.5
    made = stream({"sgd": SGDRegressor(random_state=0)}, (x / 10, x[:, 0] / 7), "rmse")
    assert made.values["sgd"][-1] < made.values["sgd"][0]
    held = stream({"nb": GaussianNB()}, (x[:1000], y[:1000]), holdout=(x[1000:], y[1000:]))
    model = GaussianNB().fit(x[:900], y[:900])
    assert held.values["nb"][-1] == pytest.approx((model.predict(x[1000:]) != y[1000:]).mean())
    assert "500 held out" in str(held)


def test_a_class_that_first_appears_mid_stream_is_noted():
    x, y = arrays()
    late = y.copy()
    late[400:450] = 2
    made = stream({"nb": GaussianNB()}, (x, late))
    assert [(note.code, note.facts["at"]) for note in made.notes] == [("streams.late_class", 401)]
    parts = [(x[:300], late[:300]), (x[300:], late[300:])]
    with pytest.raises(BadInput, match=r"class 2 first appears at example 401 .* add it to classes="):
        stream({"nb": GaussianNB()}, iter(parts), classes=[0, 1])
    with pytest.raises(BadInput, match=r"not known in advance"):
        stream({"nb": GaussianNB()}, iter(parts))


def test_labels_that_never_arrive_are_counted():
    x, y = arrays()
    gaps = y.astype(object)
    gaps[::3] = None
    made = stream({"nb": GaussianNB()}, (x, gaps))
    assert [(note.code, note.facts["missing"]) for note in made.notes] == [("streams.unlabelled", 200)]
    assert made.tested < 400
    with pytest.raises(BadInput, match="no example could be tested: 600 examples came, 600 of them without a label"):
        stream({"nb": GaussianNB()}, (x, np.full(600, np.nan)), classes=[0, 1])


def test_names_are_escaped():
    made = stream({"<b>": GaussianNB()}, arrays())
    assert "<b>" not in made._repr_html_()


@pytest.mark.parametrize(
    ("learners", "given", "options", "words"),
    [
        ({"svm": SVC()}, "arrays", {}, "learner 'svm' (SVC) has neither partial_fit nor learn_one"),
        ({"nb": GaussianNB}, "arrays", {}, "learner 'nb' is a class; give an object of it: GaussianNB()"),
        ({}, "arrays", {}, "give at least one learner"),
        ({"nb": GaussianNB()}, "columns", {"classes": [0, 1]}, "the columns of a stream must stay the same"),
        ({"nb": GaussianNB()}, "arrays", {"measure": "roc_auc"}, "needs its examples at once"),
        ({"nb": GaussianNB()}, "arrays", {"delay": -1}, "delay must be a whole number of at least 0"),
        ({"nb": GaussianNB()}, "arrays", {"delay": 5000}, "no example could be tested"),
        ({"nb": GaussianNB()}, 5, {}, "a stream is a file, a pair of arrays"),
    ],
)
def test_bad_input_gets_one_sentence(learners, given, options, words):
    x, y = arrays()
    frame = {"columns": iter([(x, y), (x[:, :2], y)])}
    if given == "words":
        pandas = pytest.importorskip("pandas")
        frame["words"] = (pandas.DataFrame({"x0": x[:, 0], "x1": ["a"] * 600}), y)
    with pytest.raises(BadInput) as refused:
        bo.stream(learners, frame.get(given, (x, y) if given == "arrays" else given), **options)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_rivers_models_give_rivers_values():
    naive_bayes = pytest.importorskip("river.naive_bayes")
    x, y = arrays(400)
    model, wrong = naive_bayes.GaussianNB(), []
    for row, label in zip(x.tolist(), y.tolist(), strict=True):
        features = dict(zip(("x0", "x1", "x2"), row, strict=True))
        wrong.append(model.predict_one(features) != label)
        model.learn_one(features, label)
    assert stream({"nb": naive_bayes.GaussianNB()}, (x, y), chunk=1).final["nb"] == pytest.approx(np.mean(wrong[1:]))


class Killed(Exception):
    """The end of a run by force."""


@pytest.mark.parametrize(
    ("measure", "options"),
    [
        ("error", {"window": 250}),
        ("kappa", {"window": 333}),
        ("kappa", {"fading": 0.99}),
        ("log_loss", {}),
        ("precision_macro", {}),
    ],
)
def test_a_killed_run_goes_on_from_its_checkpoint(tmp_path, monkeypatch, measure, options):
    monkeypatch.setattr("bakeoff.streams.evaluate.SECONDS", 0.0)
    learners = {"nb": GaussianNB(), "two": GaussianNB(var_smoothing=0.5)}
    made, path = make_stream("sea", 5000, [2500], noise=0.1, seed=3), tmp_path / "kept.json"
    known = stream(learners, made, measure, delay=70, checkpoint=tmp_path / "whole.json", **options)

    def kill(examples, _):
        if examples >= 2000:
            raise Killed

    with pytest.raises(Killed):
        stream(learners, made, measure, delay=70, checkpoint=path, progress=kill, **options)
    predicted = []
    resumed = stream(
        learners, made, measure, delay=70, checkpoint=path, progress=lambda n, _: predicted.append(n), **options
    )
    assert predicted[0] > 2000
    assert resumed.to_dict() | {"seconds": 0} == known.to_dict() | {"seconds": 0}
    again = stream(learners, made, measure, delay=70, checkpoint=path, **options)
    assert again.final == known.final


def test_a_running_mean_of_moments_can_be_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("bakeoff.streams.evaluate.SECONDS", 0.0)
    x, _ = arrays(2000)
    target = x[:, 0] / 7 + 100
    learners = {"sgd": SGDRegressor(random_state=0)}
    for options in ({"window": 250}, {"fading": 0.99}, {}):
        path = tmp_path / f"{len(options)}{list(options)}.json"
        known = stream(learners, (x / 10, target), "r2", **options)
        parts = [(x[:900] / 10, target[:900]), (x[900:, :2], target[900:])]
        with pytest.raises(BadInput, match="columns"):
            stream(learners, iter(parts), "r2", checkpoint=path, **options)
        resumed = stream(learners, (x / 10, target), "r2", checkpoint=path, **options)
        assert resumed.values["sgd"] == pytest.approx(known.values["sgd"], rel=1e-9)


def test_the_checkpoint_of_another_run_is_refused(tmp_path):
    path = tmp_path / "kept.json"
    stream({"nb": GaussianNB()}, arrays(), checkpoint=path)
    with pytest.raises(BadInput, match="belongs to a run with another chunk; delete it, or give another file"):
        stream({"nb": GaussianNB()}, arrays(), checkpoint=path, chunk=50)
    with pytest.raises(BadInput, match="belongs to a run with another learners"):
        stream({"nb": GaussianNB(var_smoothing=0.1)}, arrays(), checkpoint=path)
    path.write_text("{}")
    with pytest.raises(BadInput, match="is not a checkpoint of a stream"):
        stream({"nb": GaussianNB()}, arrays(), checkpoint=path)


def test_the_page_of_a_stream(tmp_path):
    from sklearn.linear_model import SGDClassifier

    made = bo.make_stream("sea", 6000, seed=1, changes=[3000])
    found = bo.stream({"nb": GaussianNB(), "sgd": SGDClassifier(random_state=0)}, made, window=300, chunk=50)
    assert len(found.memory) == len(found.positions) == len(found.spent["nb"]) == len(found.losses["sgd"])
    assert found.verdict.startswith(("nb", "sgd"))
    assert all(3000 <= at < 6000 for at in found.alarms["nb"])
    assert len(found.alarms["nb"]) >= 1  # a change of 6 points
    assert found.plot() is not None
    text = found.report(tmp_path / "s.html").read_text()
    for words in ("Along the stream", "Changes and alarms", "Time and memory", "always alarm", "3,000"):
        assert words in text
    assert found.report(tmp_path / "s.md").exists()
    numbers = bo.stream({"nb": GaussianNB()}, made, "log_loss", chunk=100)
    assert numbers.alarms == {}
    assert "no detector was run" in numbers.report(tmp_path / "n.md").read_text()


def test_a_checkpoint_that_lacks_a_part_is_refused(tmp_path):
    import json

    path, made = tmp_path / "c.json", bo.make_stream("sea", 1000, seed=1)
    bo.stream({"nb": GaussianNB()}, made, chunk=100, checkpoint=path)
    kept = json.loads(path.read_text())
    del kept["state"]["losses"]
    path.write_text(json.dumps(kept))
    with pytest.raises(BadInput, match="does not contain what a run along this stream writes"):
        bo.stream({"nb": GaussianNB()}, made, chunk=100, checkpoint=path)


def test_the_checkpoint_of_another_stream_is_refused(tmp_path):
    path = tmp_path / "kept.json"
    bo.stream({"nb": GaussianNB()}, make_stream("sea", 1000, seed=1), checkpoint=path)
    with pytest.raises(BadInput, match="belongs to a run on another stream"):
        bo.stream({"nb": GaussianNB()}, make_stream("sea", 1000, seed=2), checkpoint=path)


def written(path, made):
    x, y = next(made.chunks(made.n))
    lines = [
        "a,b,c,y",
        *(",".join([*map(repr, row), str(label)]) for row, label in zip(x.tolist(), y.tolist(), strict=True)),
    ]
    path.write_text("\n".join(lines) + "\n")
    return x, y


def test_a_hold_out_from_a_file_equals_its_arrays(tmp_path, capsys):
    x, y = written(tmp_path / "s.csv", make_stream("sea", 900, seed=1))
    held = written(tmp_path / "h.csv", make_stream("sea", 200, seed=9))
    known = bo.stream({"nb": GaussianNB()}, (x, y), holdout=held)
    found = bo.stream({"nb": GaussianNB()}, tmp_path / "s.csv", holdout=tmp_path / "h.csv", target="y")
    assert found.values == known.values
    assert found.holdout == 200
    with pytest.raises(SystemExit):
        cli.main(["stream", str(tmp_path / "s.csv"), "--target", "y", "--learner", "nb=sklearn.naive_bayes.GaussianNB", "--holdout", str(tmp_path / "h.csv"), "--json"], standalone_mode=False)  # fmt: skip
    assert json.loads(capsys.readouterr().out)["holdout"] == 200
    (tmp_path / "other.csv").write_text("a,b,y\n1,2,0\n")
    with pytest.raises(BadInput, match="columns of the hold-out must be those of the stream"):
        bo.stream({"nb": GaussianNB()}, tmp_path / "s.csv", holdout=tmp_path / "other.csv", target="y")
    with pytest.raises(BadInput, match="a hold-out is a pair"):
        bo.stream({"nb": GaussianNB()}, (x, y), holdout=3)


def test_kill_minus_nine_loses_at_most_the_last_checkpoint(tmp_path):
    """The process is killed for good while it runs; the same call goes on and ends with the same values."""
    written(tmp_path / "s.csv", make_stream("sea", 6000, seed=4))
    program = (
        "import sys, time\nimport bakeoff as bo\nimport bakeoff.streams.evaluate as evaluate\n"
        "from sklearn.naive_bayes import GaussianNB\n"
        "evaluate.SECONDS = 0.0\n"
        "slow = float(sys.argv[1])\n"
        "found = bo.stream({'nb': GaussianNB()}, 's.csv', target='y', checkpoint='kept.json', progress=lambda n, _: (print(n, flush=True), time.sleep(slow)))\n"
        "print('end', found.final['nb'], flush=True)\n"
    )
    call = [sys.executable, "-c", program]
    with subprocess.Popen([*call, "0.05"], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as first:
        for line in first.stdout:
            if int(line) >= 2000:
                os.kill(first.pid, signal.SIGKILL)
                break
    assert first.returncode == -signal.SIGKILL
    kept = json.loads((tmp_path / "kept.json").read_text())["state"]["n"]
    assert kept >= 2000
    second = subprocess.run([*call, "0"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
    assert int(second[0]) == kept + 100  # what the checkpoint has is not predicted again
    known = bo.stream({"nb": GaussianNB()}, tmp_path / "s.csv", target="y")
    assert float(second[-1]) == known.final["nb"]


def test_a_learner_without_a_seed_gives_the_same_answer_again():
    given = SGDClassifier()
    runs = [
        bo.stream({"sgd": given}, bo.make_stream("sea", 2000, seed=1), window=500).to_dict()["values"] for _ in range(2)
    ]
    assert str(runs[0]) == str(runs[1])
    assert given.random_state is None, "the user's object stays as it is"


def file_of(tmp_path, **columns):
    path = tmp_path / "stream.csv"
    names = list(columns)
    lines = [",".join(names), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_missing_cells_are_refused_with_the_column(tmp_path):
    x = [0.5 * i for i in range(299)] + [""]
    path = file_of(tmp_path, x=x, y=[i % 2 for i in range(300)])
    with pytest.raises(BadInput, match="GaussianNB cannot read missing cells, and column 'x' has some"):
        bo.stream({"nb": GaussianNB()}, path, target="y", encode=False)
    filled = bo.stream({"nb": GaussianNB()}, path, target="y")
    (note,) = [note for note in filled.notes if note.code == "streams.filled_cells"]
    assert (note.facts["cells"], note.facts["column"]) == (1, "x")


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ([f"{1 + i // 28}/{1 + i % 28}/2024" for i in range(300)], "neither a number nor an ISO date"),
        ([f"day {i:03}" for i in range(300)], "neither a number nor an ISO date"),
        ([*range(299), ""], "rows without a time"),
    ],
)
def test_times_that_cannot_be_ordered_are_refused(tmp_path, days, words):
    path = file_of(tmp_path, x=range(300), y=[i % 2 for i in range(300)], day=days)
    with pytest.raises(BadInput, match=words):
        bo.stream({"nb": GaussianNB()}, path, target="y", time="day")


def test_times_with_a_zone_are_in_order(tmp_path):
    days = [f"2024-01-{1 + i // 24:02}T{i % 24:02}:00:00+01:00" for i in range(300)]
    path = file_of(tmp_path, x=range(300), y=[i % 2 for i in range(300)], day=days)
    assert bo.stream({"nb": GaussianNB()}, path, target="y", time="day").tested == 200


def test_a_target_of_numbers_needs_a_measure_of_numbers(tmp_path):
    path = file_of(tmp_path, x=range(300), y=[i + 0.5 for i in range(300)])
    with pytest.raises(BadInput, match="take a measure of numbers, for example mae or rmse"):
        bo.stream({"sgd": SGDClassifier()}, path, target="y")


def test_measures_that_cannot_be_followed_and_learners_without_probabilities_are_refused():
    sea = bo.make_stream("sea", 400, seed=1)
    with pytest.raises(BadInput, match="needs its examples at once"):
        bo.stream({"nb": GaussianNB()}, sea, "roc_auc", positive=1)
    with pytest.raises(BadInput, match="leave checkpoint out"):
        bo.stream({"nb": GaussianNB()}, sea, "roc_auc", window=100, positive=1, checkpoint="state.bin")
    with pytest.raises(BadInput, match="SGDClassifier has no predict_proba"):
        bo.stream({"sgd": SGDClassifier()}, sea, "brier", positive=1)


def test_a_measure_that_is_no_mean_says_why_it_is_not_tested():
    found = bo.stream(
        {"nb": GaussianNB(), "other": GaussianNB(var_smoothing=0.1)}, bo.make_stream("sea", 600, seed=1), "kappa"
    )
    assert "not a mean of bounded losses" in found.verdict


class Majority:
    """A learner that takes one example at a time, as river's do."""

    def __init__(self):
        self.seen = {}

    def clone(self):
        return Majority()

    def learn_one(self, row, label):
        self.seen[label] = self.seen.get(label, 0) + 1

    def predict_one(self, row):
        return max(self.seen, key=self.seen.get, default=None)


@pytest.mark.parametrize("chunk", [1, 50])
def test_missing_cells_of_learners_that_take_single_examples_get_a_note(chunk):
    x = np.random.default_rng(0).normal(size=(300, 2))
    x[::10, 1] = np.nan
    found = bo.stream({"majority": Majority()}, (x, np.arange(300) % 2), chunk=chunk, encode=False)
    (note,) = [note for note in found.notes if note.code != "streams.baseline_ahead"]
    assert (note.code, note.facts["cells"], note.facts["column"]) == ("streams.missing_cells", 30, "x1")
    whole = bo.stream({"majority": Majority()}, (np.nan_to_num(x), np.arange(300) % 2), chunk=chunk, encode=False)
    assert {note.code for note in whole.notes} <= {"streams.baseline_ahead"}
