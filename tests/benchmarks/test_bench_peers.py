"""The benchmark beside other packages: the same answers, and figures that the page can be made from."""

import json
from importlib.util import find_spec

import numpy as np
import pytest

from benchmarks.bench_peers import CASES, FILE, HAND, OURS, PACKAGES, STARTS, agree, growth, names

MODULES = {
    "scikit-learn": "sklearn", "scikit-posthocs": "scikit_posthocs", "evalstats": "evalstats", "MLstatkit": "MLstatkit", "scipy": "scipy",
    "autorank": "autorank", "baycomp": "baycomp", "mlxtend": "mlxtend", "river": "river",
}  # fmt: skip
SMALLEST = 200  # rows: the answers are the same at every size


def installed(side: str) -> bool:
    return side not in MODULES or find_spec(MODULES[side]) is not None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_all_sides_that_are_installed_give_the_same_numbers(case) -> None:
    n = min(case.sizes[0], SMALLEST) if case.unit in {"rows", "examples"} and not case.drawn else case.sizes[0]
    data = case.data(n)
    answers = {side: make(data)() for side, make in case.sides.items() if installed(side)}
    assert len(answers) > 1 or not {HAND, "scipy", "scikit-learn"} & set(case.sides)
    assert agree(case, answers) <= case.tolerance


def test_a_different_answer_ends_the_run() -> None:
    case = next(case for case in CASES if case.name == "auc")
    assert agree(case, {OURS: 0.75, HAND: 0.75}) == 0
    with pytest.raises(SystemExit, match=r"they differ by 0\.01"):
        agree(case, {OURS: 0.75, HAND: 0.76})
    with pytest.raises(SystemExit, match="differ by nan"):
        agree(case, {OURS: 0.75, HAND: float("nan")})
    with pytest.raises(SystemExit, match="gives"):
        agree(case, {OURS: [0.75], HAND: [0.75, 0.75]})


def test_growth_is_the_exponent() -> None:
    assert growth({"10": 2.0, "1000": 200.0}) == pytest.approx(1)
    assert growth({"10": 2.0, "1000": 20_000.0}) == pytest.approx(2)
    assert growth({"10": 2.0}) is None


def test_what_is_drawn_is_no_formula_and_formulas_agree_closely() -> None:
    for case in CASES:
        assert not (case.drawn and case.closed)
        assert case.drawn or case.tolerance <= 1e-6
        assert next(iter(case.sides)) == OURS


def test_scores_and_differences_have_ties() -> None:
    rows = next(case for case in CASES if case.name == "auc").data(1000)
    assert np.unique(rows["score"]).size < 600
    table = next(case for case in CASES if case.name == "pairs").data(5)
    differences = table[:, 0] - table[:, 1]
    assert np.unique(abs(differences)).size < differences.size / 2


def test_the_kept_figures_are_of_all_cases_and_name_all_versions() -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert list(kept["cases"]) == names()
    assert set(PACKAGES) < set(kept["versions"])
    for case in CASES:
        figures = kept["cases"][case.name]
        assert list(figures["milliseconds"]) == list(case.sides)
        assert figures["gap"] <= case.tolerance
    for name, start in STARTS.items():
        assert list(kept["cases"][name]["milliseconds"]) == list(start["sides"])
