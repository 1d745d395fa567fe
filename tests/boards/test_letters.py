"""Compact letters: two systems share a letter if and only if they are not shown to differ (insert and absorb)."""

import json
from pathlib import Path

import numpy as np

from bakeoff.boards.letters import compact_letters

DATA = json.loads((Path(__file__).parents[1] / "oracles" / "boards.json").read_text())


def test_letters_of_43_judges():
    """The third example of multcompLetters: which judges share a letter, where judges farther apart than the median distance differ."""
    differ = np.zeros((43, 43), dtype=bool)
    differ[np.triu_indices(43, 1)] = [bit == "1" for bit in DATA["judges"]["differ"]]
    differ |= differ.T
    ours, theirs = compact_letters(differ), DATA["judges"]["letters"].split()
    for letters in (ours, theirs):
        share = np.array([[bool(set(a) & set(b)) for b in letters] for a in letters])
        assert np.array_equal(share, ~differ)
    assert len(set("".join(ours))) <= len(set("".join(theirs)))
