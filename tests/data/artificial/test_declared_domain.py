"""A domain of one's own by a TOML file: shares, parents and rules are met by the rows; every problem of a file is named at once."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput

LOANS = """
name = "loans"
target = "default"
classes = ["paid", "default"]
otherwise = 0.1

[attributes.job]
shares = { clerk = 0.5, boss = 0.2, none = 0.3 }

[attributes.income]
normal = [3000, 500]
parent = "job"
given.boss = { normal = [8000, 1000] }
given.none = { uniform = [0, 800] }

[attributes.age]
integers = [18, 80]

[[rules]]
when = { job = "none" }
share = 0.6

[[rules]]
when = { job = ["clerk", "boss"], age = [18, 25] }
share = 0.3
"""


def domain_of(tmp_path, text=LOANS):
    path = tmp_path / "loans.toml"
    path.write_text(text, encoding="utf-8")
    return bo.declared_domain(path)


def test_rows_meet_what_is_declared(tmp_path):
    data = domain_of(tmp_path).make(n=40_000, seed=1)
    frame = data.to_frame("pandas", target="default")
    assert frame["job"].value_counts(normalize=True).to_dict() == pytest.approx(
        {"clerk": 0.5, "boss": 0.2, "none": 0.3}, abs=0.01
    )
    means = frame.groupby("job")["income"].mean()
    assert (means["clerk"], means["boss"], means["none"]) == pytest.approx((3000, 8000, 400), rel=0.02)
    assert (frame["age"].min(), frame["age"].max()) == (18, 80)
    late = frame["default"] == "default"
    assert late[frame["job"] == "none"].mean() == pytest.approx(0.6, abs=0.02)
    young = (frame["job"] != "none") & (frame["age"] <= 25)
    assert late[young].mean() == pytest.approx(0.3, abs=0.03)
    assert late[(frame["job"] != "none") & ~young].mean() == pytest.approx(0.1, abs=0.01)
    assert data.notes[0].startswith("least possible error on these rows 0.2")


def test_the_same_file_and_seed_give_the_same_rows(tmp_path):
    first, second = domain_of(tmp_path).make(n=50, seed=3), domain_of(tmp_path).make(n=50, seed=3)
    assert first.fingerprint == second.fingerprint
    assert first.fingerprint != domain_of(tmp_path).make(n=50, seed=4).fingerprint
    changed = domain_of(tmp_path, LOANS.replace("0.6", "0.7")).make(n=50, seed=3)
    assert changed.fingerprint != first.fingerprint


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("otherwise = 0.1", "otherwise = 1.1", "otherwise must be a probability between 0 and 1, not 1.1"),
        ("share = 0.6", "share = -0.6", "share of rule 1 must be a probability between 0 and 1, not -0.6"),
        ("clerk = 0.5", "clerk = 0.6", "the shares of attribute 'job' must add up to 1, not 1.1"),
        ("normal = [3000, 500]", "normal = [3000, -5]", "a deviation from 0, not [3000, -5]"),
        ("integers = [18, 80]", "integers = [80, 18]", "low at most high, not [80, 18]"),
        ('parent = "job"', 'parent = "age"', "must be an attribute with shares of words above it, not 'age'"),
        ("given.boss", "given.chief", "is given 'chief', which is not a word of 'job'"),
        ('when = { job = "none" }', 'when = { joob = "none" }', "rule 1 asks for 'joob', which is not an attribute"),
        (
            'when = { job = "none" }',
            'when = { job = "chief" }',
            "rule 1 asks for 'chief' of 'job', which has clerk, boss, none",
        ),
        ('classes = ["paid", "default"]', 'classes = ["paid"]', "classes must be two different words"),
        ('target = "default"', 'target = "age"', "target 'age' is also the name of an attribute"),
        ('name = "loans"', 'nam = "loans"', "'nam' is not a key of a domain"),
        ('name = "loans"', "name = ", "cannot be read as TOML"),
    ],
)
def test_a_wrong_file_gets_one_sentence(tmp_path, old, new, words):
    with pytest.raises(BadInput) as refused:
        domain_of(tmp_path, LOANS.replace(old, new))
    assert words in str(refused.value)


def test_all_problems_are_named_at_once(tmp_path):
    with pytest.raises(BadInput) as refused:
        domain_of(tmp_path, LOANS.replace("0.6", "6").replace("otherwise = 0.1", "otherwise = -1"))
    assert "share of rule 1" in str(refused.value)
    assert "otherwise" in str(refused.value)


def test_a_file_that_was_written_is_read_to_the_same_bits(tmp_path):
    data = bo.make("friedman1", n=200, seed=5)
    read = bo.load(data.to_csv(tmp_path / "rows.csv"), target="target")
    assert np.array_equal(read.matrix, data.matrix)
    assert np.array_equal(read.target, data.target)
