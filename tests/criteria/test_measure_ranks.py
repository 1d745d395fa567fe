"""The table of learners by measures: ranks against scipy, the lecture notes' table with its slips, failures and gaps."""

import json
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import rankdata

import bakeoff as bo
from bakeoff.cli.verbs.compare import command
from bakeoff.core.errors import BadInput, BakeoffError, Problems

SEEDS = Path(__file__).parents[3] / "shared" / "golden" / "seeds.json"


def notes_table() -> dict[str, Any]:
    if not SEEDS.exists():
        pytest.skip("the lecture notes are not here")
    lines = (line.strip().rstrip(",") for line in SEEDS.read_text(encoding="utf-8").splitlines())
    return next(one for line in lines if "S002-rank-table" in line if (one := json.loads(line)))


@pytest.mark.parametrize("ties", ["mid", "min"])
def test_the_notes_table(ties: str) -> None:
    given = notes_table()
    ways = given["inputs"]["higher_is_better"]
    sides = {
        side: [name for name, up in ways.items() if up is (side == "positive")] for side in ("positive", "negative")
    }
    made = bo.measures_table(given["inputs"]["table"], **sides, ties=ties)
    for measure, ranks in given["correct"][f"{ties}_ranks"].items():
        assert {name: made.ranks[name][measure] for name in ranks} == ranks


def test_the_six_slips_of_the_notes_table() -> None:
    given = notes_table()
    table, printed = given["inputs"]["table"], given["printed"]
    made = bo.measures_table(table, ["Prec", "Rec", "F", "InfoS"], ties="min")
    wrong = {
        (name, measure)
        for name, row in printed["ranks"].items()
        for measure, rank in zip(printed["columns"], row, strict=True)
        if made.ranks[name][measure] != rank
    }
    assert wrong == {(one["classifier"], one["measure"]) for one in given["correct"]["wrong_entries"]}
    assert len(wrong) == 6
    assert [note.code for note in made.notes] == ["criteria.same_columns"]  # TPR is recall


@pytest.mark.parametrize(("ties", "method"), [("mid", "average"), ("min", "min")])
def test_ranks_are_those_of_scipy(ties: str, method: str) -> None:
    rng = np.random.default_rng(3)
    values = rng.integers(0, 4, (7, 2)).astype(float)
    table = {f"l{i}": {"accuracy": row[0], "rmse": row[1]} for i, row in enumerate(values)}
    made = bo.measures_table(table, ties=ties)
    expected = np.column_stack([rankdata(-values[:, 0], method), rankdata(values[:, 1], method)])
    assert np.array_equal(made.found.ranks, expected)
    assert list(made.mean_rank.values()) == pytest.approx(expected.mean(axis=1))


def test_counts_of_first_places_the_top_three_and_last_places() -> None:
    rows = {"a": (0.9, 1), "b": (0.9, 2), "c": (0.5, 3), "d": (0.4, 4), "e": (0.1, 4)}
    made = bo.measures_table({name: {"accuracy": one, "fit_seconds": two} for name, (one, two) in rows.items()})
    assert made.first == {"a": 2, "b": 1, "c": 0, "d": 0, "e": 0}
    assert made.in_top_three == {"a": 2, "b": 2, "c": 2, "d": 0, "e": 0}
    assert made.last == {"a": 0, "b": 0, "c": 0, "d": 1, "e": 2}


def test_identical_learners_are_neither_best_nor_last() -> None:
    made = bo.measures_table({name: {"accuracy": 0.5, "f1": 0.1 + 0.2 if name == "a" else 0.3} for name in "ab"})
    assert made.mean_rank == {"a": 1.5, "b": 1.5}
    assert made.last == {"a": 0, "b": 0}
    assert not any(cell.bold for row in made.tables()[0].rows for cell in row.cells)


@pytest.mark.parametrize("word", ["OUT OF MEMORY", "Out of time", "timeout", "TLE"])
def test_a_failure_has_the_last_rank(word: str) -> None:
    made = bo.measures_table({"learner": ["a", "b", "c"], "accuracy": [".9", word, ".8"], "f1": [".1", ".2", ".3"]})
    assert made.ranks["b"] == {"accuracy": 3.0, "f1": 2.0}
    assert isnan(made.values["b"]["accuracy"])
    (note,) = made.notes
    assert (note.code, note.facts["reason"], note.facts["columns"]) == ("criteria.failed_cells", word, ("accuracy",))
    assert "failed" in str(made)


def test_a_missing_value_has_no_rank_and_its_measure_is_left_out_of_mean_ranks() -> None:
    made = bo.measures_table({"a": {"accuracy": 0.9, "f1": 0.3}, "b": {"accuracy": 0.8, "f1": None}})
    assert made.ranks["a"]["f1"] == 1.0
    assert isnan(made.ranks["b"]["f1"])
    assert made.mean_rank == {"a": 1.0, "b": 2.0}
    assert [note.code for note in made.notes] == ["criteria.measure_gaps"]
    assert all(map(isnan, bo.measures_table({"a": {"f1": 0.9}, "b": {"f1": None}}).mean_rank.values()))


