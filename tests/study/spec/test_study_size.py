"""How large one study may be."""

import pytest

from bakeoff.study.spec.study_size import MOST, too_many


def test_the_limit_itself_is_allowed() -> None:
    assert list(too_many(MOST)) == []
    assert list(too_many({})) == []


@pytest.mark.parametrize("part", MOST)
def test_one_more_is_a_sentence_that_names_it(part: str) -> None:
    (sentence,) = too_many(MOST | {part: MOST[part] + 1})
    assert sentence.startswith(f"{MOST[part] + 1:,} {part}, and one study has at most {MOST[part]:,}")
