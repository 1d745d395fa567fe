"""What a table, a name or an argument does not say is asked for, never guessed."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName

Run = Callable[..., SimpleNamespace]
SCORES = "dataset,a,b\n" + "".join(f"d{i},{0.9 - i / 50},{0.8 - i / 45}\n" for i in range(8))


@pytest.fixture
def scores(folder: Path) -> str:
    (folder / "scores.csv").write_text(SCORES)
    return "scores.csv"


def test_a_misspelt_measure_is_refused(bakeoff: Run, scores: str):
    done = bakeoff("compare", scores, "--measure", "rsme")
    assert done.exit_code == 2
    assert "did you mean 'rmse'?" in done.stderr
    assert "--direction" in done.stderr
    with pytest.raises(BadInput, match="did you mean 'rmse'"):
        bo.compare({"a": [1.5, 2, 3], "b": [2.0, 3, 4]}, measure="rsme")


def test_an_unknown_measure_needs_a_direction(bakeoff: Run, scores: str):
    done = bakeoff("compare", scores, "--measure", "grumble")
    assert done.exit_code == 2
    assert "--direction" in done.stderr
    assert "did you mean" not in done.stderr
    for words, winner in (
        (("--direction", "lower"), "b"),
        (("--direction", "higher"), "a"),
    ):
        assert f"{winner} is better" in bakeoff("compare", scores, "--measure", "grumble", *words).stdout
    assert "did you mean '--direction'" in bakeoff("compare", scores, "--lower-is-better").stderr
    long = {"learner": ["a", "b"] * 3, "dataset": list("xxyyzz"), "seconds_spent": [1.0, 2, 3, 4, 5, 6]}
    with pytest.raises(BadInput, match="direction"):
        bo.compare(long)
    assert bo.compare(long, "lower").judgement.matrix.direction.value == "lower"
    assert bo.compare(long, measure="RMSE").judgement.matrix.direction.value == "lower"


@pytest.mark.parametrize(
    ("words", "code", "cure"),
    [
        (("compare", "scores.csv", "--measure", "rsme"), "bad_input", "did you mean 'rmse'?"),
        (("compare", "scores.csv", "--baseline", "aa"), "unknown_name", "did you mean"),
        (("compare", "scores.csv", "--require", "a>q"), "unknown_name", "known are a, b"),
        (("compare", "nowhere.csv"), "bad_input", None),
        (("compare", "scores.csv", "--nonsense"), "usage", "--help"),
        (("test", "wilcoxn", "scores.csv"), "unknown_name", "did you mean 'wilcoxon'?"),
    ],
)
def test_json_of_an_error(bakeoff: Run, scores: str, words: tuple[str, ...], code: str, cure: str | None):
    done, plain = bakeoff(*words, "--json"), bakeoff(*words)
    made = json.loads(done.stdout)
    assert done.exit_code == plain.exit_code == 2
    assert done.stderr == plain.stderr
    assert made["schema"] == "bakeoff.error/1"
    assert made["code"] == code
    assert made["message"].splitlines()[0] in done.stderr
    assert (cure or "see `bakeoff compare --help`") in made["cure"]
    assert made["exit_code"] == 2


def test_misspelt_names_in_python():
    with pytest.raises(AttributeError, match="did you mean 'evaluate'"):
        bo.evalute  # noqa: B018
    with pytest.raises(AttributeError, match=r"no attribute 'zzz'$"):
        bo.zzz  # noqa: B018
    X, y = [[0.0], [1.0]] * 6, [0, 1] * 6
    learners = {"a": LogisticRegression(), "b": LogisticRegression(C=2)}
    with pytest.raises(TypeError, match="did you mean 'measures'"):
        bo.evaluate(learners, X, y, score="accuracy")
    with pytest.raises(UnknownName, match="did you mean 'learners'"):
        bo.Study(learner=learners)
    with pytest.raises(BadInput, match="did you mean 'rolling-origin'"):
        bo.evaluate(learners, X, y, cv="time")
    with pytest.raises(BadInput, match="did you mean 'kfold'"):
        bo.evaluate(learners, X, y, cv="kfol")


@pytest.mark.parametrize("distinct", [3, 40])
def test_regressors_settle_the_task(distinct: int):
    X = np.random.default_rng(1).normal(size=(60, 2))
    y = np.arange(60) % distinct
    made = bo.evaluate([LinearRegression(), Ridge()], X, y, cv=3, progress=False)
    assert made.compare().judgement.measure == "rmse"


def test_the_task_is_settled_or_asked_for():
    y = np.arange(30)
    assert "rmse" in bo.measure(y, y + 0.3, level=None)
    assert bo.measure(y, y + 1, measures="rmse", level=None)["rmse"].value == 1
    assert bo.measure(list("abab"), [0, 1, 0, 1], measures=["ari"], level=None)["ari"].value == 1
    with pytest.raises(BadInput, match="task='regression'"):
        bo.measure([0, 1, 1, 0], [0.2, 0.7, 0.6, 0.1])
    scores = bo.compare_predictions([0, 1] * 9, {"a": np.arange(18) / 7, "b": np.arange(18) / -7}, "roc_auc")
    assert scores.judgement.measure == "roc_auc"
    with pytest.raises(BadInput, match="task='clustering'"):
        bo.measure(list("abab"), [0, 1, 0, 1])


def test_the_usual_measure_is_that_of_the_task(bakeoff: Run, folder: Path):
    y = np.arange(30)
    near, far = y + 0.1 * np.cos(y), y + np.sin(y)
    for truth, task in ((y, "regression"), (y, None), (y + 0.5, None)):
        assert bo.compare_predictions(truth, {"near": near, "far": far}, task=task).judgement.measure == "rmse"
    assert bo.compare_predictions([0, 1] * 9, {"a": [0, 1] * 9, "b": [1, 1] * 9}).judgement.measure == "accuracy"
    rows = "".join(f"{a + 0.5},{b},{c}\n" for a, b, c in zip(y, near, far, strict=True))
    (folder / "said.csv").write_text(f"truth,near,far\n{rows}")
    done = bakeoff("compare", "said.csv", "--truth", "truth", "--pred", "near,far", "--json", "--no-stability")
    assert json.loads(done.stdout)["measure"] == "rmse"


ANSWERS = [[i % 3 != 0, i % 4 != 0, i % 5 != 0] for i in range(300)]


def table_of(heading: str, rows: list[list[object]]) -> str:
    return f"{heading}\n" + "".join(",".join(str(one) for one in row) + "\n" for row in rows)


@pytest.mark.parametrize("ids", [False, True])
def test_a_table_of_right_and_wrong_asks_what_a_row_is(bakeoff: Run, folder: Path, *, ids: bool):
    rows = [[*([i + 1] if ids else []), *map(int, row)] for i, row in enumerate(ANSWERS)]
    (folder / "answers.csv").write_text(table_of("id,a,b,c" if ids else "a,b,c", rows))
    done = bakeoff("compare", "answers.csv")
    assert done.exit_code == 2
    assert "only 0 and 1 in 300 rows" in done.stderr
    assert "--rows rows" in done.stderr
    made = json.loads(bakeoff("compare", "answers.csv", "--rows", "rows", "--json", "--no-stability").stdout)
    assert made["n"] == 300
    assert made["learners"] == ["a", "b", "c"]
    assert bakeoff("compare", "answers.csv", "--rows", "datasets", "--no-stability").exit_code == 0


def test_many_rows_with_an_id_ask_what_a_row_is():
    values = np.random.default_rng(0).random((120, 2)).round(3)
    for name in ("question", "id", "row_id"):
        with pytest.raises(BadInput, match="--rows rows"):
            bo.compare({name: range(7, 127), "a": values[:, 0], "b": values[:, 1]})
    few = bo.compare({"id": range(7, 19), "a": values[:12, 0], "b": values[:12, 1]}, rows="datasets")
    named = bo.compare({"dataset": [f"d{i}" for i in range(120)], "a": values[:, 0] > 0.5, "b": values[:, 1] > 0.4})
    assert (few.judgement.ranks.n, named.judgement.ranks.n) == (12, 120)


def test_a_long_table_of_questions_is_understood(bakeoff: Run, folder: Path):
    rows = [[f"q{i}", model, int(row[j])] for i, row in enumerate(ANSWERS) for j, model in enumerate("abc")]
    (folder / "long.csv").write_text(table_of("question,model,correct", rows))
    made = json.loads(bakeoff("compare", "long.csv", "--json", "--no-stability").stdout)
    assert (made["n"], made["learners"], made["measure"]) == (300, ["a", "b", "c"], "correct")
    twice = [[i, seed, model, int(row[(j + seed) % 3])] for i, row in enumerate(ANSWERS) for seed in (0, 1) for j, model in enumerate("ab")]  # fmt: skip
    (folder / "seeds.csv").write_text(table_of("question,seed,model,correct", twice))
    made = json.loads(bakeoff("compare", "seeds.csv", "--json", "--no-stability").stdout)
    assert (made["n"], made["learners"]) == (300, ["a", "b"])


@pytest.mark.parametrize("name", ["passage", "patient", "question", "user_id", "id"])
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("rows", ["datasets", "rows"])
def test_ids_are_no_learners(name: str, place: int, rows: str):
    values = np.random.default_rng(0).random((12, 2)).round(3)
    columns = [("a", values[:, 0].tolist()), ("b", values[:, 1].tolist())]
    columns.insert(place, (name, [17 + i // 2 if rows == "rows" else 17 + i for i in range(12)]))
    made = bo.compare(dict(columns), rows=rows)
    assert made.judgement.matrix.names == ("a", "b")
    assert any(note.code == "comparison.id_columns" for note in made.notes) or (name == "id" and place == 0)


@pytest.mark.parametrize("name", ["seed", "fold"])
def test_splits_are_no_learners(name: str):
    values = np.random.default_rng(0).random((10, 2)).round(3)
    columns = {"a": values[:, 0], "b": values[:, 1], name: np.arange(10)}
    assert bo.compare(columns, rows="runs").judgement.matrix.names == ("a", "b")
    with pytest.raises(BadInput, match="not data sets"):
        bo.compare(columns)


def test_whole_numbers_beside_fractions_are_asked_about():
    values = np.random.default_rng(0).random((10, 2)).round(3)
    columns = {"a": values[:, 0], "b": values[:, 1], "year": np.arange(1990, 2000)}
    with pytest.raises(BadInput, match="'year' contains whole numbers up to 1999"):
        bo.compare(columns)
    assert bo.compare({**columns, "year": values[:, 0] / 2}, rows="runs").judgement.matrix.names == ("a", "b", "year")
    assert bo.compare(columns, "lower", "runs", measure="seconds").judgement.matrix.names == ("a", "b", "year")


PRINTED = {
    "deviations": [("0.704 ± 0.01", 0.704), ("0.71±.02", 0.71), ("0.69 +/- 0.01", 0.69), ("0.5", 0.5)],
    "marks": [("99.2 ± 0.1*", 99.2), ("93.9 ± 1.9 (0.02)", 93.9), ("91.0† (1.1)", 91.0), ("90.5", 90.5)],
    "percent": [("99.2% ± 0.1%", 99.2), ("93.9 %", 93.9), ("91%", 91.0), ("90.5%*", 90.5)],
}


@pytest.mark.parametrize("kind", PRINTED)
def test_cells_as_papers_print_them(kind: str):
    texts, numbers = ([one[i] for one in PRINTED[kind]] for i in (0, 1))
    made = bo.compare({"data": list("wxyz"), "a": texts, "b": texts[::-1]})
    assert made.judgement.matrix.values[:, 0].tolist() == numbers
    assert any(note.code == "comparison.first_numbers" for note in made.notes)


def test_a_mean_is_no_single_score():
    with pytest.raises(BadInput, match="--published"):
        bo.compare({"a": ["0.7 ± 0.1", "0.6 ± 0.1"], "b": ["0.5 ± 0.1", "0.4 ± 0.1"]}, rows="runs")


def test_durations_are_seconds(bakeoff: Run, folder: Path):
    (folder / "times.csv").write_text("data,a,b\nx,0.3'',1.2'\ny,1.5',13.7h\nz,20 s,300 ms\n")
    done = bakeoff("compare", "times.csv", "--no-stability")
    assert done.exit_code == 2
    assert "--direction lower" in done.stderr
    assert bakeoff("compare", "times.csv", "--no-stability", "--direction", "lower").exit_code == 0
    made = bo.compare("times.csv", "lower")
    assert made.judgement.matrix.values.tolist() == [[0.3, 72], [90, 49320], [20, 0.3]]
    splits = bo.compare(
        {"dataset": list("xxyy"), "fold": ["1", "2"] * 2, "a": ["3h"] * 4, "b": ["4h", "5h"] * 2}, "lower"
    )
    assert splits.judgement.matrix.values.tolist() == [[10800, 16200]] * 2
    assert bo.compare({"horizon": ["1h", "2h"], "a": ["3", "5"], "b": ["4", "6"]}).judgement.matrix.blocks == (
        "1h",
        "2h",
    )
    with pytest.raises(BadInput, match="numbers without a unit"):
        bo.compare({"data": ["x", "y"], "a": ["3h", "4h"], "b": ["3", "4"]}, "lower")


LATEX = r"""
% Table 2
\begin{table}\caption{Accuracy}
\begin{tabular}{l@{}rr}
\toprule
Data set & SVM & tree\_2 \\ \midrule
iris & $\mathbf{99.2} \pm 0.1^{*}$ & 93.9 $\pm$ 1.9 (0.02) \\[2pt]
glass & \textbf{71.0} & 69.5 \\
wine & 97.1 & \underline{96.0}\\
\bottomrule
\end{tabular}\end{table}
"""


def test_a_latex_table_is_read(bakeoff: Run, folder: Path):
    (folder / "paper.tex").write_text(LATEX)
    made = json.loads(bakeoff("compare", "paper.tex", "--json", "--no-stability").stdout)
    assert made["learners"] == ["SVM", "tree_2"]
    assert bo.compare("paper.tex").judgement.matrix.values.tolist() == [[99.2, 93.9], [71, 69.5], [97.1, 96]]
    for text, words in ((LATEX * 2, "2 tables"), (r"\section{x}", "no tabular"), (LATEX.replace("SVM", r"\multicolumn{1}{c}{SVM}"), "several columns")):  # fmt: skip
        (folder / "other.tex").write_text(text)
        done = bakeoff("compare", "other.tex")
        assert done.exit_code == 2
        assert words in done.stderr


def test_rows_copied_out_of_a_latex_table_are_read(folder: Path):
    rows = LATEX.partition(r"\toprule")[2].partition(r"\bottomrule")[0]
    for text in (rows, r"\toprule" + rows + r"\bottomrule"):
        (folder / "rows.tex").write_text(text)
        made = bo.compare(str(folder / "rows.tex")).judgement.matrix
        assert made.names == ("SVM", "tree_2")
        assert made.values.tolist() == [[99.2, 93.9], [71, 69.5], [97.1, 96]]


@pytest.mark.parametrize("cell", ["0,81", "8,1e-01", "81,5 %"])
def test_quoted_decimal_commas_name_their_cure(cell):
    with pytest.raises(BadInput, match="decimal point, or put semicolons"):
        bo.compare({"data": ["x", "y"], "a": [cell, cell], "b": [cell, cell]})


MARKDOWN = """
| Data set | SVM | tree |
|---|--:|--:|
| iris | **99.2** | 93.9 |
| glass | 71.0 | 69.5 |
| wine | 97.1 | 96.0 |
"""


def test_a_markdown_table_is_read(bakeoff: Run, folder: Path):
    (folder / "readme.md").write_text(MARKDOWN)
    made = json.loads(bakeoff("compare", "readme.md", "--json", "--no-stability").stdout)
    assert made["learners"] == ["SVM", "tree"]
    assert bo.compare("readme.md").judgement.matrix.values.tolist() == [[99.2, 93.9], [71, 69.5], [97.1, 96]]


def test_an_excel_table_is_read(bakeoff: Run, folder: Path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["data set", "SVM", "tree"], ["iris", 99.2, 93.9], ["glass", 71.0, 69.5], ["wine", 97.1, 96.0]):
        book.active.append(row)
    book.save(folder / "scores.xlsx")
    made = json.loads(bakeoff("compare", "scores.xlsx", "--json", "--no-stability").stdout)
    assert made["learners"] == ["SVM", "tree"]
    assert bo.compare("scores.xlsx").judgement.matrix.values.tolist() == [[99.2, 93.9], [71, 69.5], [97.1, 96]]
