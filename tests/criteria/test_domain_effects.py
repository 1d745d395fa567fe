"""Which kind of data favours which learner, and whether the choice of data sets is good."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import spearmanr

import bakeoff as bo
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.errors import BadInput
from bakeoff.criteria.domain_effects import domain_effects


def drawn(seed, n, k=3, c=4):
    rng = np.random.default_rng(seed)
    names = tuple(f"d{i}" for i in range(n))
    matrix = ScoreMatrix(names=tuple(f"L{i}" for i in range(k)), blocks=names, values=rng.random((n, k)))
    return matrix, {name: {f"c{j}": float(rng.random()) for j in range(c)} for name in names}


def test_exact_p_values_by_brute_force():
    """All 120 orders, written as loops with scipy's correlation."""
    matrix, known = drawn(3, 5)
    ranks = np.array([[1 + (row > one).sum() for one in row] for row in matrix.values])
    C = np.array([[known[name][f"c{j}"] for j in range(4)] for name in matrix.blocks])
    table = {}
    for order in permutations(range(5)):
        for i in range(3):
            for j in range(4):
                table.setdefault((i, j), []).append(abs(spearmanr(-ranks[:, i], C[list(order), j]).statistic))
    drawn_all = np.array([[table[i, j] for j in range(4)] for i in range(3)])
    most = np.nanmax(drawn_all, axis=(0, 1))
    found = {(one.learner, one.characteristic): one for one in domain_effects(matrix, known).effects}
    for i in range(3):
        if np.ptp(ranks[:, i]) == 0:
            continue
        for j in range(4):
            rho = spearmanr(-ranks[:, i], C[:, j]).statistic
            one = found[f"L{i}", f"c{j}"]
            assert one.rho == pytest.approx(rho)
            assert one.p_value == pytest.approx(np.mean(drawn_all[i, j] >= abs(rho) - 1e-9))
            assert one.p_adjusted == pytest.approx(np.mean(most >= abs(rho) - 1e-9))


def test_a_true_effect_is_shown_and_noise_is_not():
    matrix, known = drawn(0, 25, k=4, c=8)
    lead = np.array([known[name]["c0"] for name in matrix.blocks])
    values = matrix.values.copy()
    values[:, 0] += 3 * (lead - 0.5)
    made = domain_effects(ScoreMatrix(names=matrix.names, blocks=matrix.blocks, values=values), known)
    best = made.effects[0]
    assert (best.learner, best.characteristic) == ("L0", "c0")
    assert best.p_adjusted < 0.01
    assert all(one.characteristic == "c0" for one in made.shown())


def test_the_chance_of_any_false_claim_keeps_its_level():
    """60 null tables of 9 data sets; at most 10 percent may show something (a binomial(60, .05) exceeds 6 with p = .03)."""
    false = sum(bool(domain_effects(*drawn(seed, 9, c=10), n_resamples=299).shown()) for seed in range(60))
    assert false <= 6


def test_two_learners_are_one_question():
    matrix, known = drawn(1, 8, k=2)
    made = domain_effects(matrix, known)
    assert made.lead == "difference"
    assert {one.learner for one in made.effects} == {"L0"}


def test_what_cannot_be_asked():
    matrix, known = drawn(0, 4)
    made = domain_effects(matrix, known)
    assert not made.effects
    assert made.notes[0].code == "criteria.few_for_effects"
    matrix, known = drawn(0, 6)
    for one in known.values():
        one["c0"] = 1.0
    known["d0"]["c1"] = float("nan")
    made = domain_effects(matrix, known)
    assert made.characteristics == ("c2", "c3")
    assert made.notes[0].facts["names"] == ("c0", "c1")
    with pytest.raises(BadInput, match="no characteristics of 'd5'"):
        domain_effects(matrix, {name: one for name, one in known.items() if name != "d5"})
    same = ScoreMatrix(names=("a", "b", "c"), blocks=tuple(known), values=np.ones((6, 3)))
    assert not domain_effects(same, known).effects


SCORES = {
    "data": [f"d{i}" for i in range(6)],
    "a": [1, 2, 3, 4, 5, 6],
    "b": [2, 1, 4, 3, 6, 5],
    "c": [3, 3, 2, 2, 1, 1],
}


def test_domains_from_tables(tmp_path):
    (tmp_path / "c.csv").write_text("dataset,rows,x\n" + "".join(f"d{i},{10 * i + 10},{i % 2}\n" for i in range(6)))
    made = bo.domains(SCORES, tmp_path / "c.csv")
    assert made.ranges["rows"] == (10.0, 35.0, 60.0)
    assert len(made.effects) == 6
    assert "data sets" in str(made)
    assert made.to_dict()["needed"] == 7
    assert len(made.to_frame("plain")["rho"]) == 6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rows,x\n1,2\n", "needs a column that names the data sets"),
        ("dataset,x\nd0,1\nd0,2\n", "has 'd0' twice"),
        ("dataset,kind\nd0,big\n", "no column of numbers"),
        ("dataset,x\nd0,1\n", "no characteristics of 'd1'"),
        ("", "is empty"),
    ],
)
def test_bad_tables_of_characteristics(tmp_path, text, words):
    (tmp_path / "c.csv").write_text(text)
    with pytest.raises(BadInput, match=words):
        bo.domains(SCORES, tmp_path / "c.csv")
