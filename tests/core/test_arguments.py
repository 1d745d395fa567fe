"""An argument that a function does not have is refused with the name that was meant."""

import pytest

from bakeoff.core.arguments import SYNONYMS, MissingArgument, UnknownArgument, suggest_arguments
from bakeoff.core.errors import BadInput


@suggest_arguments
def rank(scores, *, direction, alpha=0.05):
    """A function as users call it."""
    return scores, direction, alpha


def test_arguments_that_it_has_arrive() -> None:
    assert rank([1], direction="higher") == ([1], "higher", 0.05)
    assert rank(scores=[1], direction="lower", alpha=0.1) == ([1], "lower", 0.1)
    assert rank.__doc__ == "A function as users call it."


@pytest.mark.parametrize(
    ("typed", "meant"), [("alhpa", "alpha"), ("significance", "alpha"), ("lower_is_better", "direction")]
)
def test_a_wrong_name_leads_to_the_right_one(typed: str, meant: str) -> None:
    with pytest.raises(UnknownArgument, match=f"'{typed}'; did you mean '{meant}'") as error:
        rank([1], direction="higher", **{typed: 1})
    assert isinstance(error.value, TypeError)
    assert isinstance(error.value, BadInput)


def test_a_word_of_another_package_that_the_function_has_not_is_not_proposed() -> None:
    with pytest.raises(UnknownArgument) as error:
        rank([1], direction="higher", random_state=3)
    assert "seed" not in str(error.value)


def test_what_is_missing_is_named_with_the_way_to_call() -> None:
    with pytest.raises(
        MissingArgument, match=r"rank needs scores and direction; call it as rank\(scores, direction=\.\.\., \.\.\.\)"
    ):
        rank()
    with pytest.raises(MissingArgument, match="rank needs direction;"):
        rank([1])


def test_no_synonym_is_its_own_meaning() -> None:
    assert not [word for word, meanings in SYNONYMS.items() if word in meanings]
