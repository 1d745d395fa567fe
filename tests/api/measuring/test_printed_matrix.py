"""What the rows of a confusion matrix are: its corner cell, the names of a frame, or an option; else a note."""

import json

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput
from bakeoff.predictions.confusion_axes import row_axis

STOCK = [[8, 10, 1], [5, 60, 50], [3, 30, 200]]  # lecture notes 003, S003-macro-3class: predicted labels down
PLANT = [
    [1009, 26, 2, 58, 15, 6], [39, 891, 0, 94, 28, 14], [2, 0, 65, 1, 0, 0], [44, 64, 5, 335, 17, 3], [9, 24, 0, 6, 163, 16],
    [2, 1, 0, 0, 2, 16],
]  # fmt: skip  # lecture notes 000, S000-plant-confusion
SLIDE = [[200, 100], [300, 400]]  # lecture notes 002, S002-confusion-pr-left: "True class →" across
UP_DOWN = ("up", "down", "stay")
WEKA = "=== Confusion Matrix ===\n\n  a  b   <-- classified as\n 14  6 |  a = bad\n  9 28 |  b = good\n"
NOTE = "panels.rows-as-truth"


def printed(corner, matrix, names):
    lines = [",".join([corner, *names])]
    lines += [",".join([name, *map(str, row)]) for name, row in zip(names, matrix, strict=True)]
    return "\n".join(lines) + "\n"


def measured(text, *options):
    done = CliRunner().invoke(
        cli, ["measure", "-", "--confusion", "--measures", "all", "--level", "0", "--json", *options], input=text
    )
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def codes(made):
    return {note["code"] for note in made["notes"]}


@pytest.mark.parametrize(
    ("corner", "rows"),
    [
        ("predicted", "predicted"), ("Predicted labels", "predicted"), ("PREDICTED CLASS", "predicted"), ("prediction", "predicted"),
        ("Hypothesized class", "predicted"), ("hypothesised", "predicted"), ("classified as", "predicted"), ("y_pred", "predicted"),
        ("predicted \\ true", "predicted"), ("Predicted/Actual", "predicted"), ("True class →", "predicted"),
        ("True class → Hypothesized class", "predicted"), ("predicted ↓ true →", "predicted"),
        ("actual", "true"), ("Truth", "true"), ("true \\ predicted", "true"), ("TRUE / PREDICTED", "true"), ("Predicted -> Actual", "true"),
        ("<-- classified as", "true"), ("← classified as", "true"), ("truth \\ hypothesized", "true"),
        ("", None), ("class", None), ("label", None), ("predicted → true →", None),
    ],
)  # fmt: skip
def test_the_words_of_the_corner(corner, rows):
    assert row_axis(corner) == rows


def test_the_stock_of_the_lecture_notes_as_printed():
    for corner in ("predicted", "Predicted labels", "predicted \\ true", "hypothesized", "True labels →"):
        made = measured(printed(corner, STOCK, UP_DOWN))
        assert made["measures"]["precision_macro"]["value"] == pytest.approx(0.6003869535753921)
        assert made["measures"]["recall_macro"]["value"] == pytest.approx(0.6322709163346614)
        assert NOTE not in codes(made)
    turned = measured(printed("true \\ predicted", np.transpose(STOCK).tolist(), UP_DOWN))
    assert turned["measures"] == made["measures"]


def test_the_plants_and_the_slide_of_the_lecture_notes():
    names = ["n-inf", "cerc", "rust", "pseu", "ram", "phom"]
    plants = bo.measure_confusion(PLANT, names, rows="predicted", measures=["recall_macro"], level=None)
    assert plants["recall_macro"].value == pytest.approx(0.7325128369317876)
    assert {line.name: line.tp_rate for line in plants.class_lines()}["phom"] == pytest.approx(0.2909090909090909)
    made = measured(printed("True class →", SLIDE, ["Pos", "Neg"]), "--positive", "Pos")
    assert made["measures"]["precision"]["value"] == pytest.approx(2 / 3)
    assert made["measures"]["recall"]["value"] == pytest.approx(0.4)


def test_kappa_of_the_lecture_notes_has_the_truth_down():
    made = measured(printed("Predicted -> Actual", [[60, 50, 10], [10, 100, 40], [30, 10, 90]], ["A", "B", "C"]))
    assert made["measures"]["kappa"]["value"] == pytest.approx(229 / 529)
    assert made["confusion"]["counts"][0] == [60, 50, 10]


