"""`bakeoff stream`: a table, one JSON object, and one sentence for each bad input."""

import json

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.streams.made import make_stream

NB, SGD = "nb=sklearn.naive_bayes.GaussianNB", "sgd=sklearn.linear_model.SGDClassifier"


@pytest.fixture
def file(tmp_path):
    x, y = next(make_stream("sea", 1500, [700], seed=2).chunks(1500))
    path = tmp_path / "stream.csv"
    rows = [
        f"{a!r},{b!r},{c!r},{'yes' if label else 'no'},{i}"
        for i, ((a, b, c), label) in enumerate(zip(x.tolist(), y, strict=True))
    ]
    path.write_text("a,b,c,label,when\n" + "\n".join(rows) + "\n")
    return path


def call(*arguments):
    return CliRunner().invoke(cli, ["stream", *map(str, arguments)])


def test_it_prints_a_table_and_one_object(file):
    done = call(file, "--target", "label", "--time", "when", "--learner", NB, "--learner", SGD, "--window", 300)
    assert done.exit_code == 0, done.output
    assert "1,400 of 1,500 examples tested" in done.stdout
    assert "nb minus sgd" in done.stdout
    done = call(
        file, "--target", "label", "--time", "when", "--learner", NB, "--measure", "f1", "--positive", "yes", "--json"
    )
    made = json.loads(done.stdout)
    assert made["schema"] == "bakeoff.stream/1"
    assert 0.8 < made["final"]["nb"] <= 1
    assert len(made["values"]["nb"]) == len(made["positions"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--target", "label", "--learner", "sklearn.svm.SVC"],
            "cannot learn from a stream; take one that can be updated",
        ),
        (["--target", "klass", "--learner", NB], "has no column 'klass'"),
        (["--target", "label", "--learner", NB, "--learner", NB], "two learners are called 'nb'"),
        (["--target", "label", "--learner", "os.system"], "allow it with --allow os"),
        (["--target", "label", "--learner", NB, "--window", "0"], "window must be a whole number of at least 1"),
        (["--target", "label", "--learner", NB, "--time", "a"], "out of order in time"),
        (["--target", "label", "--learner", NB, "--measure", "roc_auc"], "needs its examples at once"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(file, arguments, words):
    done = call(file, *arguments)
    assert done.exit_code == 2
    assert words in done.stderr.replace("\n", " ").replace("  ", " ")
    assert not done.stdout


def test_columns_that_hold_words_are_encoded_with_a_note(file):
    text = file.read_text().splitlines()
    file.write_text("\n".join([text[0] + ",kind", *(line + ",red" for line in text[1:])]))
    done = call(file, "--target", "label", "--learner", NB)
    assert done.exit_code == 0
    assert "words became 32 columns of 0 and 1 each" in done.stdout.replace("\n", " ").replace("  ", " ")
