"""How far one row can move a measure."""

import pytest

from bakeoff.challenges.row_range import row_range
from bakeoff.core.errors import NotApplicable
from bakeoff.data.tasks import BINARY, MULTICLASS
from bakeoff.measures import measure_named

CLASSES = ("a", "b", "c")


@pytest.mark.parametrize(
    ("measure", "limits"), [("accuracy", (0.0, 1.0)), ("error", (0.0, 1.0)), ("brier", (0.0, 2.0))]
)
def test_means_of_rows_have_the_range_of_one_row(measure: str, limits: tuple[float, float]) -> None:
    assert row_range(measure_named(measure), MULTICLASS, CLASSES, None) == pytest.approx(limits)


@pytest.mark.parametrize("measure", ["roc_auc", "f1", "log_loss", "mcc"])
def test_what_is_no_bounded_mean_of_rows_is_refused_with_the_cure(measure: str) -> None:
    with pytest.raises(NotApplicable) as error:
        row_range(measure_named(measure), BINARY, CLASSES[:2], "a")
    assert "take error, accuracy, brier" in str(error.value)
