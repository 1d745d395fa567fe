"""The mutants: each is one change that compiles, the sample is drawn by its seed, and a changed function is found and replaced."""

import ast
from dataclasses import replace

import numpy as np
import pytest

from bakeoff.kernels.reference import sorting
from tools import mutate

MODULE = "kernels/reference/sorting.py"


def test_each_mutant_is_one_change_that_compiles():
    source = ast.dump(ast.parse((mutate.PACKAGE / MODULE).read_text(encoding="utf-8")))
    every = mutate.mutants(MODULE)
    trees = [ast.dump(one.tree()) for one in every]
    assert source not in trees
    assert len({one.key for one in every}) == len(every) > 15
    for one in every:
        compile(one.tree(), MODULE, "exec")
    kinds = {one.change.split()[0] for one in every}
    assert {"arithmetic", "comparison", "constant", "condition", "return", "arguments"} <= kinds


def test_texts_annotations_and_what_is_raised_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(mutate, "PACKAGE", tmp_path)
    (tmp_path / "x.py").write_text(
        '__all__ = ["f"]\ndef f(a: "1 + 1" = None) -> 2:\n    "1 + 1"\n    raise ValueError(1 + 1)\n'
    )
    assert mutate.mutants("x.py") == []
    (tmp_path / "y.py").write_text("def f(a, b):\n    return zip(a, -b, strict=True) if a < b and b != 2 else None\n")
    changes = sorted(one.change for one in mutate.mutants("y.py"))
    assert changes == [
        "arguments exchanged", "boolean And -> Or", "comparison Lt -> LtE", "comparison NotEq -> Eq", "condition turned round",
        "constant 2 -> 3", "return None", "sign -x -> +x",
    ]  # fmt: skip


@pytest.mark.parametrize("room", mutate.ROOMS)
def test_a_larger_sample_holds_the_smaller_one(room):
    small, large = (mutate.sample(room, share, seed=22) for share in (0.02, 0.06))
    assert {one.key for one in small} <= {one.key for one in large}
    assert mutate.sample(room, 0.02, seed=22) == small != mutate.sample(room, 0.02, seed=23)
    for test in mutate.ROOMS[room]:
        assert (mutate.ROOT / test).exists()


def test_a_living_function_is_replaced():
    """In a child, so that nobody else counts with the changed one."""
    wanted = next(one for one in mutate.mutants(MODULE) if one.change == "return None")

    def work():
        found = mutate._patch(wanted)
        return [found, sorting.merge(np.array([0.1]), np.array([0.9])) is None]

    assert mutate._in_child(work, seconds=20) == (mutate.FAILED, [True, True])
    assert sorting.merge(np.array([0.1]), np.array([0.9])).tolist() == [0.1, 0.9]
    with pytest.raises(LookupError):
        replace(wanted, number=10**6).tree()
