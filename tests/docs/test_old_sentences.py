"""Sentences that readers had to read twice were rewritten; their patterns do not come back: in what is printed, in help and in docs."""

import re

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from tests.docs.test_plain_english import ROOT, modules, printed

OLD = (
    r"[Bb]etween equal learners a difference this clear", r"would appear in (about|nearly)", r"does not make them equal",
    r"[Ww]hat would settle it:", r"pile up near one", r"not contradicted \(", r"random samples: cannot be tested",
    r"of the ranks are ties", r"\d+ of \d+ differences (is|are) zero\b", r"for it is (not|un)", r"robustness checks; leaving out",
    r"The verdict on .{1,60} \(undecided\)", r"--json lists them\.", r"has the best correct", r"tested by an error that counts",
    r"Holm's steps", r"predicts the class of a row like those", r"The score that picked it", r"Rows that are later in time than",
    r"of the rows unlike the training", r"Interval of the difference:", r"ties split, an odd", r"Region of rejection: at least",
    r"It lies outside\b", r"goes on where it", r"comparison withheld, not every unit", r", for looking around", r"measures name \d+ different",
    r"shrinks with a larger", r"by the weights that favour each", r"claims a difference in 0 to", r"would look better than it is by up to",
    r"all notes of a room", r"Without more it is of all", r"a model's guess", r"Two doors lead", r"front door", r"of measures known by name",
    r"intervals? (that|which|should) holds? the (true )?value", r"wins of [ab]\b(?!\")",
)  # fmt: skip
PATTERN = re.compile("|".join(OLD))
DOCS = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "reference").glob("*.md")), ROOT / "README.md"]


def hits(texts):
    """Where an old sentence comes back."""
    return [f"{place}: {match[0]}" for place, text in texts for match in PATTERN.finditer(text)]


def test_the_patterns_find_the_old_sentences():
    old = "TabPFN and Ours: 1 of 3 differences is zero. What would settle it: more. Kappa: no test, for it is not defined. a by roc_auc, for looking around"
    assert len(PATTERN.findall(old)) == 4


def test_nothing_that_is_printed_has_them():
    texts = ((f"{path.name}:{line}", text) for path in modules() for line, text in printed(path))
    assert not [hit for hit in hits(texts) if "sign.py" not in hit]  # there the letter is replaced by a name


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_no_page_has_them(path):
    assert not hits([(path.name, path.read_text(encoding="utf-8"))])


def test_no_help_has_them():
    texts = [(name, getattr(bo, name).__doc__ or "") for name in bo.__all__]
    texts += [(verb, CliRunner().invoke(cli, [verb, "--help"]).output) for verb in cli.list_commands(None)]
    assert len(texts) > 100
    assert not hits(texts)
