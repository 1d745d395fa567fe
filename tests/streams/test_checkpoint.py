"""Checkpoints that somebody else wrote or damaged: one sentence, before a run goes on from them."""

import copy
import json
import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import SGDRegressor
from sklearn.naive_bayes import GaussianNB

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.streams import checkpoint as checkpoint_file

RNG = np.random.default_rng(5)
FEATURES = RNG.normal(size=(300, 2))
LABELS = (FEATURES[:, 0] + RNG.normal(0, 0.5, 300) > 0).astype(int)
KINDS = {  # each measure keeps sums of another form
    "losses": ("error", {"window": 40}, LABELS),
    "counts": ("kappa", {"window": 40}, LABELS),
    "moments": ("r2", {"fading": 0.9}, FEATURES[:, 0] * 2 + 1),
}
BIG = 10**4000


def run(path, kind="losses", rows=300):
    measure, options, target = KINDS[kind]
    learners = (
        {"a": SGDRegressor(random_state=0), "b": SGDRegressor(alpha=0.1, random_state=0)}
        if kind == "moments"
        else {"a": GaussianNB(), "b": GaussianNB(var_smoothing=0.1)}
    )
    return bo.stream(learners, (FEATURES[:rows], target[:rows]), measure, chunk=50, checkpoint=path, **options)


@pytest.fixture(scope="module", params=KINDS)
def written(request, tmp_path_factory):
    """A checkpoint in the middle of the stream."""
    path = tmp_path_factory.mktemp("kept") / "c.json"
    run(path, request.param, rows=200)
    return request.param, json.loads(path.read_text())


def put(*keys_and_value):
    *keys, last, value = keys_and_value

    def change(state):
        for key in keys:
            state = state[key]
        state[last] = value

    return change


def drop(key):
    return lambda state: state.pop(key)


WRONG = {
    "another type": lambda state: state.clear(),
    "no positions": drop("positions"),
    "no sums": drop("running"),
    "n is a text": put("n", "200"),
    "n is below zero": put("n", -1),
    "n is a fraction": put("n", 200.5),
    "n is true": put("n", True),
    "n has 4,000 digits": put("n", BIG),
    "n is NaN": put("n", float("nan")),
    "more tested than seen": put("tested", 10_000),
    "positions are NaN": put("positions", [float("nan")] * 3),
    "positions are a text": put("positions", "abc"),
    "positions descend": lambda state: state["positions"].reverse(),
    "positions are too many": lambda state: state["positions"].append(200),
    "values of a stranger": put("values", "../../x", [0.1, 0.2, 0.3]),
    "values too short": put("values", "a", [0.1]),
    "values are texts": put("values", "a", ["<script>"] * 3),
    "values are no table": put("values", [1]),
    "final is a text": put("final", "a", "0.1"),
    "final of a stranger": put("final", "c", 0.1),
    "seconds are missing": put("seconds", {}),
    "memory is below zero": put("memory", [-5, -5, -5]),
    "spent is too long": put("spent", "a", [1.0] * 10_000),
    "a class that nobody saw": put("first_seen", [["x", 10**9]]),
    "a class that is a table": put("first_seen", [[{"a": 1}, 0]]),
    "a class that is a list": put("first_seen", [[[1], 0]]),
    "first_seen is a number": put("first_seen", 5),
    "sums of more rows": put("overall", "a", "seen", 10**6),
    "sums are a text": put("overall", "a", "sums"),
    "sums of no learner": put("overall", {}),
    "capital is missing": put("capital", 7),
}
WRONG_SUMS = {
    "losses": {
        "a wide carry": put("running", "a", "carry", [[1.0, 2.0]]),
        "a long carry": put("running", "a", "carry", [[1.0]] * 5_000),
        "a ragged carry": put("running", "a", "carry", [[1.0], [1.0, 2.0]]),
        "a deep carry": put("running", "a", "carry", [[[1.0]]]),
        "a carry of texts": put("running", "a", "carry", [["x"]]),
        "a capital of NaN": put("capital", [[[float("nan")], 0.0, 150, None]]),
        "a capital of infinity": put("capital", [[[0.0], float("inf"), 150, None]]),
        "a capital of other bets": put("capital", [[[0.0] * 5, 0.0, 150, None]]),
        "a capital below zero": put("capital", [[[0.0], -5.0, 150, None]]),
        "a first alarm in the future": put("capital", [[[0.0], 0.0, 150, 10**9]]),
        "averages of NaN": put("average", [[float("nan"), 1.0]]),
        "an average above the bound": put("average", [[10_000.0, 1.0]]),
        "a spread below zero": put("average", [[1.0, -1.0]]),
        "no averages": put("average", []),
        "two capitals": put("capital", [[[0.0], 0.0, 150, None]] * 2),
    },
    "counts": {
        "cells that nobody has": put("overall", "a", "at", [0, 1, 2, 10**9]),
        "cells that descend": put("overall", "a", "at", [3, 2, 1, 0]),
        "cells below zero": put("overall", "a", "at", [-4, 1, 2, 3]),
        "totals below zero": put("overall", "a", "totals", [-1.0, 1.0, 1.0, 1.0]),
        "totals of NaN": put("overall", "a", "totals", [float("nan")] * 4),
        "fewer totals than cells": put("overall", "a", "totals", [1.0]),
        "codes outside": put("running", "a", "codes", [99] * 10),
        "a longer window": put("running", "a", "codes", [0] * 4_000),
        "codes of texts": put("running", "a", "codes", ["x"]),
        "codes of 4,000 digits": put("running", "a", "codes", [BIG]),
    },
    "moments": {
        "a narrow carry": put("overall", "a", "carry", [[1.0]]),
        "a pivot of three": put("overall", "a", "pivot", [1.0, 2.0, 3.0]),
        "a pivot of texts": put("overall", "a", "pivot", ["x", "y"]),
        "no pivot": lambda state: state["overall"]["a"].pop("pivot"),
    },
}


