"""Measures that count steps from class to class need the right order of the classes."""

import pandas as pd

import bakeoff as bo

TRUTH, SAID = ["low", "mid", "high", "low"], ["low", "mid", "high", "high"]
ASKED = {"task": "ordinal", "measures": ["mae_ordinal"], "level": None}


def test_words_in_the_order_of_the_alphabet_are_told():
    panel = bo.measure(TRUTH, SAID, **ASKED)
    assert panel["mae_ordinal"].value == 0.25
    assert "on the scale high < low < mid" in panel.warnings[0]


def test_a_stated_order_is_kept():
    panel = bo.measure(TRUTH, SAID, labels=["low", "mid", "high"], **ASKED)
    assert panel["mae_ordinal"].value == 0.5
    assert panel.warnings == ()


def test_an_ordered_categorical_has_its_own_order():
    truth = pd.Series(pd.Categorical(TRUTH, categories=["low", "mid", "high"], ordered=True))
    panel = bo.measure(truth, SAID, **ASKED)
    assert panel["mae_ordinal"].value == 0.5
    assert panel.confusion.classes == ("low", "mid", "high")


def test_numbers_and_other_measures_need_no_word():
    assert bo.measure([1, 10, 2], [1, 10, 10], **ASKED).warnings == ()
    assert bo.measure(TRUTH, SAID, measures=["kappa"], level=None).warnings == ()
