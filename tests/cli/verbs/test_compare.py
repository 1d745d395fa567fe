"""What users bring by mistake: one sentence with the cure, exit code 2, never a traceback."""

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

HEAD = "data,a,b\n"
WRONG = {
    "empty": ("", "is empty"),
    "blank lines": ("\n\n \n", "is empty"),
    "heading only": (HEAD, "no rows below its heading"),
    "duplicated data sets": (f"{HEAD}x,.9,.8\nx,.8,.7\n", "'x' occurs 2 times; keep one row each"),
    "text in a number column": (f"{HEAD}x,.9,.8\ny,high,.7\n", "column 'a' contains 'high' in row 2 (y), which is not a number"),
    "one column": ("a\n.9\n.8\n", "one column of scores; a comparison needs two learners"),
    "one learner": ("data,a\nx,.9\ny,.8\n", "one column of scores"),
    "duplicate columns": ("data,a,a\nx,.9,.8\n", "two columns are called 'a'; rename one"),
    "unnamed column": ("data,a,\nx,.9,.8\n", "column 3 has no name"),
    "infinite": (f"{HEAD}x,inf,.8\n", "column 'a' is infinite in row 1 (x)"),
    "too large": (f"{HEAD}x,1e308,.8\n", "column 'a' is 1e+308 in row 1 (x)"),
    "blanks between cells": ("data a b\nx .9 .8\n", "has no separator"),
    "decimal commas between commas": (f"{HEAD}x,0,9,0,8\n", "put semicolons between cells"),
    "quoted decimal commas": (f'{HEAD}x,"0,9","0,8"\n', "write 0.9 with a decimal point"),
    "both decimal marks": ("data;a;b\nx;0,9;0.8\n", "use one decimal mark"),
    "thousands": (f'{HEAD}x,"1,234,567",1\n', "'1,234,567' in row 1 (x), which is not a number"),
    "means with deviations": (f"{HEAD}x,0.9±0.1,0.8±0.1\n", "--published"),
    "fractions beside percentages": (f"{HEAD}x,90,.8\ny,85,.7\n", "column 'b' contains fractions and column 'a' percentages"),
    "some in percent": (f"{HEAD}x,90%,.8\ny,85%,.7\n", "carries no % sign"),
    "ragged": (f"{HEAD}x,.9\ny,.8,.7,.6\n", "line 2 has 2 cells, the heading has 3"),
    "no heading": ("x,.9,.8\ny,.8,.7\n", "add a heading"),
    "open quote": (f'{HEAD}x,".9,.8\ny,.8,.7\n', "line 2: a quote is opened and never closed"),
    "JSON": ('{"a": [1, 2], "b": [3]}', "have different lengths: 'b' 1 and 'a' 2; give one value for each row"),
    "HTML": ("<html><body>404</body></html>", "is not a CSV"),
    "NUL bytes": (f"{HEAD}x,.9\0,.8\n", "NUL byte"),
    "long without data set": ("learner,score\na,.9\nb,.8\na,.7\n", "without a column for data set or fold"),
    "long with two scores": ("learner,dataset,kappa,time\na,x,.9,1\nb,x,.8,2\n", "name the scores (value=, --value): kappa, time"),
    "long with text": ("learner,dataset,kappa\na,x,.9\nb,x,high\n", "column 'b' contains 'high'"),
    "long, same fold twice": ("learner,dataset,fold,kappa\na,x,1,.9\na,x,1,.8\nb,x,1,.7\n", "a has two scores on dataset x, fold 1"),
    "long with one learner": ("learner,dataset,kappa\na,x,.9\na,y,.8\n", "needs two learners"),
    "long without scores": ("learner,dataset\na,x\nb,x\n", "without a column of scores"),
    "folds taken for data sets": ("fold,a,b\n1,.9,.8\n2,.8,.7\n", "so they are not data sets"),
}  # fmt: skip
BYTES = {
    "Latin-1": ("data,a,b\nMüller,.9,.8\n".encode("latin-1"), "save the file as UTF-8"),
    "workbook": (b"PK\x03\x04rest", "export the sheet as CSV"),
}
NAMED = {
    "negative accuracy": (f"{HEAD}x,-.9,.8\ny,.8,.7\n", "accuracy lies between 0 and 1"),
    "accuracy above a hundred": (f"{HEAD}x,90,80\ny,800,70\n", "(or 0 and 100 in percent)"),
    "rows on two scales": (f"{HEAD}x,90,80\ny,.8,.7\n", "row 'y' contains fractions and row 'x' percentages"),
}
FLAGS = {
    "unknown test": (["--test", "wilcoxen"], "did you mean 'wilcoxon'"),
    "unknown correction": (["--rows", "runs", "--posthoc", "holms"], "holm"),
    "alpha": (["--alpha", "5"], "alpha"),
    "region": (["--rope", "-1"], "-1.0 is not in the range x>0"),
    "share": (["--rows", "folds", "--test-share", "-1"], "must be positive"),
    "splits": (["--scheme", "10x10"], "--scheme is about splits of one data set; add --rows folds, or leave it out"),
    "scheme": (["--rows", "folds", "--scheme", "tenfold"], "test_share"),
    "value of a wide table": (["--value", "a"], "long tables"),
    "pair with itself": (["--pair", "a,a"], "same learner twice"),
    "requirement": (["--require", "a=b"], "A>B"),
    "unknown requirement": (["--require", "a>z"], "no learner called 'z'"),
    "unknown group": (["--by", "kind"], "no column of t.csv called 'kind'"),
    "report": (["-o", "report.docx"], ".html"),
    "nowhere": (["-o", "none/report.md"], "no directory"),
}  # fmt: skip
GOOD = f"{HEAD.strip()},c\n" + "\n".join(f"d{i},.{90 + i % 3},.{80 + i},.{70 + i % 4}" for i in range(8)) + "\n"


