"""An option says what it is for, and is refused where it means nothing."""

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.core.options.option import Mode, Option, for_modes, refuse_foreign

COUNTS = Mode(name="counts", title="counts")
ROWS = Mode(name="rows", title="predictions", brings="--truth COLUMN")
TABLE = Mode(name="table", title="a table of scores", brings="a file")
MODES = (COUNTS, ROWS, TABLE)
PRED, ROPE = (*for_modes(["rows", "table"], Option(name="pred", help="")), Option(name="rope", help=""))


def test_an_option_for_all_modes_is_never_foreign() -> None:
    for mode in MODES:
        refuse_foreign(["rope"], [PRED, ROPE], mode, MODES)
    refuse_foreign(["pred"], [PRED, ROPE], TABLE, MODES)
    refuse_foreign([], [PRED, ROPE], COUNTS, MODES)


def test_what_it_is_for_is_named() -> None:
    with pytest.raises(
        BadInput,
        match=r"--pred is not for counts, but for predictions \(--truth COLUMN\) or a table of scores \(a file\)",
    ):
        refuse_foreign(["rope", "pred"], [ROPE, PRED], COUNTS, MODES)


def test_what_brings_something_itself_is_not_told_to_bring_more() -> None:
    (rows,) = for_modes(["rows"], ROPE)
    with pytest.raises(BadInput) as error:
        refuse_foreign(["rope"], [rows], TABLE, MODES)
    assert "add --truth" not in str(error.value)
    assert str(error.value).endswith("leave it out")


def test_the_flag_is_what_is_typed() -> None:
    assert Option(name="sample_weight", help="").flag == "--sample-weight"
    assert PRED.modes == ("rows", "table")
