"""Every text survives its way into a cell and back, and no cell runs."""

from hypothesis import example, given, strategies as st

from bakeoff.tabular.safe_cells import plain_cell, safe_cell

texts = st.text(st.sampled_from("=+-@\t\r\n'\\ax0 9;") | st.characters(), max_size=12)


@given(texts)
@example("\\x09")
@example("'\\x09")
@example("  =1")
@example("\x00")
def test_there_and_back(text):
    written = safe_cell(text)
    assert plain_cell(written) == text
    assert not any(ord(one) < 32 or 127 <= ord(one) < 160 for one in written)
    assert written.lstrip()[:1] not in {"=", "@"}
    assert written.lstrip()[:1] not in {"+", "-"} or float(written) is not None


@given(st.integers() | st.floats() | st.none() | st.booleans())
def test_what_is_no_text_stays(value):
    assert safe_cell(value) is value
