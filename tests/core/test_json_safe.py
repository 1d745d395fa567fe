"""Values as JSON knows them."""

from enum import StrEnum
from math import nan

import numpy as np

from bakeoff.core.json_safe import json_safe


class Colour(StrEnum):
    RED = "red"


def test_plain_knows_enums_sets_and_numpy_scalars():
    assert json_safe([Colour.RED, np.int64(3), np.bool_(True), None, {"k": (1, nan)}]) == [
        "red",
        3,
        True,
        None,
        {"k": [1, None]},
    ]
