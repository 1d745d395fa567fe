"""From the flags of `bakeoff test` to the options of a test."""

from collections.abc import Sequence
from inspect import signature
from typing import Any

from bakeoff.comparisons.wording.test_names import phrase_of_test
from bakeoff.core.errors import BadInput

__all__ = ["options_for", "refuse"]


def refuse(name: str, given: dict[str, Any], flags: Sequence[str]) -> None:
    """Refuse flags that this test has no use for, instead of ignoring them."""
    for one in flags:
        if given.get(one) is not None:
            raise BadInput(f"{phrase_of_test(name)} does not take --{one.replace('_', '-')}")


def options_for(test: Any, given: dict[str, Any]) -> dict[str, Any]:
    """The flags that this test understands; refuses the others instead of ignoring them."""
    known = signature(test.compute or test.run).parameters
    made: dict[str, Any] = {}
    if given.get("variant"):
        found = next((one for one in test.variants if given["variant"] in one.words), None)
        if found is None:
            words = [word for one in test.variants for word in one.words]
            raise BadInput(
                f"{test.phrase} has no variant {given['variant']!r}" + (f"; it has {', '.join(words)}" if words else "")
            )
        made[found.parameter] = given["variant"]
    if given.get("alternative", "two-sided") != "two-sided":
        if not test.sided:
            raise BadInput(f"{test.phrase} has no one-sided form")
        made["alternative"] = given["alternative"]
    for name in ("margin", "control", "test_share"):
        if given.get(name) is not None:
            if name not in known:
                raise BadInput(f"{phrase_of_test(test.name)} does not take --{name.replace('_', '-')}")
            made[name] = given[name]
    for needed, why in test.needs:
        if needed not in made:
            raise BadInput(f"{test.phrase} needs --{needed.replace('_', '-')}: {why}")
    return made
