"""Tables typed as papers and lecture notes print them: each is read right, or asked about with the right option; the first line is recorded."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput

Run = Callable[..., SimpleNamespace]

DATA = ("iris", "wine", "glass", "sonar", "heart", "labor")
TABLES = {
    # Methods down, splits across.
    "methods down, folds across": ("compare t.csv --scheme 5-fold --rows folds", ",fold 1,fold 2,fold 3,fold 4,fold 5\nMethod A,81,82,80,84,83\nMethod B,79,80,79,81,80\n", "Method A is better than Method B on data like this."),
    "a head of methods, folds across": ("compare t.csv --columns folds --scheme 5-fold", "Method,Fold 1,Fold 2,Fold 3,Fold 4,Fold 5\nA,81,82,80,84,83\nB,79,80,79,81,80\n", "A is better than B on data like this."),
    "folds across without a scheme": ("compare t.csv", "Method,Fold 1,Fold 2,Fold 3\nA,81,82,80\nB,79,80,79\n", "rows are splits of one data set, which overlap: give test_share (--test-share), which is n_test / n_train, or a scheme (--scheme) such as '10-fold', '10x10' or '5x2'"),
    "splits across with their mean": ("compare t.csv --rows folds --test-share 0.25", "learner,split1,split2,split3,split4,Mean\nnb,.71,.72,.70,.74,.7175\nknn,.69,.60,.69,.71,.6725\n", "No clear winner on data like this: nb and knn are not shown to differ."),
    "runs across": ("compare t.csv --rows runs", "algorithm,run 1,run 2,run 3,run 4\nPSO,81.5,82,80.2,84\nGA,79,80,79,81\n", "PSO is better than GA in runs like these."),
    "trials across, not stated": ("compare t.csv", "algorithm,Trial 1,Trial 2,Trial 3,Trial 4\nPSO,81.5,82,80.2,84\nGA,79,80,79,81\n", "the rows of t.csv differ by run, so they are not data sets; use rows 'folds' with the scheme or test share (--rows folds --scheme 10x10), or 'runs' if they are independent"),
    "folds across without names": ("compare t.csv", "fold 1,fold 2,fold 3\n81,82,80\n79,80,79\n", "the columns of t.csv (fold 1, fold 2 and fold 3) are splits, and none names the learners; add a first column of names, or state --columns learners (columns='learners')"),
    "paired t of methods down": ("test paired_t t.csv", ",fold 1,fold 2,fold 3,fold 4,fold 5\nMethod A,81.5,82,80,84,83\nMethod B,79,80,79,81,80\n", "Paired t-test (paired, n - 1 degrees of freedom): statistic = 6.147, df = 4, p = .004, n = 5"),
    "paired t of methods down, other heads": ("test paired_t t.csv --columns folds", ",I,II,III,IV,V\nMethod A,81.5,82,80,84,83\nMethod B,79,80,79,81,80\n", "Paired t-test (paired, n - 1 degrees of freedom): statistic = 6.147, df = 4, p = .004, n = 5"),
    "paired t of methods down, not stated": ("test paired_t t.csv", ",I,II,III,IV,V\nMethod A,81.5,82,80,84,83\nMethod B,79,80,79,81,80\n", "the paired t-test compares two learners, and there are 5 columns; add --columns folds if the two rows are the learners"),
    "folds called data sets": ("compare t.csv --rows datasets", ",fold 1,fold 2,fold 3\nA,81,82,80\nB,79,80,79\n", "the columns of t.csv are splits of one data set, so its scores are not those of data sets; state what a row is after the table is turned: --rows folds or --rows runs (rows='folds' or 'runs')"),
    # Methods down, data sets across.
    "methods down, data sets across": ("compare t.csv --columns datasets", "Method," + ",".join(DATA) + "\nGP,95,91,71,83,82,90\nCSM,93,90,66,74,79,85\n", "GP is better than CSM on a typical data set."),
    "methods down, not stated": ("compare t.csv", "Method," + ",".join(DATA) + "\nGP,95,91,71,83,82,90\nCSM,93,90,66,74,79,85\n", "t.csv has one row for each learner; state what a column is: --columns datasets (columns='datasets'), --columns folds for splits, --columns measures (bo.measures_table)"),
    "an empty head, more columns than rows": ("compare t.csv", "," + ",".join(DATA) + "\nGP,95,91,71,83,82,90\nCSM,93,90,66,74,79,85\n", "t.csv has 2 rows (GP, CSM, ...) and 6 columns (iris, wine, ...), and nothing states which are the learners; state what a column is: --columns datasets, --columns folds or --columns learners (columns='datasets', 'folds' or 'learners')"),
    "an empty head, names of learners": ("compare t.csv", ",iris,wine\nSVM,95,91\nDecision tree,93,90\n", "the rows of t.csv (SVM, Decision tree, ...) look like learners and its columns (iris, wine, ...) like data sets; state what a column is: --columns datasets, --columns folds or --columns learners (columns='datasets', 'folds' or 'learners')"),
    "data sets across, failures": ("compare t.csv --columns datasets", "Kernel," + ",".join(DATA) + "\nGP,95,91,71,83,82,90\nCSM,93,OUT OF MEMORY,66,74,79,85\n", "GP is better than CSM on a typical data set."),
    # Data sets down.
    "data sets down": ("compare t.csv", "Data set,svm,tree\niris,95,93\nwine,91,90\nglass,71,66\nsonar,83,74\nheart,82,79\nlabor,90,85\n", "svm is better than tree on a typical data set."),
    "an average below": ("compare t.csv", "Data set,svm,tree\niris,95,93\nwine,91,90\nglass,71,66\nsonar,83,74\nheart,82,79\nlabor,90,85\nAverage,85.3,81.2\n", "svm is better than tree on a typical data set."),
    "score, error and time": ("compare t.csv", "Data set,GP,P2K\nBZR,93.9 ± 1.9 (0.02*),91.0 ± 1.1 (1.2')\nCOX2,81.2 ± 1.0 (0.05*),80.0 ± 1.3 (3.0')\nDHFR,83.3 ± 1.4 (0.03*),80.2 ± 1.2 (2.2')\nENZ,70.3 ± 1.4 (0.03*),69.2 ± 1.2 (2.2')\nPRO,73.3 ± 1.4 (0.03*),72.2 ± 1.2 (2.2')\nSYN,83.0 ± 1.4 (0.03*),81.9 ± 1.2 (2.2')\n", "GP is better than P2K on a typical data set."),
    "one learner out of memory": ("compare t.csv", "Data set,GP,CSM\nBZR,93.9±1.9,92.1±2.0\nCOX2,81.2±1.0,OUT OF MEMORY\nDHFR,83.3±1.4,80.4±1.0\nENZ,70.3±1.4,60.4±1.0\nPRO,73.3±1.4,70.2±1.2\nSYN,83.0±1.4,80.3±1.0\n", "GP is better than CSM on a typical data set."),
    "marks of significance": ("compare t.csv", "Data set,C4.5,NB\niris,95.3,93.1 •\nwine,91.2,90.4\nglass,71.3,66.8 •\nsonar,83.4,74.2 •\nheart,82.1,79.3 ∘\nlabor,90.0,85.2\n", "C4.5 is better than NB on a typical data set."),
    "LaTeX": ("compare t.tex", "\\begin{tabular}{lrr}\nData & svm & tree \\\\ \\hline\niris & \\textbf{95.1} & 93.0 \\\\\nwine & \\textbf{91.2} & 90.1 \\\\\nglass & \\textbf{71.0} & 66.3 \\\\\nsonar & \\textbf{83.0} & 74.1 \\\\\nheart & \\textbf{82.5} & 79.2 \\\\\nlabor & \\textbf{90.2} & 85.3 \\\\\n\\end{tabular}\n", "svm is better than tree on a typical data set."),
    "ranks beside scores": ("compare t.csv", "Data set,svm,svm rank,tree,tree rank\niris,95,1,93,2\nwine,91,1,90,2\nglass,71,1,66,2\nsonar,83,1,74,2\nheart,82,1,79,2\nlabor,85,2,90,1\n", "No clear winner on a typical data set: svm and tree are not shown to differ."),
    "a learner called svm_rank": ("compare t.csv --rows datasets", "Data set,svm,tree,svm_rank\niris,.90,.88,.95\nwine,.91,.90,.96\nglass,.71,.66,.79\nsonar,.83,.74,.88\nheart,.82,.79,.87\nlabor,.90,.85,.94\nzoo,.91,.85,.95\necoli,.81,.82,.89\n", "svm_rank is better than both others on a typical data set."),
    "differences beside scores": ("compare t.csv", "Data set,A,B,diff\niris,95,93,2\nwine,91,90,1\nglass,71,66,5\nsonar,83,74,9\nheart,82,79,3\nlabor,90,85,5\n", "A is better than B on a typical data set."),
    "errors named in the heads": ("compare t.csv", "Data set,svm error,tree error\niris,.05,.07\nwine,.09,.10\nglass,.29,.34\nsonar,.17,.26\nheart,.18,.21\nlabor,.10,.15\n", "svm error is better than tree error on a typical data set."),
    "times with units": ("compare t.csv --direction lower", "Data set,GP,CSM\nBZR,0.2s,1m 20s\nCOX2,0.3s,2m\nDHFR,1s,1h\nENZ,2s,2h\nPRO,0.5s,3m\nSYN,4s,5m\n", "GP is better than CSM on a typical data set. On average over data sets it is not shown."),
    "single rows of hits": ("compare t.csv --rows rows", "nr,A,B\n1,1,0\n2,1,1\n3,0,0\n4,1,0\n5,1,0\n6,1,0\n7,1,0\n8,1,0\n", "A is better than B on rows like these."),
    "ten runs without names": ("compare t.csv", "A,B\n.81,.79\n.82,.80\n.80,.79\n.84,.81\n.83,.80\n.82,.81\n.80,.78\n.81,.80\n.83,.79\n.82,.80\n", "nothing says what the 10 rows of t.csv are (folds?); state it: rows='datasets', rows='folds' with scheme='10-fold' or another, rows='runs', or rows='rows' for test rows (--rows datasets, --rows folds --scheme 10-fold, ...)"),
    "a table of predictions": ("compare t.csv", "row,A,B\nx,yes,no\ny,no,no\nz,yes,yes\n", "t.csv: columns 'A' and 'B' contain no numbers but 'yes' and the like; if they say whether an answer was right, write 1 and 0; predictions are compared beside the truth (--truth COLUMN)"),
    # Measures across.
    "learners by measures": ("compare t.csv --columns measures", "Algorithm,Acc,RMSE,TPR,FPR,Prec,Rec,F,AUC,Info S\nNB,71.7,.4534,.44,.16,.53,.44,.48,.7,48.11\nC4.5,75.5,.4324,.27,.04,.74,.27,.4,.59,34.28\n3NN,72.4,.5101,.32,.1,.56,.32,.41,.63,43.37\n", "9 measures name 2 learners first: NB by 5, C4.5 by 4."),
    "learners by measures, not stated": ("compare t.csv", "Algorithm,Acc,Prec,Rec,F\nNB,71.7,.53,.44,.48\nC4.5,75.5,.74,.27,.4\n", "t.csv has one row for each learner and one column for each measure; use --columns measures (bo.measures_table)"),
    "learners by measures, an empty head": ("compare t.csv", ",Acc,Prec,Rec,F\nNB,71.7,.53,.44,.48\nC4.5,75.5,.74,.27,.4\n", "the columns of t.csv are measures (Acc, Prec and 2 others) and its rows learners; use --columns measures (bo.measures_table)"),
    "measures called data sets": ("compare t.csv --columns datasets", "Algorithm,Acc,Prec,Rec,F\nNB,71.7,.53,.44,.48\nC4.5,75.5,.74,.27,.4\n", "the columns of t.csv are measures (Acc, Prec and 2 others), not data sets; use --columns measures (bo.measures_table)"),
    "WEKA's heads": ("compare t.csv --columns measures", "Classifier,TP Rate,FP Rate,Precision,Recall,F-Measure,ROC Area\nnb,.8,.2,.8,.8,.8,.85\ntree,.7,.3,.7,.7,.7,.75\n", "nb is first by every measure."),
    "two cities in one file": ("compare t.csv --columns measures --by City", "City,Model,R2,RMSE,MAE,NLPD\nPorto,GP,.71,4.2,3.1,1.2\nPorto,SGP,.74,4.0,2.9,1.1\nSeoul,GP,.61,5.2,4.1,1.9\nSeoul,SGP,.60,5.0,3.9,1.8\n", "== City: Porto"),
    "two cities, not stated": ("compare t.csv", "City,Model,R2,RMSE,MAE,NLPD\nPorto,GP,.71,4.2,3.1,1.2\nPorto,SGP,.74,4.0,2.9,1.1\nSeoul,GP,.61,5.2,4.1,1.9\nSeoul,SGP,.60,5.0,3.9,1.8\n", "t.csv has one row for each learner and City, and one column for each measure; use --columns measures --by 'City' (bo.measures_table_by)"),
    "domains by measures of one learner": ("compare t.csv --columns measures", "Domain,Acc,F\niris,.95,.94\nwine,.91,.90\nglass,.71,.66\n", "Values of one learner on 3 data sets; nothing is compared."),
    # McNemar's counts.
    "McNemar, 2 x 2": ("test mcnemar t.csv", ",B correct,B incorrect\nA correct,50,10\nA incorrect,25,15\n", "McNemar test (chi-squared, continuity corrected, by size (35 disagreements)): statistic = 5.6, df = 1, p = .018, n = 100"),
    "McNemar, 2 x 2 with totals, wrong first": ("test mcnemar t.csv", ",f2 wrong,f2 right,Total\nf1 wrong,15,25,40\nf1 right,10,50,60\nTotal,25,75,100\n", "McNemar test (chi-squared, continuity corrected, by size (35 disagreements)): statistic = 5.6, df = 1, p = .018, n = 100"),
    "McNemar, c01 and c10": ("test mcnemar t.csv", "c01,c10\n25,10\n", "McNemar test (chi-squared, continuity corrected, by size (35 disagreements)): statistic = 5.6, df = 1, p = .018, n = 35"),
    "McNemar, b and c": ("test mcnemar t.csv", "b,c\n10,25\n", "McNemar test (chi-squared, continuity corrected, by size (35 disagreements)): statistic = 5.6, df = 1, p = .018, n = 35"),
    "McNemar, hits": ("test mcnemar t.csv", "b,c\n1,0\n1,1\n1,0\n0,1\n1,0\n", "McNemar test (exact binomial, by size (4 disagreements)): statistic = 3, p = .62, n = 5"),
    "McNemar, a table of other words": ("test mcnemar t.csv", ",yes,no\nyes,50,10\nno,25,15\n", "the McNemar test reads 0 and 1 (right or wrong on each row), the columns only_a_right and only_b_right, or a 2 x 2 table with the rows A right, A wrong and the columns B right, B wrong"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_as_printed(bakeoff: Run, folder: Path, name: str):
    command, table, first_line = TABLES[name]
    words = command.split()
    (folder / next(word for word in words if word.startswith("t."))).write_text(table, encoding="utf-8")
    scores = words[0] == "compare" and "measures" not in words
    done = bakeoff(*words, *(["--no-stability"] if scores else []))
    output = done.stdout if done.exit_code == 0 else done.stderr.removeprefix("bakeoff: ")
    assert output.splitlines()[0] == first_line
    assert "fold 3 is" not in done.stdout


BRACKETS = {"data": ["x", "y"], "a": ["93 ± 1 (0.2*)", "oom"], "b": ["91 ± 1 (4)", "89 ± 2"]}


def test_brackets_are_a_second_table():
    made = bo.compare(BRACKETS)
    assert made.brackets == {"a": {"x": "0.2*"}, "b": {"x": "4"}}
    assert made.to_dict(stability=False)["brackets"] == made.brackets
    assert "0.2*" in str(made.bracket_table())
    assert made.failures == {"a": ("y",)}
    assert bo.compare({"a": [1.5, 2, 4], "b": [2, 3, 5.0]}, rows="runs").brackets == {}


def test_python_states_what_columns_are():
    table = {"m": ["A", "B"], "fold 1": [81, 79], "fold 2": [82, 80], "fold 3": [80, 79.5]}
    turned = bo.compare(table, scheme="3-fold")
    assert turned.judgement.matrix.names == ("A", "B")
    assert turned.judgement.question.evidence.name == "folds"
    assert "comparison.turned" in {note.code for note in turned.notes}
    stated = bo.compare(table, scheme="3-fold", columns="folds")
    assert stated.verdict.sentence == turned.verdict.sentence
    assert "comparison.turned" not in {note.code for note in stated.notes}
    assert bo.compare(table, rows="datasets", columns="learners").judgement.matrix.names == (
        "fold 1",
        "fold 2",
        "fold 3",
    )
    nested = {name: {"x": 0.9, "y": 0.8} for name in "abc"}
    assert bo.compare(nested).judgement.matrix.blocks == ("x", "y"), "nested tables state their learners"


@pytest.mark.parametrize(
    ("table", "options", "problem"),
    [
        ({"x": [1.0, 2], "y": [3.0, 4]}, {}, "no first column that names the learners"),
        ({"m": ["a", "a"], "x": [1.0, 2], "y": [3.0, 4]}, {}, "names the learner 'a' twice"),
        ({"m": ["a", "b"], "x": [1.0, 2], "y": [3.0, 4]}, {"rows": "datasets"}, "splits of one data set"),
        ({"m": ["a", "b"], "x": [1.0, 2], "y": [3.0, 4]}, {}, "--scheme"),
        ({"m": ["a", "b"], "x": ["p", "q"], "y": ["r", "s"]}, {"scheme": "2-fold"}, "contain no numbers"),
    ],
)
def test_what_cannot_be_columns_of_folds(table: dict[str, list[object]], options: dict[str, str], problem: str):
    with pytest.raises(BadInput, match=problem) as caught:
        bo.compare(table, columns="folds", **options)
    assert "\n" not in str(caught.value)


CITIES = {
    "City": ["P", "P", "S", "S"],
    "Model": ["gp", "nn", "gp", "nn"],
    "MAE": [3, 2, 1, 2],
    "R2": [0.5, 0.6, 0.7, 0.6],
}


def test_measures_by_group(bakeoff: Run, folder: Path):
    made = bo.measures_table_by(CITIES, "City")
    assert list(made) == ["P", "S"]
    assert made["S"].first == {"gp": 2, "nn": 0}
    text = made.report(folder / "m.md").read_text(encoding="utf-8")
    assert "City P" in text
    assert "City S" in text
    rows = zip(*CITIES.values(), strict=True)
    (folder / "t.csv").write_text("\n".join([",".join(CITIES), *(",".join(map(str, row)) for row in rows)]) + "\n")
    done = bakeoff("compare", "t.csv", "--columns", "measures", "--by", "City", "--json", "-o", "m.html")
    assert '"by": "City"' in done.stdout
    assert (folder / "m.html").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--by", "Town"], "no column of the table called 'Town'"),
        (["--by", "MAE"], "whether more of City is better is not known"),
        ([], "--by 'City'"),
        (["--by", "City", "-o", "m.xyz"], "cannot tell the form of a report"),
        (["--by", "City", "--positive", "F9"], "F9"),
    ],
)
def test_groups_of_measures_that_cannot_be(bakeoff: Run, folder: Path, arguments: list[str], problem: str):
    rows = zip(*CITIES.values(), strict=True)
    (folder / "t.csv").write_text("\n".join([",".join(CITIES), *(",".join(map(str, row)) for row in rows)]) + "\n")
    done = bakeoff("compare", "t.csv", "--columns", "measures", *arguments)
    assert done.exit_code == 2
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1
