"""The confusion matrix as a panel shows it: named axes in every medium, words where classes are many."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, matthews_corrcoef, precision_recall_fscore_support, roc_auc_score

import bakeoff as bo
from bakeoff.api.measuring.panel import mistakes
from bakeoff.core.errors import NotApplicable
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.report.tables.plain_text import to_text

NASTY = ["<b>a&", "$x_1$ \\input{y} | `z`"]


def test_axes_are_named_in_every_medium():
    panel = bo.measure(["cat", "cat", "dog"], ["cat", "dog", "dog"], measures=["accuracy"], level=None)
    for text in (str(panel), panel._repr_html_(), panel.to_markdown(), panel.to_latex()):
        assert "rows are the truth, columns what was predicted" in text
        assert "accuracy" in text
    lines = str(panel).splitlines()
    assert lines[-4].split() == ["truth", "\\", "predicted", "cat", "dog", "recall"]
    assert lines[-2].split() == ["cat", "*1", "1", "50.0%"]


def test_names_are_escaped():
    panel = bo.measure(NASTY, NASTY, measures=["accuracy"], level=None)
    assert "&lt;b&gt;a&amp;" in panel._repr_html_()
    assert "<b>a" not in panel._repr_html_()
    assert r"\$x\_1\$ \textbackslash{}input\{y\}" in panel.to_latex()
    assert r"\$x_1\$ \\input{y} \| \`z\`" in panel.to_markdown()


def test_without_labels_there_is_none():
    assert "truth" not in str(bo.measure([0, 1, 1], y_score=[0.1, 0.3, 0.2], measures=["roc_auc"], level=None))
    assert "truth" not in str(bo.measure([0.5, 1.5], [0.4, 1.2], level=None))
    assert "truth" not in str(bo.measure(["a"] * 3, [0, 0, 1], task="clustering", level=None))


def test_weights_are_shown_with_their_fractions():
    panel = bo.measure([0, 1, 1], [0, 1, 0], sample_weight=[0.5, 2, 1], measures=["accuracy"], level=None)
    assert "*0.50" in str(panel)
    assert "*2 " in str(panel)


def test_many_classes_are_told_by_their_most_frequent_mistakes():
    truth = [f"c{i}" for i in range(20) for _ in range(10)]
    said = list(truth)
    said[0:4] = ["c7"] * 4
    said[30] = "c4"
    text = str(bo.measure(truth, said, measures=["accuracy"], level=None)).split("\n\n")[1].splitlines()
    assert text[0] == "Most frequent mistakes: 20 classes, 5 of 200 rows mistaken"
    assert text[3].split() == ["c0", "c7", "4", "40.0%"]
    assert text[4].split() == ["c3", "c4", "1", "10.0%"]
    assert len(text) == 5


def test_no_mistakes():
    perfect = Counts.of(np.eye(20), classes=tuple(f"c{i}" for i in range(20)))
    assert "20 classes, 0 of 20 rows mistaken" in to_text(mistakes(perfect))


def test_mistakes_among_more_classes_than_a_matrix_could_hold():
    truth = np.arange(30_000)
    said = np.where(truth == 29_999, 17, truth)
    text = str(bo.measure(truth, said, labels=range(30_000), measures=["accuracy"], level=None)).splitlines()
    assert "Most frequent mistakes: 30000 classes, 1 of 30000 rows mistaken" in text
    assert text[-1].split() == ["29999", "17", "1", "100.0%"]


@pytest.mark.parametrize("k", [12, 13])
def test_the_border_between_table_and_words(k):
    made = mistakes(Counts.of(np.eye(k), classes=tuple(map(str, range(k)))))
    assert (len(made.rows) == k) is (k == 12)


def test_each_class_against_the_rest_is_what_scikit_learn_says():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 200)
    proba = rng.dirichlet(np.ones(3), 200) + np.eye(3)[y]
    proba /= proba.sum(axis=1, keepdims=True)
    panel = bo.measure(y, y_proba=proba, level=None)
    *lines, mean = panel.class_lines()
    precision, recall, f1, support = precision_recall_fscore_support(y, proba.argmax(axis=1))
    assert [one.precision for one in lines] == pytest.approx(precision)
    assert [one.tp_rate for one in lines] == pytest.approx(recall)
    assert [one.f1 for one in lines] == pytest.approx(f1)
    assert [one.n for one in lines] == support.tolist()
    assert [one.auc for one in lines] == pytest.approx([roc_auc_score(y == k, proba[:, k]) for k in range(3)])
    assert [one.average_precision for one in lines] == pytest.approx(
        [average_precision_score(y == k, proba[:, k]) for k in range(3)]
    )
    assert [one.mcc for one in lines] == pytest.approx(
        [matthews_corrcoef(y == k, proba.argmax(1) == k) for k in range(3)]
    )
    assert mean.precision == pytest.approx(np.average(precision, weights=support))
    assert "ROC area" in str(panel.per_class())
    assert "weighted avg." in panel.per_class().to_latex()


def test_no_classes_no_block():
    with pytest.raises(NotApplicable, match="add accuracy to the measures"):
        bo.measure([0, 1, 1], y_score=[0.1, 0.3, 0.2], measures=["roc_auc"], level=None).per_class()


@pytest.mark.parametrize("positive", [0, 1])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_other_of_two_classes_is_ranked_by_the_same_scores_turned(positive, weighted):
    rng = np.random.default_rng(3)
    y, p, weight = rng.integers(0, 2, 90), rng.integers(1, 9, 90) / 10, rng.integers(0, 3, 90)
    given = {"sample_weight": weight} if weighted else {}
    *lines, _ = bo.measure(y, y_proba=p, positive=positive, labels=[0, 1], level=None, **given).class_lines()
    expected = [
        average_precision_score(y == k, p if k == positive else 1 - p, sample_weight=weight if weighted else None)
        for k in (0, 1)
    ]
    assert [one.average_precision for one in lines] == pytest.approx(expected)