def test_what_weka_prints_has_the_truth_down():
    """S002-weka-labour: precision .609 of bad, kappa .4415."""
    tabs = "a\tb\t← classified as\n14\t6\ta\n9\t28\tb\n"
    for text, names in ((WEKA, ["bad", "good"]), (tabs, ["a", "b"])):
        made = measured(text, "--positive", names[0])
        assert made["confusion"]["truth"] == names
        assert made["measures"]["precision"]["value"] == pytest.approx(0.6086956521739131)
        assert made["measures"]["recall"]["value"] == pytest.approx(0.7)
        assert made["measures"]["kappa"]["value"] == pytest.approx(676 / 1531)
        assert NOTE not in codes(made)
    for text, words in ((WEKA + WEKA, "2 confusion matrices"), (WEKA.replace("9 28 |", "9 |"), "2 counts")):
        done = CliRunner().invoke(cli, ["measure", "-", "--confusion"], input=text)
        assert done.exit_code == 2
        assert words in done.stderr


def test_an_option_says_what_the_rows_are():
    text = printed("", STOCK, UP_DOWN)
    assert measured(text, "--rows", "predicted")["measures"]["precision_macro"]["value"] == pytest.approx(0.60038695)
    assert NOTE not in codes(measured(text, "--rows", "true"))
    assert measured(printed("predicted", STOCK, UP_DOWN), "--rows", "predicted")
    done = CliRunner().invoke(
        cli, ["measure", "-", "--confusion", "--rows", "true"], input=printed("predicted", STOCK, UP_DOWN)
    )
    assert done.exit_code == 2
    assert "contradicts the first cell ('predicted')" in done.stderr
    done = CliRunner().invoke(cli, ["measure", "-", "--truth", "y", "--rows", "true"], input="y,p\n1,1\n")
    assert done.exit_code == 2
    assert "--rows is not for predictions, but for a confusion matrix (--confusion)" in done.stderr


def test_without_a_word_the_orientation_is_stated():
    for corner in ("", "class"):
        made = measured(printed(corner, STOCK, UP_DOWN))
        assert NOTE in codes(made)
        assert made["measures"]["precision_macro"]["value"] == pytest.approx(0.63227092)
    symmetric = [[8, 10, 1], [10, 60, 50], [1, 50, 200]]
    assert NOTE not in codes(measured(printed("class", symmetric, UP_DOWN)))
    assert NOTE in {note.code for note in bo.measure_confusion(STOCK, level=None).notes}
    assert NOTE not in {note.code for note in bo.measure_confusion(STOCK, rows="true", level=None).notes}
    with pytest.raises(BadInput, match="'true' or 'predicted' classes, not 'columns'"):
        bo.measure_confusion(STOCK, rows="columns")


def test_the_names_of_a_frame_count():
    truth, answers = pd.Series(list("aabbbccc"), name="truth"), pd.Series(list("abbbabbc"), name="predicted")
    exact = bo.measure(truth, answers, measures=["precision_macro", "recall_macro"], level=None)
    for frame in (pd.crosstab(truth, answers), pd.crosstab(answers, truth)):
        made = bo.measure_confusion(frame, measures=["precision_macro", "recall_macro"], level=None)
        assert {name: value.value for name, value in made.items()} == {name: exact[name].value for name in exact}
        assert NOTE not in {note.code for note in made.notes}
    with pytest.raises(BadInput, match="contradicts the names of the frame"):
        bo.measure_confusion(pd.crosstab(answers, truth), rows="true")


def test_maps_and_class_errors_take_the_orientation_too():
    nb, boost = np.array([[60, 10], [15, 15]]), np.array([[65, 5], [20, 10]])
    upright = bo.classifier_map({"nb": [nb], "boost": boost.tolist()}, normalize="class")
    turned = bo.classifier_map({"nb": [nb.T], "boost": boost.T.tolist()}, normalize="class", rows="predicted")
    assert turned.to_ideal == upright.to_ideal
    frames = {name: [pd.DataFrame(one.T).rename_axis("predicted")] for name, one in (("nb", nb), ("boost", boost))}
    assert bo.classifier_map(frames, normalize="class").to_ideal == upright.to_ideal
    with pytest.raises(BadInput, match="set rows='predicted'"):
        bo.classifier_map({"nb": [nb.T], "boost": [boost.T]})
    errors = bo.class_errors({"nb": nb.T, "boost": boost.T}, rows="predicted")
    assert errors.errors == bo.class_errors({"nb": nb, "boost": boost}).errors
    assert not errors.notes
    assert [note.code for note in bo.class_errors({"nb": nb}).notes] == [NOTE]
    with pytest.raises(BadInput, match="set rows='predicted'"):
        bo.class_errors({"nb": nb.T, "boost": boost.T})
