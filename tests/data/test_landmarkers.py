"""Landmarkers: the errors of three simple learners, which tell what kind of data set this is (Pfahringer et al. 2000)."""

import numpy as np
import pytest

from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.landmarkers import gower, naive_bayes, stump
from bakeoff.data.tasks import BINARY, MULTICLASS


def toy(features, target, columns, classes=("a", "b")):
    task = BINARY if len(classes) == 2 else MULTICLASS
    return Dataset(name="toy", task=task, features=features, target=target, columns=columns, classes=classes)


def test_gower_by_hand():
    words = Column(name="w", kind=ColumnKind.NOMINAL, levels=("x", "y"))
    data = toy([[0.0, 0.0], [10.0, 1.0], [5.0, np.nan]], [0, 1, 0], (Column(name="n"), words))
    assert gower(data) == pytest.approx(np.array([[0, 1, 0.5], [1, 0, 0.5], [0.5, 0.5, 0]]))


def test_landmarkers_with_words_and_gaps_agree_with_counting():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (300, 2)).astype(float)
    y = ((codes[:, 0] == 1) ^ (rng.random(300) < 0.1)).astype(int)
    codes[:20, 0] = np.nan
    columns = tuple(Column(name=n, kind=ColumnKind.NOMINAL, levels=("p", "q", "r")) for n in "uv")
    data = toy(codes, y, columns)
    known = ~np.isnan(codes[:, 0])
    assert (stump(data, data)[known] == (codes[known, 0] == 1)).all()
    from sklearn.naive_bayes import CategoricalNB

    full = toy(codes[known], y[known], columns)
    theirs = CategoricalNB(min_categories=3).fit(codes[known].astype(int), y[known]).predict(codes[known].astype(int))
    assert (naive_bayes(full, full) == theirs).all()
