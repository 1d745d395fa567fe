"""Learners on their way from a parent to its own child, by cloudpickle. The only file that may use it."""

import numpy as np

from bakeoff.runs.process.pickling import model_bytes


def test_a_model_that_cannot_be_pickled_or_takes_too_long_has_no_size() -> None:
    class Stubborn:
        def __reduce__(self) -> object:
            raise RuntimeError("never")

    assert np.isnan(model_bytes(Stubborn(), seconds=1.0))
    assert np.isnan(model_bytes([object() for _ in range(200_000)], seconds=0.0))
    assert model_bytes(np.zeros(1000), seconds=1.0) > 8000
