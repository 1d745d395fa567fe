"""Randomness made from a key, so that order, workers and resuming cannot change a result."""

from hashlib import sha256

import numpy as np

__all__ = ["rng_for", "seed_for"]


def seed_for(study_seed: int, key: str) -> int:
    """128 bits from the study's seed and a key's text.

    >>> seed_for(0, "iris/tree/0/3") == seed_for(0, "iris/tree/0/3")
    True
    >>> seed_for(0, "iris/tree/0/3") == seed_for(1, "iris/tree/0/3")
    False
    """
    return int.from_bytes(sha256(f"{study_seed}\0{key}".encode()).digest()[:16], "big")


def rng_for(study_seed: int, key: str) -> np.random.Generator:
    """A generator of its own for this key.

    >>> rng_for(0, "a").integers(1_000_000) == rng_for(0, "a").integers(1_000_000)
    np.True_
    """
    return np.random.Generator(np.random.PCG64(seed_for(study_seed, key)))
