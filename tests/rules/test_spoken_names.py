"""Every measure has a short name for sentences, and sentences use it."""

import re
from dataclasses import replace

import numpy as np
import pytest

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.measures import ALL, Direction, Measure
from bakeoff.measures.naming import short_name, short_name_of, with_short_names
from bakeoff.report.render.markdown import render
from tests.helpers.findings import compose_judgement

COMPARED = [one for one in ALL if not one.unordered]
_CODE = re.compile(r"[a-z0-9]_[a-z0-9]")


@pytest.mark.parametrize("measure", ALL, ids=lambda one: one.name)
def test_the_spoken_name_fits_into_a_sentence(measure: Measure) -> None:
    name = short_name(measure)
    assert 0 < len(name) <= 50
    assert not re.search(r"[_,()\[\]\"]", name)
    assert not name.startswith("mean ")  # sentences say "the best mean ..."
    assert words_for(measure.name).spoken == name == short_name_of(measure.name)


def test_no_two_measures_share_a_spoken_name() -> None:
    assert len({short_name(one) for one in ALL}) == len(ALL)


@pytest.mark.parametrize("measure", ALL, ids=lambda one: one.name)
def test_declared_sentences_can_be_said_without_code_names(measure: Measure) -> None:
    for text in (measure.undefined, *measure.caveats):
        said = with_short_names(text)
        assert not any("_" in one.name and re.search(rf"\b{re.escape(one.name)}\b", said) for one in ALL)


@pytest.mark.parametrize("evidence", [DATASETS, FOLDS])
@pytest.mark.parametrize("measure", COMPARED, ids=lambda one: one.name)
def test_verdicts_and_pages_say_no_code_name(measure: Measure, evidence: Evidence) -> None:
    rng = np.random.default_rng(7)
    values = 0.5 + 0.1 * rng.random((8, 3)) - np.array([0.1, 0.0, 0.02])
    table = ScoreMatrix.of(values, names=["one", "two", "three"])
    matrix = replace(table, direction=Direction(measure.direction))
    share = None if evidence is DATASETS else 1 / 9
    found = judge(matrix, Question(evidence=evidence, measure=measure.name, test_share=share))
    sentences = [found.verdict.sentence, *(one.verdict.sentence for one in found.pairs), *found.warnings]
    assert not [text for text in sentences if _CODE.search(text)]
    assert any(short_name(measure) in text for text in sentences)
    assert not _CODE.search(_prose(render(compose_judgement(found, title="A table"))))


def _prose(text: str) -> str:
    """The page without what is quoted to be typed, addresses, and the symbol of Cohen's effect."""
    return re.sub(r"(?s)```.*?```|`[^`]*`|https?://\S+|\bd_z\b", "", text)
