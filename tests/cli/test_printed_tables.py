"""Tables as strangers bring them: every variant is read like the plain one, or refused with one sentence and its cure; none gives another verdict."""

import io
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.tabular.reading import read

Run = Callable[..., SimpleNamespace]
DATA = ("iris", "wine", "glass", "sonar", "heart", "zoo", "ecoli", "yeast")
SCORES = {
    "svm": (0.95, 0.97, 0.70, 0.81, 0.83, 0.94, 0.86, 0.59),
    "rf": (0.93, 0.96, 0.65, 0.80, 0.84, 0.91, 0.84, 0.57),
    "tree": (0.91, 0.90, 0.66, 0.72, 0.79, 0.90, 0.80, 0.52),
}
ROWS = list(zip(DATA, *SCORES.values(), strict=True))


def table(
    cell: Callable[[float, bool], str] = lambda x, _: str(x), *, by: str = ",", head: str = "dataset,svm,rf,tree"
) -> str:
    """The table with each score written by `cell`, which is told whether it is the best of its row."""
    lines = [head.replace(",", by)]
    lines += [by.join([name, *(cell(x, x == max(scores)) for x in scores)]) for name, *scores in ROWS]
    return "\n".join(lines) + "\n"


def german(text: str) -> str:
    return text.replace(".", ",")


