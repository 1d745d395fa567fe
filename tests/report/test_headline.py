"""The headline, the names in it and what is stressed come from facts: a learner may be called anything."""

import click
import numpy as np
import pytest

import bakeoff as bo
from bakeoff.cli.output import printing
from bakeoff.cli.output.comparison import comparison_text
from bakeoff.comparisons.wording.headline import headline
from bakeoff.core.notes import Emphasis
from bakeoff.report.verdict_card import verdict_card

NAMES = ("SVM vs. trees (v. 2)", "is not shown", "No. 3. not shown")


def table(k: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(4)
    return {name: rng.normal(0.8 - at / 20, 0.03, 12) for at, name in enumerate(NAMES[:k])}


@pytest.mark.parametrize("k", [2, 3])
def test_the_headline_is_a_whole_sentence(k):
    found = bo.compare(table(k), rows="datasets")
    card = verdict_card(found.judgement, {})
    assert card.parts == (Emphasis((found.headline,)),)
    assert NAMES[0] in found.headline
    assert found.headline.count("(") == found.headline.count(")")
    assert found.sentence.startswith(f"{found.headline} ")
    assert all(text in found.sentence for _, text in card.facts)


@pytest.mark.parametrize("width", [None, 40, 200])
@pytest.mark.parametrize("k", [2, 3])
def test_the_terminal_has_the_headline_in_bold(k, width, monkeypatch):
    monkeypatch.setattr(printing, "width_of_terminal", lambda: width)
    found = bo.compare(table(k), rows="datasets")
    bold = (
        comparison_text(found, stability=False, why=False).split(click.style("x", bold=True)[:4])[1].split("\x1b[0m")[0]
    )
    assert bold.split() == headline(found.judgement).split()
