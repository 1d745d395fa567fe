"""Kinds of change: columns, classes and their relation are named, and all questions about a change share one level."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.shift.kind_of_change import Shown

# Which kind


def rows(seed, n=400, *, move=0.0, strength=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    X[:, 0] += move
    score = 1.5 * X[:, 0] + X[:, 1]
    return X, (rng.random(n) < 1 / (1 + np.exp(-strength * score))).astype(int), (score > 0).astype(int)


def by_class(seed, prior, n=400):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < prior).astype(int)
    X = rng.normal(size=(n, 3))
    X[:, :2] += 1.2 * y[:, None]
    return X, y, (X[:, 0] + X[:, 1] > 1.2).astype(int)


CHANGES = {
    "nothing": (rows(1), rows(2), ()),
    "relation": (rows(1), rows(2, strength=-0.2), ("concept shift",)),
    "columns": (rows(1), rows(2, move=1.0), ("covariate shift", "prior shift")),  # more rows of a class follow
    "columns and relation": (
        rows(1),
        rows(2, move=1.0, strength=-0.2),
        ("covariate shift", "concept shift"),
    ),
    "classes": (by_class(1, 0.5), by_class(2, 0.2), ("covariate shift", "prior shift")),  # other columns follow
}


@pytest.mark.parametrize("predicted", [True, False], ids=["with a model", "without a model"])
@pytest.mark.parametrize("change", CHANGES)
def test_the_kind_of_a_change_is_named(change, predicted):
    (X, y, guess), (X_new, y_new, guess_new), kinds = CHANGES[change]
    found = bo.drift((X, y), (X_new, y_new), predictions=(guess, guess_new) if predicted else None)
    assert found.kinds == kinds
    assert all(kind in found.verdict for kind in kinds)
    if kinds == ("covariate shift", "prior shift"):
        assert "Either may follow from the other" in found.verdict


def test_a_relation_of_numbers_is_tested_given_the_columns():
    rng = np.random.default_rng(3)
    X, X_new = rng.normal(size=(2, 300, 2))
    y, y_new = X[:, 0] + rng.normal(size=300), X_new[:, 1] + rng.normal(size=300)
    for predictions in (None, (X[:, 0], X_new[:, 0])):
        found = bo.drift((X, y), (X_new, y_new), predictions=predictions)
        assert found.kinds == ("concept shift",)
        assert "the relation of columns and target" in found.verdict
        assert np.isnan(found.found.relation.given_classes)


def write(path, rows, *, labels=True):
    X, y, guess = rows
    names = ["a", "b", "c", *["y"] * labels, "answer"]
    lines = [",".join([*map(str, x), *["ny"[label]] * labels, "ny"[answer]]) for x, label, answer in zip(X, y, guess, strict=True)]  # fmt: skip
    path.write_text("\n".join([",".join(names), *lines]) + "\n")


def test_every_output_names_a_changed_relation(tmp_path):
    """Columns and classes as before, and other classes of given columns: "It hurts" had no name."""
    write(tmp_path / "old.csv", rows(1))
    write(tmp_path / "new.csv", rows(2, strength=-0.2))
    words = ["drift", str(tmp_path / "old.csv"), str(tmp_path / "new.csv"), "--target", "y", "--predictions", "answer"]
    shown = " ".join(CliRunner().invoke(cli, words).output.split())
    sentence = "Kind of change: concept shift (the relation of columns and classes). It hurts."
    assert sentence in shown
    assert "No column of 3 is shown to have changed." in shown
    found = json.loads(CliRunner().invoke(cli, [*words, "--json"]).output)
    kinds = {one["kind"]: (one["what"], one["state"]) for one in found["kinds"]}
    assert kinds == {
        "covariate shift": ("columns", "not shown"),
        "prior shift": ("classes", "not shown"),
        "concept shift": ("relation", "shown"),
    }
    assert found["relation"]["p_value"] == max(found["relation"][f"given_{what}"] for what in ("columns", "classes"))
    for suffix in ("html", "md", "tex"):
        CliRunner().invoke(cli, [*words, "-o", str(tmp_path / f"page.{suffix}")])
        page = (tmp_path / f"page.{suffix}").read_text(encoding="utf-8")
        assert "Kinds of change" in page
        assert "concept shift" in page


def test_without_new_labels_two_kinds_are_unknown(tmp_path):
    write(tmp_path / "old.csv", rows(1))
    write(tmp_path / "new.csv", rows(2, strength=-0.2), labels=False)
    found = bo.drift(tmp_path / "old.csv", tmp_path / "new.csv", target="y", predictions="answer")
    assert [one.state for one in found.found.kinds] == [Shown.NO, Shown.UNKNOWN, Shown.UNKNOWN]
    assert (
        "Prior shift and concept shift are not known: that needs labels of the old and of the new rows."
        in found.verdict
    )
    assert found.to_dict()["kinds"][2]["reason"]


# Little to ask


def one_class(n):
    return np.zeros(n, dtype=int)


X, LABELS = np.random.default_rng(0).normal(size=(80, 2)), np.arange(80) % 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ((X, one_class(80)), (X + 0.1, one_class(80)), "all labels are of one class"),
        ((X, one_class(80)), (X + 0.1, LABELS), "the old labels are of one class"),
        ((X[:15], LABELS[:15]), (X, LABELS), "fewer than 20 rows of a table have a label"),
        ((X[:1], LABELS[:1]), (X[1:2], LABELS[1:2]), "fewer than 20 rows of a table have a label"),
        ((X, LABELS), (X + 40, LABELS), "too few old rows look like new ones"),
        ((X, np.full(80, 0.5)), (X + 0.1, np.full(80, 0.7)), "the old labels are one number"),
        ((X, np.arange(80) // 2), (X + 0.1, np.arange(80) // 2), "there are more than 30 classes"),
        ((X, LABELS), (X + 0.1, np.where(np.arange(80) < 10, LABELS, np.nan)), "fewer than 20 rows"),
    ],
)
def test_why_a_relation_is_not_known(old, new, reason):
    found = bo.drift(old, new)
    kind = found.found.kinds[2]
    assert kind.state is Shown.UNKNOWN
    assert kind.reason.startswith(reason)
    assert f"not known: {reason}" in found.verdict
    assert f"unknown: {reason}" in str(found.tables()[1])


def test_equal_tables_show_nothing():
    """The same rows twice: a model that is fitted to some of them would predict the same rows of the other table too well."""
    rng = np.random.default_rng(4)
    same, labels = rng.normal(size=(600, 2)), rng.integers(0, 2, 600)
    for table in (same, np.ones((600, 2)), np.full((600, 2), np.nan)):
        found = bo.drift((table, labels), (table, labels))
        assert found.kinds == ()
        assert [one.state for one in found.found.kinds] == [Shown.NO] * 3


def test_a_column_without_a_value_is_no_obstacle():
    rng = np.random.default_rng(5)
    tables = [np.column_stack([rng.normal(size=60), np.full(60, np.nan)]) for _ in range(2)]
    assert bo.drift(*tables).kinds == ()


def test_numbers_that_are_all_equal_have_no_spread():
    found = bo.drift((X, np.full(80, 0.5)), (X, np.full(80, 0.7)))
    assert "its mean is 0.5 ± 0 in the old rows and 0.7 ± 0 in the new ones" in found.verdict
