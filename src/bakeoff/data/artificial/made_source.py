"""The source that made data states: its domain and parameters, and further rows from them."""

import ast
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.core.seeds import seed_for
from bakeoff.data.artificial.synthetic import DOMAINS, make
from bakeoff.data.dataset import Dataset

__all__ = ["fresh_training_sets", "stated_domain"]

MADE = "made: "


def stated_domain(source: str) -> tuple[str, dict[str, Any]] | None:
    """The domain and its parameters, read as literals; None where the source states none.

    >>> stated_domain("made: xor(n=8, seed=1, noise=0.25, irrelevant=2)")
    ('xor', {'n': 8, 'seed': 1, 'noise': 0.25, 'irrelevant': 2})
    """
    if not source.startswith(MADE):
        return None
    try:
        call = ast.parse(source[len(MADE) :], mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
            return None
        return call.func.id, {part.arg: ast.literal_eval(part.value) for part in call.keywords if part.arg is not None}
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def fresh_training_sets(data: Dataset, count: int, seed: int) -> tuple[Dataset, ...]:
    """As many new data sets of the same domain and size; none where the data are not exactly what `make` gave.

    >>> data = make("xor", n=8, seed=1)
    >>> [len(fresh) for fresh in fresh_training_sets(data, 2, seed=0)], fresh_training_sets(data.take([0, 1]), 2, seed=0)
    ([8, 8], ())
    """
    stated = stated_domain(data.source)
    if stated is None or stated[0] not in DOMAINS:
        return ()
    name, params = stated
    try:
        if make(name, **params).fingerprint != data.fingerprint:
            return ()
        seeds = (seed_for(seed, f"fresh training set/{data.fingerprint}/{index}") for index in range(count))
        return tuple(make(name, **params | {"seed": dataset_seed}) for dataset_seed in seeds)
    except (BakeoffError, TypeError, ValueError):  # a source that somebody wrote
        return ()