def refused(path, kind, words="another file"):
    with pytest.raises(BadInput, match=words) as error:
        run(path, kind)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("name", WRONG)
def test_a_state_that_no_run_has_led_to(written, tmp_path, name):
    kind, body = written
    _refused_with(kind, body, WRONG[name], tmp_path / "c.json")


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, ways in WRONG_SUMS.items() for name in ways])
def test_sums_of_another_form(tmp_path_factory, tmp_path, kind, name):
    path = tmp_path_factory.mktemp("kept") / "c.json"
    run(path, kind, rows=200)
    _refused_with(kind, json.loads(path.read_text()), WRONG_SUMS[kind][name], tmp_path / "c.json")


def _refused_with(kind, body, change, path):
    changed = copy.deepcopy(body)
    change(changed["state"])
    limit = checkpoint_file.json.dumps
    text = limit({**changed, "state": _with_digits(changed["state"])}).replace('"BIG"', "9" * 4000)
    path.write_text(text)
    refused(path, kind)


def _with_digits(value):
    """Whole numbers too long for Python's own printing stand for themselves as a mark."""
    if isinstance(value, dict):
        return {key: _with_digits(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_digits(one) for one in value]
    return "BIG" if isinstance(value, int) and value == BIG else value


def test_a_checkpoint_as_it_was_written_goes_on(written, tmp_path):
    kind, body = written
    path = tmp_path / "c.json"
    path.write_text(json.dumps(body))
    assert run(path, kind).n == 300


def test_the_checkpoint_of_a_longer_stream(tmp_path):
    path = tmp_path / "c.json"
    run(path)
    with pytest.raises(BadInput, match="has seen 300 examples, but only 200 came"):
        run(path, rows=200)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"[" * 100_000, b"null", b"[]", b'{"state": 1}', b'{"schema": 1, "settings": [], "state": {}}', b"9" * 10_000]
)  # fmt: skip
def test_what_is_no_checkpoint(tmp_path, content):
    path = tmp_path / "c.json"
    path.write_bytes(content)
    refused(path, "losses")
    assert path.read_bytes() == content


def test_only_regular_files(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    refused(tmp_path / "pipe", "losses", "is not a regular file")
    refused(Path("/dev/zero"), "losses", "is not a regular file")
    refused(tmp_path, "losses", "is a directory")
    refused(tmp_path / "no" / "c.json", "losses", "there is no directory")
    monkeypatch.setattr(checkpoint_file, "LARGEST", 10)
    (tmp_path / "large").write_bytes(b" " * 11)
    refused(tmp_path / "large", "losses", "larger than a checkpoint")


def test_a_link_beside_it_is_not_followed(tmp_path):
    """The new file is made under a name that nobody can know, and takes the place of a link."""
    other = tmp_path / "precious"
    other.write_text("kept")
    (tmp_path / "c.json.new").symlink_to(other)
    run(tmp_path / "c.json")
    assert other.read_text() == "kept"