PLAIN = table()
BODY = "\n".join(
    f"{name} & " + " & ".join(rf"\textbf{{{100 * x:.1f}}} $\pm$ 0.3" if x == max(scores) else rf"{100 * x:.1f} $\pm$ 0.3" for x in scores) + r" \\"
    for name, *scores in ROWS
)  # fmt: skip
LATEX = rf"""\begin{{table}}
\begin{{tabular}}{{lccc}}
\toprule
Data set & svm & rf & tree \\ \midrule
{BODY}
\bottomrule
\end{{tabular}}
\end{{table}}
"""
READ = {
    "percent signs": table(lambda x, _: f"{100 * x:.1f}%"),
    "decimal commas with percent signs": table(lambda x, _: german(f"{100 * x:.1f} %"), by=";"),
    "decimal commas with deviations": table(lambda x, _: german(f"{100 * x:.1f} ± 0.3"), by=";"),
    "decimal commas between tabs": table(lambda x, _: german(str(x)), by="\t"),
    "bars": table(by="|"),
    "a comma at the end of each line": PLAIN.replace("\n", ",\n"),
    "intervals": table(lambda x, _: f'"{x} [{x - 0.02:.2f}, {x + 0.02:.2f}]"'),
    "intervals in parentheses": table(lambda x, _: f"{x} ({x - 0.02:.2f}-{x + 0.02:.2f})"),
    "LaTeX in CSV": table(lambda x, best: rf"\textbf{{{x}}} $\pm$ 0.01" if best else rf"{x} \pm 0.01"),
    "bold in CSV": table(lambda x, best: f"**{x}**" if best else str(x)),
    "HTML in CSV": table(lambda x, best: f"<b>{x}</b>" if best else str(x)),
    "Markdown without outer bars": table(lambda x, best: f"__{x}__" if best else str(x), by=" | ").replace("\n", "\n---|---|---|---\n", 1),
    "a page of Markdown": "# Results\n\nAccuracies.\n\n" + table(lambda x, best: f"**{x}** ●" if best else f"{x} ○", by=" | ").replace("\n", "\n---|---|---|---\n", 1) + "\nBold is best.\n",
    "LaTeX": LATEX,
    "LaTeX, deviations below": LATEX.replace(r"\textbf{", r"{\bf ").replace(r"$\pm$ 0.3", r"$_{\pm 0.3}$"),
    "LaTeX, coloured": LATEX.replace("& 9", r"& \cellcolor[gray]{0.9}9").replace(r"\textbf", r"\underline"),
    "an average below": PLAIN + "Average,0.83,0.81,0.775\n",
    "other summaries below": PLAIN + "Avg. rank,1.1,2,2.9\nW/T/L,7/0/1,1/0/7,0/0/8\nØ,0.8,0.8,0.8\n",
    "an average in LaTeX": LATEX.replace(r"\bottomrule", "Mean & 83 & 81 & 77 \\\\ \\bottomrule"),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_a_printed_table_is_read_like_the_plain_one(folder: Path, name: str):
    (folder / "t.txt").write_text(READ[name], encoding="utf-8")
    made, plain = bo.compare("t.txt").judgement.matrix, bo.compare(SCORES, rows="datasets").judgement.matrix
    scale = 100 if made.values.max() > 1.5 else 1
    assert made.names == plain.names
    assert made.blocks == DATA
    assert np.allclose(made.values, scale * plain.values)


@pytest.mark.parametrize("marks", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_byte_order_marks_and_line_ends(folder: Path, marks: bytes, ends: str):
    (folder / "t.csv").write_bytes(marks + PLAIN.replace("\n", ends).encode())
    assert np.allclose(bo.compare("t.csv").judgement.matrix.values, np.column_stack(list(SCORES.values())))


REFUSED = {
    "a title": ("Table 3: accuracy,,,\n" + PLAIN, "is a title ('Table 3: accuracy'); delete the lines above the heading"),
    "a title and a blank line": ("Accuracy of three learners\n\n" + PLAIN, "is a title"),
    "a comment": ("# made by hand\n" + PLAIN, "is a comment"),
    "two tables": ("| data | a | b |\n|---|---|---|\n| x | 1 | 2 |\n\n| data | c | d |\n|---|---|---|\n| x | 1 | 2 |\n", "contains 2 Markdown tables; keep the one"),
    "thousands": (table(lambda x, _: f'"{round(1e4 * x):,}"'), "without separators of thousands"),
    "German thousands": (table(lambda x, _: f"9.{round(1000 * x):03},0", by=";"), "without separators of thousands"),
    "a comma that may separate thousands": ("data\ta\tb\nx\t1,200\t950\ny\t1,300\t900\n", "1,200 beside 950"),
    "another encoding": (PLAIN.replace("iris", "Äpfel").encode("latin-1"), "is not UTF-8 (byte 0xC4); save the file as UTF-8"),
    "single quotes": (table(lambda x, _: f"'{x}'"), "remove the single quotes"),
    "durations beside plain numbers": ("data,a,b\nx,3s,4s\ny,5,6s\n", "contains the duration 3s and also 5"),
    "truth values": ("q,a,b\n" + "".join(f"{i},{i % 2 > 0},{i % 3 > 0}\n" for i in range(9)), "write 1 and 0"),
    "more than a day": (PLAIN.replace("0.95", ">24h"), "timeout or failed"),
    "a word": (PLAIN.replace("0.95", "tbd"), "leave the cell empty if there is no score, or write failed"),
    "learners down": (f"method,{','.join(DATA)}\n" + "".join(f"{k},{','.join(map(str, v))}\n" for k, v in SCORES.items()), "--columns datasets"),
    "learners down, unnamed": (f",{','.join(DATA)}\n" + "".join(f"{k},{','.join(map(str, v))}\n" for k, v in SCORES.items()), "look like learners"),
    "learners by measures": ("learner,accuracy,f1,auc\na,.7,.6,.7\nb,.8,.7,.75\n", "--columns measures"),
    "measures as columns": ("dataset,accuracy,f1\nx,.9,.8\ny,.8,.7\n", "are measures (accuracy and f1), not learners"),
    "two measures of each learner": ("dataset,svm_acc,rf_acc,svm_f1,rf_f1\nx,.9,.8,.9,.8\ny,.8,.7,.7,.6\n", "contain scores by accuracy and F1"),
    "losses of an unknown kind": ("epoch,train_loss,val_loss\n0,1,2\n1,.5,.7\n2,.3,.6\n", "--direction"),
    "one score each": ("learner,score\na,.9\nb,.8\n", "one score for each learner"),
    "a long table of unknown names": ("example,name,points\n" + "".join(f"{i},{k},{i % 2}\n" for i in range(5) for k in "abc"), "--learner 'name' --item 'example' --value 'points'"),
    "tasks of 0 and 1": ("task,agent,reward\n" + "".join(f"{i},{k},{i % 2}\n" for i in range(5) for k in "abc"), "--rows rows"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_read_gets_one_sentence_with_the_cure(bakeoff: Run, folder: Path, name: str):
    content, says = REFUSED[name]
    (folder / "t.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    done = bakeoff("compare", "t.csv")
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_excel_sheet_with_a_title_is_refused_by_name(folder: Path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["Accuracy of three learners"], ["dataset", "a", "b"], ["x", 0.9, 0.8], ["y", 0.8, 0.7]):
        book.active.append(row)
    kept = io.BytesIO()
    book.save(kept)
    (folder / "t.xlsx").write_bytes(kept.getvalue())
    with pytest.raises(
        BadInput, match=r"is a title \('Accuracy of three learners'\); delete the lines above the heading"
    ):
        bo.compare("t.xlsx")


def test_a_table_with_a_row_per_learner_is_turned_on_request(bakeoff: Run, folder: Path):
    (folder / "t.csv").write_text(
        f"method,{','.join(DATA)}\n" + "".join(f"{k},{','.join(map(str, v))}\n" for k, v in SCORES.items())
    )
    turned, plain = bo.compare("t.csv", columns="datasets"), bo.compare(SCORES, rows="datasets")
    assert turned.judgement.matrix.blocks == DATA
    assert turned.verdict.sentence == plain.verdict.sentence
    assert (
        "svm is better than both others"
        in bakeoff("compare", "t.csv", "--columns", "datasets", "--no-stability").stdout
    )
    with pytest.raises(UnknownName, match="datasets"):
        bo.compare("t.csv", columns="data sets")
    with pytest.raises(BadInput, match="names the learner 'a' twice"):
        bo.compare({"m": ["a", "a"], "x": [1.0, 2], "y": [3.0, 4]}, columns="datasets")
    with pytest.raises(BadInput, match="no first column that names the learners"):
        bo.compare({"x": [1.0, 2], "y": [3.0, 4]}, columns="datasets")


def test_tables_of_our_own_reports_are_read_back(folder: Path):
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    study = bo.Study(
        datasets=["iris", "wine", "breast_cancer"],
        learners={"tree": DecisionTreeClassifier(), "nb": GaussianNB()},
        scheme="5-fold",
    )
    shown = study.run(progress=False).table()
    for name, text in (("own.md", shown.to_markdown()), ("own.tex", shown.to_latex())):
        (folder / name).write_text(text)
        made = bo.compare(name)
        assert made.judgement.matrix.names == ("tree", "nb")
        assert made.judgement.matrix.blocks == ("iris", "wine", "breast_cancer")


def code(made: bo.Comparison) -> set[str]:
    return {one.code for one in made.notes}


def test_columns_beside_the_scores_are_no_learners():
    rows = {"dataset": list(DATA), **SCORES}
    sizes = [150, 178, 214, 208, 303, 101, 336, 1484]
    mean = [round(sum(at) / 3, 2) for at in zip(*SCORES.values(), strict=True)]
    gap = [round(a - b, 2) for a, b in zip(SCORES["svm"], SCORES["rf"], strict=True)]
    beside = {
        "n_instances": sizes, "# features": sizes, "svm_std": [0.01] * 8, "SD tree": [0.02] * 8, "p-value": [0.5] * 8, "mean": mean, "diff": gap,
        "best": [max(at) for at in zip(*SCORES.values(), strict=True)],
    }  # fmt: skip
    for name, cells in beside.items():
        made = bo.compare({**rows, name: cells}, rows="datasets")
        assert made.judgement.matrix.names == ("svm", "rf", "tree"), name
        assert "comparison.side_columns" in code(made)


def test_columns_of_learners_may_name_their_measure():
    """Errors are better when lower, also where only the heading tells that they are errors."""
    errors = [0.1, 0.2, 0.3, 0.15, 0.25, 0.35]
    for name, better in (("rmse", "lower"), ("error", "lower"), ("Accuracy", "higher"), ("log loss", "lower")):
        rows = {"dataset": list(DATA[:6]), f"svm {name}": errors, f"rf {name}": [0.05 + one for one in errors]}
        assert bo.compare(rows).judgement.matrix.direction.value == better
    made = bo.compare({"rmse_svm": errors, "rmse_rf": [0.05 + one for one in errors]}, rows="datasets")
    assert made.verdict.winner == "rmse_svm"
    assert bo.compare({"svm": errors, "rf": errors[::-1]}, rows="datasets").judgement.matrix.direction.value == "higher"


def test_deviations_ranks_and_times_beside_means():
    rows = {"dataset": list(DATA)}
    for name, values in SCORES.items():
        rows |= {
            f"{name} mean": values,
            f"{name} std": [0.01] * 8,
            f"{name}_rank": [1, 2] * 4,
            f"{name} time": [3.5] * 8,
        }
    made = bo.compare({**rows, "winner": ["svm mean"] * 8, "Δ": [0.5] * 8})
    assert made.judgement.matrix.names == (
        "svm mean",
        "rf mean",
        "tree mean",
        "Δ",
    )  # a constant is no difference of two others


def test_a_learner_is_kept_whatever_its_name():
    """A column called mean that is not the mean of the others is a learner, as the baseline of that name is."""
    for name in ("mean", "best", "diff", "std", "n"):
        made = bo.compare({"dataset": list(DATA), **SCORES, name: [0.5, 0.6, 0.4, 0.7, 0.5, 0.6, 0.55, 0.3]})
        assert made.judgement.matrix.names == ("svm", "rf", "tree", name)
    same = bo.compare({"mean": SCORES["svm"], "svm": SCORES["svm"], "rf": SCORES["rf"]}, rows="datasets")
    assert same.judgement.matrix.names == ("mean", "svm", "rf")
    two = bo.compare({"data": ["mean squares", "total recall"], "a": [0.1, 0.2], "b": [0.2, 0.4]})
    assert two.judgement.matrix.blocks == ("mean squares", "total recall")


def test_rows_that_sum_up_are_named():
    made = bo.compare({"data": [*DATA, "Average"], **{k: [*v, sum(v) / 8] for k, v in SCORES.items()}})
    (note,) = [one for one in made.notes if one.code == "comparison.summary_rows"]
    assert str(note) == "row 'Average' sums up other rows, so it is not compared; rename it if it is a data set."
    assert made.verdict.sentence == bo.compare({"data": list(DATA), **SCORES}).verdict.sentence


def test_items_called_mean_are_kept():
    words = {"word": ["mean", "sum", "cat", "dog"] * 8, "a": [1, 0, 1, 1] * 8, "b": [0, 0, 1, 1] * 8}
    assert len(bo.compare(words, rows="rows").judgement.matrix.blocks) == 32


def test_single_tests_leave_summaries_out_too(bakeoff: Run, folder: Path):
    head = "dataset,svm,rf\n" + "".join(f"{n},{a},{b}\n" for n, a, b, _ in ROWS)
    (folder / "plain.csv").write_text(head)
    (folder / "t.csv").write_text(head + "Mean,0.83,0.81\n")
    plain, done = bakeoff("test", "wilcoxon", "plain.csv"), bakeoff("test", "wilcoxon", "t.csv")
    assert done.stdout == plain.stdout
    assert "'Mean' sums up other rows" in done.stderr


@pytest.mark.parametrize(
    "heading",
    ["qid,system,is_correct", "id,method,acc", "prompt_id,llm,pass", "sample,classifier,hit", "Item,Model,Correct"],
)
def test_long_tables_of_items_by_their_usual_names(folder: Path, heading: str):
    (folder / "t.csv").write_text(
        heading + "\n" + "".join(f"{i},{k},{int(i % n > 0)}\n" for i in range(30) for k, n in (("a", 5), ("b", 2)))
    )
    made = bo.compare("t.csv")
    assert made.judgement.matrix.names == ("a", "b")
    assert len(made.judgement.matrix.blocks) == 30
    assert made.judgement.question.evidence.name == "rows"


@pytest.mark.parametrize(
    "heading", ["data,algorithm,auc", "benchmark,system,test accuracy", "Dataset,Model,Accuracy (%)"]
)
def test_long_tables_of_data_sets_by_their_usual_names(folder: Path, heading: str):
    lines = [f"{name},{k},{v[i]}\n" for i, name in enumerate(DATA) for k, v in SCORES.items()]
    (folder / "t.csv").write_text(heading + "\n" + "".join(lines))
    made = bo.compare("t.csv")
    assert made.judgement.matrix.blocks == DATA
    assert made.judgement.matrix.names == tuple(SCORES)
    assert made.judgement.question.evidence.name == "datasets"


def test_compound_durations():
    made = bo.compare(
        {"data": list("xyz"), "a": ["1m 20s", "1h 5min", "00:02:10"], "b": ["2 min", "2 hours", "90 sec"]}, "lower"
    )
    assert made.judgement.matrix.values.tolist() == [[80, 120], [3900, 7200], [130, 90]]


def predictions(folder: Path, text: str) -> str:
    (folder / "p.csv").write_text(text)
    return "p.csv"


def test_whole_numbers_with_fractional_predictions_are_a_regression_in_the_shell_too(bakeoff: Run, folder: Path):
    name = predictions(folder, "y,a,b\n3,2.5,3.1\n5,5.2,5.5\n8,7.7,8.9\n2,2.2,2.9\n9,8.8,9.7\n4,4.4,5.1\n")
    assert "rmse" in bakeoff("measure", name, "--truth", "y", "--pred", "a").stdout
    assert "RMSE" in bakeoff("compare", name, "--truth", "y", "--pred", "a,b", "--no-stability").stdout
    zero_one = predictions(folder, "y,a\n" + "".join(f"{i % 2},{0.3 + 0.1 * (i % 3)}\n" for i in range(9)))
    assert "--task regression" in bakeoff("measure", zero_one, "--truth", "y", "--pred", "a").stderr


def test_a_class_in_another_spelling_is_refused_and_not_counted_as_an_error(bakeoff: Run, folder: Path):
    name = predictions(folder, "y,a\nYes,yes\nNo,no\nYes,no\nNo,no\n")
    done = bakeoff("measure", name, "--truth", "y", "--pred", "a")
    assert done.exit_code == 2
    assert "is predicted where the truth has" in done.stderr
    with pytest.raises(BadInput, match="'cat ' is predicted where the truth has 'cat'"):
        bo.measure(["cat", "dog"], ["cat ", "dog"])
    with pytest.raises(BadInput, match="'CAT' is predicted where the truth has 'cat'"):
        bo.compare_predictions(["cat", "dog"], {"a": ["CAT", "dog"], "b": ["cat", "dog"]})
    assert (
        bo.measure(["a", "b"], ["A", "b"], labels=["A", "a", "b"])["accuracy"].value == 0.5
    )  # letters, if it is stated
    assert bo.measure(["a", "A"], ["A", "a"])["accuracy"].value == 0.0  # both are true classes


def test_headings_of_predictions(bakeoff: Run, folder: Path):
    name = predictions(folder, "id, y, a\n1, 1, 0\n2, 0, 0\n3, 1, 1\n")
    assert bakeoff("measure", name, "--truth", "y", "--pred", "a").exit_code == 0
    name = predictions(folder, "Predictions of my model\ny,a\n1,0\n0,0\n1,1\n")
    assert "is a title" in bakeoff("measure", name, "--truth", "y", "--pred", "a").stderr
    name = predictions(folder, "y,p\n1,56.9%\n0,12.0%\n1,80.0%\n")
    assert "0.569 for 56.9%" in bakeoff("measure", name, "--truth", "y", "--proba", "p").stderr


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: bo.evaluate({}, [], [], metrics=["rmse"]), "measures"),
        (lambda: bo.evaluate({}, [], [], models={}), "learners"),
        (lambda: bo.compare({}, metric="rmse"), "measure"),
        (lambda: bo.compare({}, lower_is_better=True), "direction"),
        (lambda: bo.Study(datasets=[], learners={}, scoring="rmse"), "measures"),
    ],
)
def test_names_of_other_packages_lead_to_those_here(call: Callable[[], object], meant: str):
    with pytest.raises(TypeError, match=f"did you mean '{meant}'"):
        call()


def test_a_class_in_place_of_an_object_is_called_by_its_name():
    from sklearn.linear_model import LinearRegression, Ridge

    with pytest.raises(BadInput, match="learner 'LinearRegression' is the class LinearRegression"):
        bo.evaluate([LinearRegression, Ridge], [[1.0], [2.0]], [1.0, 2.5])


def test_a_table_below_many_blank_lines_is_read():
    below = b"\n" * 500 + b"data,a,b\niris,0.9,0.8\nwine,0.8,0.7\nzoo,0.7,0.9\n"
    assert read(below, name="x.csv").columns() == {
        "data": ["iris", "wine", "zoo"],
        "a": ["0.9", "0.8", "0.7"],
        "b": ["0.8", "0.7", "0.9"],
    }


def test_a_learner_whose_name_ends_like_a_column_of_ranks_is_compared():
    """svm_rank wins on every data set; it was taken for the ranks of svm."""
    rows = {"svm": [0.8, 0.7, 0.9, 0.8, 0.7, 0.6], "tree": [0.7, 0.6, 0.8, 0.7, 0.6, 0.5]}
    better = [one + 0.05 for one in rows["svm"]]
    made = bo.compare({**rows, "svm_rank": better}, rows="datasets")
    assert made.judgement.matrix.names == ("svm", "tree", "svm_rank")
    assert min(made.ranks, key=made.ranks.get) == "svm_rank"
    assert "comparison.kept_columns" in code(made)
    perfect = bo.compare({**rows, "svm_rank": [1.0] * 5 + [0.99]}, rows="datasets")
    assert "svm_rank" in perfect.judgement.matrix.names


@pytest.mark.parametrize("name", ["svm_std", "svm_time", "svm_memory", "svm_sd"])
def test_scores_under_the_name_of_a_deviation_or_a_cost_are_those_of_a_learner(name):
    rows = {"svm": [0.8, 0.7, 0.9, 0.8, 0.7, 0.6], "tree": [0.7, 0.6, 0.8, 0.7, 0.6, 0.5]}
    made = bo.compare({**rows, name: [0.83, 0.75, 0.91, 0.84, 0.71, 0.66]}, rows="datasets")
    assert name in made.judgement.matrix.names
    assert "comparison.kept_columns" in code(made)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("svm_rank", [1, 1, 1, 1, 1, 2]), ("tree rank", [2, 2, 2, 2, 2, 1]), ("svm_std", [0.03, 0.02, 0.05, 0.01, 0.04, 0.02]),
        ("svm_time", [3.1, 0.4, 0.7, 12.0, 0.5, 0.9]), ("svm_seconds", [120, 30, 44, 51, 60, 70]), ("svm_memory", [0.01] * 6),
    ],
)  # fmt: skip
def test_ranks_deviations_and_costs_that_the_values_prove_are_left_out(name, cells):
    rows = {"svm": [0.8, 0.7, 0.9, 0.8, 0.7, 0.4], "tree": [0.7, 0.6, 0.8, 0.7, 0.6, 0.5]}
    made = bo.compare({**rows, name: cells}, rows="datasets")
    assert made.judgement.matrix.names == ("svm", "tree")
    assert "comparison.side_columns" in code(made)
    assert "comparison.kept_columns" not in code(made)
