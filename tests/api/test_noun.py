"""Nouns of results: found by dir and help, loaded when asked for, with a sentence for a wrong name."""

import pydoc
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.api.noun import ALL, Noun, WithNouns
from bakeoff.api.study_access import StudyAccess
from bakeoff.core.errors import PackageLeftOut

TRUTH = [0, 1] * 15


@pytest.fixture(scope="module")
def results() -> Iterator[bo.Results]:
    data = bo.load((np.arange(30.0)[:, None] % 3, TRUTH))
    learners = {"majority": bo.Majority(), "one_rule": bo.OneRule()}
    with bo.Study(learners=learners, datasets=[data], scheme="3-fold").run(progress=False) as found:
        yield found


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("tunning", "results have no 'tunning'; did you mean 'tuning'?"),
        ("scors", "results have no 'scors'; did you mean 'scores'?"),
        ("extrapolate", "results have no 'extrapolate'; it is results.learning.extrapolate"),
        ("qqq", "results have no 'qqq'"),
        ("_repr_png_", "results have no '_repr_png_'"),
    ],
)
def test_a_wrong_name_has_one_sentence(results, name, sentence):
    with pytest.raises(AttributeError) as caught:
        getattr(results, name)
    assert str(caught.value) == sentence


def test_dir_and_help_list_every_noun(results):
    text = pydoc.render_doc(bo.Results, renderer=pydoc.plaintext)
    for noun in ALL:
        assert noun.name in dir(results)
        assert f" |  {noun.name}\n |      {noun.summary}" in text
    assert {"map", "efficiency", "measures_table"} <= set(dir(results))


def test_a_group_of_answers_lists_them(results):
    assert repr(results.rows) == f"<StudyRows of {results!r}: hardest, predictions>"
    assert len(results.rows.hardest(n=5)["row"]) == 5


def test_a_method_by_its_own_name_is_that_of_the_noun(results):
    assert results.map.__func__ is results.criteria.map.__func__


def test_an_error_inside_a_noun_keeps_its_words(results, monkeypatch):
    """An AttributeError of the feature is no wrong name of the user."""

    def broken(self: object) -> None:
        raise AttributeError("the feature is broken")

    monkeypatch.setattr(bo.Results, "rows", property(broken))
    with pytest.raises(AttributeError, match="the feature is broken"):
        results.rows  # noqa: B018


def test_a_noun_that_would_hide_an_attribute_is_left_out():
    class Other(StudyAccess, metaclass=WithNouns):
        """Results of another kind."""

    with pytest.warns(PackageLeftOut, match="the noun 'runs' of results is left out: results have another 'runs'"):
        Other.take([Noun(name="runs", summary="Mine.", home="math:sqrt")])
    assert Other.runs is StudyAccess.runs


def test_results_import_no_feature():
    code = """
import sys
import bakeoff as bo
dir(bo.Results)
rooms = ("challenges", "criteria", "deployment", "shift", "streams", "teaching")
print([name for name in sys.modules if name.startswith(tuple(f"bakeoff.{room}" for room in rooms))])
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
