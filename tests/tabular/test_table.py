"""Column and Table: columns coded alike; and the way from cells of text to them: is this column numbers, words, whole texts or dates?"""

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.data.dataset import ColumnKind

TARGET = np.arange(60) % 2


@pytest.mark.parametrize("zone", ["America/New_York", "America/Los_Angeles", "Asia/Hong_Kong", "Europe/Paris", "UTC"])
def test_times_of_every_zone_are_dates(zone: str) -> None:
    times = pd.date_range("2021-03-01 12:00", periods=60, tz=zone)
    data = bo.load((pd.DataFrame({"when": times}), TARGET))
    assert data.columns[0].kind is ColumnKind.DATE
    assert np.allclose(data.features[:, 0], [one.timestamp() for one in times])
