"""Old names answer with a warning that names the new one, and every one of them states when it goes."""

import importlib
from pathlib import Path

import pytest

import bakeoff
from bakeoff.core import __version__
from bakeoff.core.catalogue import imported
from bakeoff.core.deprecation import OldName, OldNames


def release(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def modules_with_old_names() -> list[OldNames]:
    root = Path(bakeoff.__file__).parent
    paths = [path for path in sorted(root.rglob("*.py")) if "OldNames(__name__" in path.read_text(encoding="utf-8")]
    modules = [".".join(("bakeoff", *path.relative_to(root).with_suffix("").parts)) for path in paths]
    return [vars(importlib.import_module(module))["__getattr__"] for module in modules]


def test_every_old_name_has_a_new_one_and_a_release_that_is_to_come():
    modules = modules_with_old_names()
    assert modules
    for old_names in modules:
        present = vars(importlib.import_module(old_names.module))
        for name, old in old_names.names.items():
            assert name not in present
            assert imported(old.new) is not None
            assert release(old.gone) > release(__version__), f"{name} was to go: take it away"


def test_the_old_heading_of_a_verb_is_the_new_one():
    from bakeoff.cli import verb

    with pytest.warns(
        DeprecationWarning, match=r"verb\.Heading is bakeoff\.cli\.verb\.HelpHeading now; bakeoff 0\.4\.0"
    ):
        assert verb.Heading is verb.HelpHeading


def test_the_warning_is_about_the_line_that_uses_the_name():
    __getattr__ = OldNames("shop", {"price": OldName(new="bakeoff.core.text:plural", gone="9.0")})
    with pytest.warns(DeprecationWarning, match="shop.price") as caught:
        __getattr__("price")
    assert caught[0].filename == __file__


def test_a_name_that_never_was_is_no_attribute():
    with pytest.raises(AttributeError, match="module 'shop' has no attribute 'colour'"):
        OldNames("shop", {})("colour")
