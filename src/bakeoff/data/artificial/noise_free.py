"""The targets of made data without their noise, where the domain and its parameters are known."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError
from bakeoff.data.artificial.made_source import stated_domain
from bakeoff.data.artificial.synthetic import DOMAINS, bayes_error, make

__all__ = ["noise_free_target"]


def noise_free_target(source: str, rows: int, fingerprint: str) -> Array | None:
    """What the targets would be without noise, for data that is exactly what `make` gave; None where that is not known.

    `source` is the source that `make` states. The data is made again and must have that fingerprint: rows that were chosen or changed
    afterwards have no known truth, and neither have domains whose classes overlap.

    >>> data = make("xor", n=8, seed=1, noise=0.25)
    >>> clean = noise_free_target(data.source, len(data), data.fingerprint)
    >>> clean.tolist() == make("xor", n=8, seed=1, noise=0).target.tolist()
    True
    """
    stated = stated_domain(source)
    if stated is None or stated[1].get("n") != rows:
        return None
    name, params = stated
    if name not in DOMAINS or "noise" not in DOMAINS[name].parameters:
        return None
    settings = {key: value for key, value in params.items() if key not in {"n", "seed"}}
    try:
        if not _known(name, settings):
            return None
        same, clean = make(name, **params), make(name, **params | {"noise": 0.0})
    except (BakeoffError, TypeError, ValueError):  # a source that somebody wrote
        return None
    if same.fingerprint != fingerprint or not np.array_equal(same.matrix, clean.matrix):
        return None
    return clean.target


def _known(name: str, settings: dict[str, Any]) -> bool:
    """Whether nothing but noise makes the target uncertain, and labels are flipped at random: then the clean one is the most probable."""
    if bayes_error(name, **settings | {"noise": 0.0}) != 0:
        return False
    return DOMAINS[name].task.numeric or bayes_error(name, **settings) == settings["noise"]