@pytest.mark.parametrize(
    ("table", "options", "words"),
    [
        ({"a": {"oddity": 1}, "b": {"oddity": 2}}, {}, "--positive"),
        ({"a": {"f1": 1}, "b": {"f1": 2}}, {"positive": ["f2"]}, "f2"),
        ({"a": {"f1": 1}, "b": {"f1": 2}}, {"positive": ["f1"], "negative": ["f1"]}, "at once"),
        ({"a": {"f1": 1}}, {}, "one learner only"),
        ({"a": {"f1": 1}, "b": {"f1": 2}}, {"ties": "max"}, "mid"),
        ({"learner": ["a", "b"]}, {}, "no column of values"),
    ],
)
def test_bad_tables(table: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(BakeoffError, match=words):
        bo.measures_table(table, **options)


def test_a_word_that_is_no_failure_is_refused() -> None:
    with pytest.raises((Problems, BadInput), match="soon"):
        bo.measures_table({"learner": ["a", "b"], "f1": [".5", "soon"]})


def test_names_are_escaped_and_every_form_has_both_tables() -> None:
    made = bo.measures_table({"<b>&": {"f1": 0.2}, "b_%": {"f1": 0.1}})
    assert "<b>&" not in made.to_html()
    assert "b\\_\\%" in made.to_latex()
    assert made.to_latex().count("\\begin{tabular}") == 2


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("model,accuracy,odd\na,.9,2\nb,.8,OOM\n", encoding="utf-8")
    options = [str(path), "--columns", "measures", "--negative", "odd", "--json"]
    said = json.loads(CliRunner().invoke(command, options, catch_exceptions=False).stdout)
    assert said["directions"] == {"accuracy": "higher", "odd": "lower"}
    assert said["learners"][1]["measures"]["odd"] == {"value": None, "rank": 2.0, "failed": True}
    with pytest.raises(BadInput, match="--rope is not for a table of measures"):
        CliRunner().invoke(command, [*options, "--rope", "1"], catch_exceptions=False)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Any:
    study = bo.Study(
        datasets=["iris", "wine"], learners={"majority": bo.Majority(), "one_rule": bo.OneRule()}, measures=["accuracy", "kappa"], scheme="3-fold",
    )  # fmt: skip
    return study.run(tmp_path_factory.mktemp("study") / "s.bakeoff", workers=1, progress=False)


def test_of_a_study_on_one_data_set_with_intervals(results: Any) -> None:
    made = results.measures_table("iris", measures=["accuracy", "kappa"])
    cells = {
        one.learner: one.estimate
        for one in results.findings.cells
        if (one.dataset, one.measure) == ("iris", "accuracy")
    }
    assert {name: row["accuracy"] for name, row in made.values.items()} == {
        name: one.value for name, one in cells.items()
    }
    assert made.first == {"majority": 0, "one_rule": 2}
    assert made.found.low is not None
    assert made.found.low[1, 0] == cells["one_rule"].low
    assert "Intervals in brackets" in str(made)


def test_of_a_study_means_over_data_sets(results: Any) -> None:
    made = results.measures_table(measures=["accuracy"])
    frame = results.scores("accuracy", kind="plain")
    for name, row in made.values.items():
        own = [value for value, one in zip(frame["value"], frame["learner"], strict=True) if one == name]
        assert row["accuracy"] == pytest.approx(np.mean([np.mean(own[:3]), np.mean(own[3:])]))
    assert made.found.low is None
    assert results.criteria.cherry_pick().left_out == {"majority": None, "one_rule": ()}
    with pytest.raises(BakeoffError, match="nonsense"):
        results.measures_table("nonsense")
    with pytest.raises(BakeoffError, match="f1"):
        results.measures_table(measures=["f1"])


def test_cells_as_papers_print_them() -> None:
    made = bo.measures_table(
        {"gp": {"r2": "0.80 ◊", "rmse": "22 ± 1*"}, "knn": {"r2": ".58", "rmse": "OUT OF TIME"}}
    ).found
    assert made.values[0].tolist() == [0.8, 22.0]
    assert made.marks == {("gp", "r2"): "◊", ("gp", "rmse"): "*"}
    assert made.failed[1].tolist() == [False, True]
    assert "criteria.brought_signs" in [one.code for one in made.notes]


def test_gaps_of_several_learners_are_one_note() -> None:
    rows = {"a": {"accuracy": 0.9, "f1": None}, "b": {"accuracy": 0.8, "f1": None}, "c": {"accuracy": None, "f1": 0.3}}
    (note,) = bo.measures_table(rows).notes
    assert note.facts["gaps"] == ((("a", "b"), ("f1",)), (("c",), ("accuracy",)))
    assert "f1 of a and b; accuracy of c" in str(note)
