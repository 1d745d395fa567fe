"""MeasuresTable: learners down, measures across, each measure with its direction."""

import numpy as np

from bakeoff.criteria.measures_table import measures_table


def test_a_table_of_columns_and_a_frame_read_alike() -> None:
    import pandas as pd

    columns = {"Classifier": ["nb", "tree"], "accuracy": ["0.7", "0.8"], "rmse": [0.4, 0.3]}
    one, two = measures_table(columns), measures_table(pd.DataFrame(columns))
    assert one.learners == two.learners == ("nb", "tree")
    assert np.array_equal(one.values, two.values)
    assert (one.positive, one.negative) == (("accuracy",), ("rmse",))
