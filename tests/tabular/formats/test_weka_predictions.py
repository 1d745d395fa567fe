"""What `-p 0` of WEKA prints is read as truth and predictions."""

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.tabular.reading import read

CLASSES = b"""

=== Predictions on test data ===

 inst#     actual  predicted error prediction ()
     1      1:neg      1:neg       0.953
     2      2:pos      1:neg   +   0.7
     3        1:?      2:pos   +

"""
NUMBERS = b"=== Predictions on test data ===\n\n inst#,actual,predicted,error\n1,2.5,2.25,-0.25\n2,3,3.5,0.5\n"


def test_classes() -> None:
    assert read(CLASSES, name="p.txt").columns() == {
        "row": ["1", "2", "3"],
        "actual": ["neg", "pos", "?"],
        "predicted": ["neg", "neg", "pos"],
        "prediction": ["0.953", "0.7", ""],
    }


def test_numbers_in_the_comma_form() -> None:
    columns = read(NUMBERS, name="p.csv").columns()
    assert (columns["actual"], columns["predicted"]) == (["2.5", "3"], ["2.25", "3.5"])


def test_a_line_that_is_no_prediction_is_refused() -> None:
    with pytest.raises(BadInput, match="line 10 does not contain a prediction: 'and so on'"):
        read(CLASSES + b"and so on\n", name="p.txt").columns()
