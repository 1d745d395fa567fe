"""Error rates from counts: a rate is no count, bounds may have one end, and both rates have their interval."""

import json
from math import isnan

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput
from bakeoff.estimates.analytic.proportion import proportion


def run(*words):
    return CliRunner().invoke(cli, [str(word) for word in words])


def answer(*words):
    done = run(*words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (("measure", "--errors", "0.22", "--n", "50"), "--rate 0.22"),
        (("measure", "--rate", "22", "--n", "50"), "0.22 or 22%"),
        (("measure", "--rate", "-1%", "--n", "50"), "0.22 or 22%"),
        (("measure", "--rate", "nan", "--n", "50"), "0.22 or 22%"),
        (("measure", "--rate", "22%"), "belong together"),
        (("measure", "--rate", "22%", "--errors", "11", "--n", "50"), "give one"),
        (("test", "two_proportions", "--a", "0.22/50", "--b", "11/50"), "less than one"),
    ],
)
def test_a_rate_is_no_count(words, match):
    done = run(*words)
    assert done.exit_code == 2
    assert match in done.stderr


def test_a_rate_in_a_file_of_counts_is_refused_too(tmp_path):
    (tmp_path / "c.csv").write_text("fold,errors,n\n1,11,50\n2,0.22,50\n")
    done = run("measure", tmp_path / "c.csv")
    assert done.exit_code == 2
    assert "less than one in fold 2" in done.stderr
    (tmp_path / "t.csv").write_text("errors_a,n_a,errors_b,n_b\n0.22,50,11,50\n")
    done = run("test", "two_proportions", tmp_path / "t.csv")
    assert done.exit_code == 2
    assert "errors_a: errors are counted in rows" in done.stderr


@pytest.mark.parametrize("rate", ["22%", "0.22", " 22 %"])
def test_a_rate_is_typed_with_its_rows(rate):
    made, counted = answer("measure", "--rate", rate, "--n", "50"), answer("measure", "--errors", "11", "--n", "50")
    assert made == counted
    assert made["measures"]["error"]["value"] == 0.22
    assert bo.measure_counts(rate=rate.strip(), n=50).pooled == bo.measure_counts(11, 50).pooled


def test_rates_of_folds_and_rates_that_are_no_whole_errors():
    assert bo.measure_counts(rate=[0.07, "20%"], n=[100, 50]).errors == (7.0, 10.0)
    made = bo.measure_counts(rate=0.175, n=50)
    assert made.errors == (8.75,)
    assert [note.code for note in made.notes] == ["panels.partial-errors"]
    assert not bo.measure_counts(8, 50).notes
    for given in ({"n": 50}, {"errors": 3}, {"errors": 3, "rate": 0.1, "n": 50}, {"rate": [0.1, 0.2], "n": [5]}):
        with pytest.raises(BadInput):
            bo.measure_counts(**given)


@pytest.mark.parametrize("side", ["upper", "lower"])
def test_counts_have_one_sided_bounds(side):
    made = bo.measure_counts(11, 50, side=side)
    for name, count in (("error", 11), ("accuracy", 39)):
        bound = proportion(count, 50, 0.95, "wilson", side)
        shown, wanted = (getattr(one, "high" if side == "upper" else "low") for one in (made.pooled[name], bound))
        assert shown == pytest.approx(wanted)
        assert isnan(made.pooled[name].low if side == "upper" else made.pooled[name].high)
    assert answer("measure", "--errors", 11, "--n", 50, "--side", side)["side"] == side
    text = run("measure", "--errors", 11, "--n", 50, "--side", side).stdout
    assert f"95% {side} bounds" in text
    assert text.count("open") == 3  # two ends and the note


def test_the_error_has_its_interval_beside_that_of_the_accuracy():
    table = bo.measure_counts(11, 50).table()
    assert [column.title for column in table.columns][2:8] == ["error rate", "low", "high", "accuracy", "low", "high"]
    assert [cell.text for cell in table.rows[0].cells][2:8] == [
        "0.2200",
        "0.1275",
        "0.3524",
        "0.7800",
        "0.6476",
        "0.8725",
    ]
