"""The headline, the names in it and what is stressed come from facts: a learner may be called anything."""

import click
import numpy as np
import pytest

import bakeoff as bo
from bakeoff.cli.output import printing
from bakeoff.cli.output.comparison import comparison_text
from bakeoff.core.notes import Emphasis, plain_text
from bakeoff.report.sections.verdict import verdict_section
from bakeoff.report.verdict_card import headline

NAMES = ("SVM vs. trees (v. 2)", "is not shown", "No. 3. not shown")


def table(k: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(4)
    return {name: rng.normal(0.8 - at / 20, 0.03, 12) for at, name in enumerate(NAMES[:k])}


@pytest.mark.parametrize("k", [2, 3])
def test_the_headline_is_a_whole_sentence(k):
    found = bo.compare(table(k), rows="datasets")
    first, rest = found.verdict.headline
    assert first + rest == found.verdict.sentence
    assert first.startswith(NAMES[0])
    assert first.count("(") == first.count(")")
    parts = verdict_section(found.judgement).parts
    assert parts[0] == Emphasis((first,))
    assert plain_text(parts).startswith(found.verdict.sentence)


def test_a_name_is_not_stressed():
    rng = np.random.default_rng(4)
    same = {name: rng.normal(0.8, 0.03, 12) for name in NAMES}
    parts = verdict_section(bo.compare(same, rows="datasets").judgement).parts
    strong = [plain_text(one.parts) for one in parts if isinstance(one, Emphasis)]
    assert strong[1:] == ["not"]
    assert parts[parts.index(Emphasis(("not",))) + 1].startswith(" shown to differ from")


@pytest.mark.parametrize("width", [None, 40, 200])
@pytest.mark.parametrize("k", [2, 3])
def test_the_terminal_has_the_headline_in_bold(k, width, monkeypatch):
    monkeypatch.setattr(printing, "width_of_terminal", lambda: width)
    found = bo.compare(table(k), rows="datasets")
    bold = (
        comparison_text(found, stability=False, why=False).split(click.style("x", bold=True)[:4])[1].split("\x1b[0m")[0]
    )
    assert bold.split() == headline(found.judgement).split()