def refused(tmp_path, monkeypatch, content, *flags):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    said = CliRunner().invoke(cli, ["compare", "t.csv", "--no-stability", *flags])
    assert said.exit_code == 2, said.output
    assert "Traceback" not in said.stderr
    assert "this is a bug" not in said.stderr
    return said.stderr


@pytest.mark.parametrize(("content", "says"), [*WRONG.values(), *BYTES.values()], ids=[*WRONG, *BYTES])
def test_wrong_tables(tmp_path, monkeypatch, content, says):
    text = refused(tmp_path, monkeypatch, content)
    assert says in text
    assert "t.csv" in text, "the file is named"


@pytest.mark.parametrize(("content", "says"), NAMED.values(), ids=NAMED)
def test_scores_that_the_measure_cannot_take(tmp_path, monkeypatch, content, says):
    assert says in refused(tmp_path, monkeypatch, content, "--measure", "accuracy")


@pytest.mark.parametrize(("flags", "says"), FLAGS.values(), ids=FLAGS)
def test_wrong_flags(tmp_path, monkeypatch, flags, says):
    assert says in refused(tmp_path, monkeypatch, GOOD, *flags)


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        GOOD.replace(",", ";").replace(".", "0,").encode(),
        GOOD.replace(",", "\t").encode(),
        GOOD.replace(",", "|").encode(),
        GOOD.encode("utf-16"),
    ],
    ids=["byte order mark", "CRLF", "CR", "semicolons and decimal commas", "tabs", "bars", "UTF-16"],
)
def test_every_way_to_write_the_same_table(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_bytes(GOOD.encode())
    (tmp_path / "u.csv").write_bytes(content)
    plain, other = (CliRunner().invoke(cli, ["compare", name]) for name in ("t.csv", "u.csv"))
    assert plain.exit_code == other.exit_code == 0, other.output
    assert other.stdout == plain.stdout
