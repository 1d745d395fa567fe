"""Every regular expression of the package needs steps in proportion to the length of its text: a stranger's text can be of any length."""

import ast
import importlib
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import bakeoff
from tests.helpers.counted_matching import CountedMatching, TooManySteps, slow_texts

PACKAGE = Path(bakeoff.__file__).parent
LENGTH = 200
# Steps: a pattern that grows with the square takes about LENGTH / 2 for each character; where 12 characters are repeated, the most of
# `slow_texts`, about LENGTH / 24, which is more than 8.
FEW, MOST = 4 * LENGTH, 100 * LENGTH
CALLS = {"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}


class Use(NamedTuple):
    """A pattern, where it is, and how it is used: "match" and "fullmatch" begin at the beginning only."""

    place: str
    pattern: str | bytes
    flags: int
    anchored: str


def uses() -> Iterator[Use]:
    """All compiled patterns of all modules, as they are after the import, and all that are written into a call."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "import re\n" not in text:
            continue
        file = path.relative_to(PACKAGE).as_posix()
        module = importlib.import_module("bakeoff." + file.removesuffix(".py").replace("/", "."))
        for name, held in sorted(vars(module).items()):
            if isinstance(held, re.Pattern) and f"{name} = re.compile" in text:
                called = set(re.findall(rf"\b{name}\.(\w+)\(", text)) & CALLS
                anchored = "" if not called or called - {"match", "fullmatch"} else min(called)
                yield Use(
                    f"{file}:{name}",
                    held.pattern,
                    held.flags,
                    anchored if called == {"fullmatch"} else anchored and "match",
                )
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and ast.unparse(node.func.value) == "re"
                and node.func.attr in CALLS
            ) and isinstance(node.args[0], ast.Constant):
                yield Use(
                    f"{file}:{node.lineno}",
                    node.args[0].value,
                    0,
                    node.func.attr if node.func.attr.endswith("match") else "",
                )


USES = tuple(uses())


@pytest.fixture(autouse=True)
def deep():
    """A repeated group is a call within a call."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(before)


def test_all_patterns_are_looked_at():
    compiled = sum(path.read_text(encoding="utf-8").count("re.compile(") for path in PACKAGE.rglob("*.py"))
    assert len([one for one in USES if not one.place.rpartition(":")[2].isdigit()]) == compiled


@pytest.mark.parametrize("use", USES, ids=[one.place for one in USES])
def test_a_pattern_takes_steps_in_proportion_to_the_text(use):
    counted = CountedMatching(use.pattern, use.flags & ~re.UNICODE)
    slow = slow_text(counted, use.anchored)
    assert slow is None, f"{use.place}: {slow[:60]!r}...{slow[-20:]!r}"


def different(counted, texts):
    """Texts and their places, without those that begin with all that the pattern looked at in an earlier one: they take the same steps."""
    beginnings = defaultdict(set)
    for place, text in enumerate(texts):
        if not any(text[:reach] in same for reach, same in beginnings.items()):
            yield place, text
            beginnings[counted.reach].add(text[: counted.reach])


def slow_text(counted, anchored=""):
    """A text for which the pattern takes too many steps, or more than three times as many where it is twice as long."""
    longer = None
    for place, text in different(counted, slow_texts(counted, LENGTH)):
        try:
            counted.spans(text, MOST, anchored=anchored)
            short = counted.steps
            if short > FEW:
                longer = longer or list(slow_texts(counted, 2 * LENGTH))
                counted.spans(longer[place], 3 * short, anchored=anchored)
        except TooManySteps:
            return text
    return None


@pytest.mark.parametrize(
    "pattern",
    [
        r"[^A-Za-z.]*\d,\d[^A-Za-z.]*",
        r"\\\\(?:\[[^\]]*\])?",
        r"[,\s]\s*\{\s*[0-9.eE+-]+\s*\}\s*$",
        r"\\hline(?:\[[^\]]*\])?",
        r"(a+)+b",
        r"(?:a|a)*b",
    ],
)
def test_patterns_that_are_slow_are_found(pattern):
    assert slow_text(CountedMatching(pattern)) is not None


@pytest.mark.parametrize("use", USES, ids=[one.place for one in USES])
def test_the_counted_matching_is_that_of_python(use):
    counted = CountedMatching(use.pattern, use.flags & ~re.UNICODE)
    for _, text in different(counted, slow_texts(counted, 24)):
        given = text.encode("latin-1", "replace") if isinstance(use.pattern, bytes) else text
        same = given.decode("latin-1") if isinstance(given, bytes) else given
        if use.anchored:
            found = getattr(counted.compiled, use.anchored)(given)
            assert counted.spans(same, 10**7, anchored=use.anchored) == ([found.span()] if found else [])
        else:
            first = counted.compiled.search(given)
            assert counted.spans(same, 10**7)[:1] == ([first.span()] if first else [])
