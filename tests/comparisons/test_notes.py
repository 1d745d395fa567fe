"""Notes of a comparison: of the table of scores, the choice of the test and single tests; and the list of all."""

from bakeoff.comparisons.notes import NOTES


def test_every_kind_of_note_has_its_own_code_in_the_room_and_an_end():
    codes = [kind.code for kind in NOTES]
    assert len(set(codes)) == len(codes)
    assert all(code.startswith("comparison.") for code in codes)
    assert all(kind.means.endswith(".") for kind in NOTES)
