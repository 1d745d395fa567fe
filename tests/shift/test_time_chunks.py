"""Drift chunk by chunk: the same tests as of two tables, one level for all chunks, and one sentence for each bad input."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import ks_2samp

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, UnknownName

pandas = pytest.importorskip("pandas")


def table(n, seed, shift=0.0):
    """Rows by the hour; in the last part one column moves, one word becomes frequent, and predictions get worse."""
    rng = np.random.default_rng(seed)
    late = np.arange(n) >= n * 0.6
    truth = rng.integers(0, 2, n)
    rate = np.where(late, 0.1 + 0.4 * (shift > 0), 0.1)
    word = np.where(late & (rng.random(n) < shift), "red", rng.choice(["red", "blue", "green"], n))
    return pandas.DataFrame(
        {
            "when": pandas.date_range("2031-01-01", periods=n, freq="h"),
            "a": rng.normal(size=n),
            "b": rng.normal(size=n) + np.where(late, shift, 0.0),
            "word": word,
            "y": truth,
            "pred": np.where(rng.random(n) < rate, 1 - truth, truth),
        }
    )


def test_changes_are_found_in_the_chunks_where_they_are():
    found = bo.drift_over_time(
        table(1000, 1), table(1000, 2, shift=0.7), time="when", chunks=5, target="y", predictions="pred"
    )
    assert found.alarms == (4, 5)
    assert found.worse == (4, 5)
    assert set(found.changed(found.chunks[4])) == {"b", "word"}
    assert "the first is chunk 4 (2031-01-26 00:00 to 2031-02-03 07:00)" in found.verdict.replace(
        "2031-01-26 to", "2031-01-26 00:00 to"
    )
    assert {shape.column for shape in found.shapes} == {"b", "word"}


def test_effects_and_p_values_are_those_of_scipy():
    old, new = table(600, 1).drop(columns=["y", "pred"]), table(800, 2).drop(columns=["y", "pred"])
    found = bo.drift_over_time(old, new, time="when", chunks=4)
    for index, chunk in enumerate(found.chunks):
        theirs = ks_2samp(old["a"], new["a"][index * 200 : (index + 1) * 200])
        (change,) = [change for change in chunk.columns if change.column == "a"]
        assert (change.effect, change.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_the_order_of_the_rows_changes_nothing():
    old, new = table(500, 1), table(900, 2, shift=0.5)
    found = bo.drift_over_time(old, new, time="when", chunks=6)
    mixed = bo.drift_over_time(old, new.sample(frac=1.0, random_state=0), time="when", chunks=6)
    assert mixed.verdict == found.verdict
    assert mixed.to_frame()["p_adjusted"].tolist() == pytest.approx(found.to_frame()["p_adjusted"].tolist())


def test_false_alarms_over_all_chunks_keep_the_level():
    """120 tables without a change; .05 of them may raise any alarm (.05 + 3 standard errors: 13)."""
    rng = np.random.default_rng(5)
    raised = 0
    for _ in range(120):
        old, new = (pandas.DataFrame(rng.normal(size=(n, 4)), columns=list("abcd")) for n in (150, 300))
        raised += bool(bo.drift_over_time(old, new.assign(t=np.arange(300)), time="t", chunks=5).alarms)
    assert raised <= 13


def test_rows_of_one_time_stay_together():
    new = table(400, 2).assign(when=np.repeat([1, 2, 3, 4], [50, 150, 100, 100]))
    found = bo.drift_over_time(table(300, 1), new, time="when", chunks=4)
    assert [chunk.rows for chunk in found.chunks] == [50, 150, 100, 100]
    assert [(chunk.start, chunk.end) for chunk in found.chunks] == [("1", "1"), ("2", "2"), ("3", "3"), ("4", "4")]


def test_the_shell_prints_writes_and_gives_one_object(tmp_path):
    for name, seed, shift in (("old", 1, 0.0), ("new", 2, 0.7)):
        table(600, seed, shift).to_csv(tmp_path / f"{name}.csv", index=False)
    arguments = [
        "drift",
        str(tmp_path / "old.csv"),
        str(tmp_path / "new.csv"),
        "--time",
        "when",
        "--chunks",
        "5",
        "--target",
        "y",
        "--predictions",
        "pred",
    ]
    done = CliRunner().invoke(cli, [*arguments, "-o", str(tmp_path / "page.html")])
    assert done.exit_code == 0
    assert done.stdout.startswith("2 of 5 chunks have changed")
    assert "Columns that changed" in (tmp_path / "page.html").read_text(encoding="utf-8")
    found = json.loads(CliRunner().invoke(cli, [*arguments, "--json"]).stdout)
    assert found["alarms"] == [4, 5]
    assert len(found["chunks"]) == 5


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"time": "word"}, BadInput, "contains words such as 'blue', which cannot be put in order of time"),
        ({"time": "whem"}, UnknownName, "did you mean 'when'"),
        ({"time": "when", "chunks": 100}, BadInput, "at least 20 are needed; give fewer chunks"),
        ({"time": "when", "chunks": 0}, BadInput, "chunks must be a whole number of at least 1"),
        ({"time": "when", "measure": "error"}, BadInput, "error needs predictions"),
        ({"time": "when", "predictions": "pred"}, BadInput, "the labels of the old rows are needed"),
    ],
)
def test_bad_input_gets_one_sentence(options, kind, words):
    with pytest.raises(kind) as refused:
        bo.drift_over_time(table(200, 1), table(400, 2), **options)
    assert words in str(refused.value)


def test_times_with_gaps_are_refused():
    new = table(400, 2)
    new.loc[3, "when"] = pandas.NaT
    with pytest.raises(BadInput, match="has rows without a time"):
        bo.drift_over_time(table(200, 1), new, time="when")
