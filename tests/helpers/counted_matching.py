"""A regular expression matched by backtracking, step by step as `re` does it, so that the steps can be counted; and texts that make it slow.

`re` tells no number of steps, and seconds depend on the machine. Python's own parser gives the tree, so that both mean the same by a
pattern; the caller compares the answers with those of `re`.
"""

import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

__all__ = ["CountedMatching", "TooManySteps", "slow_texts"]

Next = Callable[[int], int]  # what follows at a position: where the match ends, or -1
FAILED = -1


class TooManySteps(Exception):
    """The bound was reached."""


class CountedMatching:
    """One pattern; `steps` grows by one with every character that is looked at, and `reach` is how many of the first ones that were."""

    def __init__(self, pattern: str | bytes, flags: int = 0) -> None:
        self.compiled = re.compile(pattern, flags)
        text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
        self.tree = parser.parse(text, flags)
        self.flags = self.tree.state.flags
        self.steps = self.reach = 0
        self.most = sys.maxsize
        self.text = ""
        self.groups: dict[int, tuple[int, int]] = {}

    def spans(self, text: str, most: int, *, anchored: str = "") -> list[tuple[int, int]]:
        """Where the pattern is found one after another; `anchored` is "match" or "fullmatch" for the beginning only."""
        self.text, self.steps, self.reach, self.most = text, 0, 0, most
        found, at = [], 0
        end: Next = self._whole if anchored == "fullmatch" else lambda i: i
        while at <= len(text):
            self.groups = {}
            stop = self._sequence(tuple(self.tree), at, end)
            if stop != FAILED:
                found.append((at, stop))
            if anchored:
                break
            at = stop if stop > at else at + 1
        return found

    def _whole(self, at: int) -> int:
        self.reach = max(self.reach, at + 1)
        return at if at == len(self.text) else FAILED

    def _step(self, at: int) -> None:
        self.steps += 1
        if at >= self.reach:
            self.reach = at + 1
        if self.steps > self.most:
            raise TooManySteps

    def _sequence(self, nodes: tuple[Any, ...], at: int, follow: Next) -> int:
        if not nodes:
            return follow(at)
        (op, value), rest = nodes[0], nodes[1:]

        def then(i: int) -> int:
            return self._sequence(rest, i, follow)

        if op in _CHARACTERS:
            self._step(at)
            return (
                then(at + 1) if at < len(self.text) and _fits(op, _frozen(value), self.flags, self.text[at]) else FAILED
            )
        if op is sre.AT:
            self._step(at + 1)  # the end may be before a last line break
            return then(at) if self._at(value, at) else FAILED
        if op is sre.BRANCH:
            for one in value[1]:
                if (end := self._sequence(tuple(one), at, then)) != FAILED:
                    return end
            return FAILED
        if op is sre.SUBPATTERN:
            number, inner = value[0], tuple(value[3])

            def closed(i: int) -> int:
                before = self.groups.get(number)
                self.groups[number] = (at, i)
                end = then(i)
                if end == FAILED and before is not None:
                    self.groups[number] = before
                return end

            return self._sequence(inner, at, closed if number is not None else then)
        if op is sre.ATOMIC_GROUP:
            end = self._sequence(tuple(value), at, lambda i: i)
            return FAILED if end == FAILED else then(end)
        if op in (sre.ASSERT, sre.ASSERT_NOT):
            return then(at) if self._looks(value, at) == (op is sre.ASSERT) else FAILED
        if op is sre.GROUPREF:
            begin, stop = self.groups.get(value, (0, FAILED))
            word = self.text[begin:stop]
            self._step(at + len(word))
            return then(at + len(word)) if stop != FAILED and self.text.startswith(word, at) else FAILED
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            return self._repeated(op, *value[:2], tuple(value[2]), at, then)
        raise NotImplementedError(f"{op} in {self.compiled.pattern!r}")

    def _repeated(self, op: Any, least: int, greatest: int, inner: tuple[Any, ...], at: int, then: Next) -> int:
        if op is sre.POSSESSIVE_REPEAT:
            times, here = 0, at
            while times < greatest and (end := self._sequence(inner, here, lambda i: i)) != FAILED and end > here:
                times, here = times + 1, end
            return then(here) if times >= least else FAILED
        if len(inner) == 1 and inner[0][0] in _CHARACTERS:
            return self._run(op, least, greatest, inner[0], at, then)

        def again(times: int, here: int) -> int:
            def more() -> int:
                if times >= greatest:
                    return FAILED
                return self._sequence(
                    inner, here, lambda i: FAILED if i == here and times >= least else again(times + 1, i)
                )

            if times < least:
                return more()
            order = (more, lambda: then(here)) if op is sre.MAX_REPEAT else (lambda: then(here), more)
            first = order[0]()
            return first if first != FAILED else order[1]()

        return again(0, at)

    def _run(self, op: Any, least: int, greatest: int, node: Any, at: int, then: Next) -> int:
        """A repeated character, without a call for each."""
        kind, value = node[0], _frozen(node[1])
        longest = at
        if op is sre.MIN_REPEAT:
            while True:
                if longest - at >= least and (end := then(longest)) != FAILED:
                    return end
                self._step(longest)
                if (
                    longest - at >= greatest
                    or longest >= len(self.text)
                    or not _fits(kind, value, self.flags, self.text[longest])
                ):
                    return FAILED
                longest += 1
        while longest - at < greatest and longest < len(self.text):
            self._step(longest)
            if not _fits(kind, value, self.flags, self.text[longest]):
                break
            longest += 1
        for stop in range(longest, at + least - 1, -1):
            self._step(stop)
            if (end := then(stop)) != FAILED:
                return end
        return FAILED

    def _looks(self, value: Any, at: int) -> bool:
        direction, inner = value
        if direction > 0:
            return self._sequence(tuple(inner), at, lambda i: i) != FAILED
        width = inner.getwidth()[0]
        return at >= width and self._sequence(tuple(inner), at - width, lambda i: i if i == at else FAILED) != FAILED

    def _at(self, where: Any, at: int) -> bool:
        text, end = self.text, len(self.text)
        if where in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
            return at == 0 or bool(self.flags & re.MULTILINE and where is sre.AT_BEGINNING and text[at - 1] == "\n")
        if where is sre.AT_END_STRING:
            return at == end
        if where is sre.AT_END:
            return (
                at == end
                or (at == end - 1 and text[at] == "\n")
                or bool(self.flags & re.MULTILINE and text[at] == "\n")
            )
        sides = [
            0 <= i < end and _fits(sre.IN, ((sre.CATEGORY, sre.CATEGORY_WORD),), self.flags, text[i])
            for i in (at - 1, at)
        ]
        return (sides[0] != sides[1]) == (where is sre.AT_BOUNDARY)


_CHARACTERS = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)
_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s", sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@cache
def _fits(op: Any, value: Any, flags: int, character: str) -> bool:
    if op is sre.ANY:
        return character != "\n" or bool(flags & re.DOTALL)
    if flags & re.IGNORECASE and character.swapcase() != character:
        plain = flags & ~re.IGNORECASE
        forms = [
            _fits(sre.IN, value if op is sre.IN else ((sre.LITERAL, value),), plain, one)
            for one in (character, character.swapcase())
        ]
        return any(forms) != (op is sre.NOT_LITERAL)
    if op in (sre.LITERAL, sre.NOT_LITERAL):
        return (ord(character) == value) == (op is sre.LITERAL)
    negated = value[0][0] is sre.NEGATE
    return negated != any(_member(kind, one, flags, character) for kind, one in value if kind is not sre.NEGATE)


def _member(kind: Any, value: Any, flags: int, character: str) -> bool:
    if kind is sre.LITERAL:
        return ord(character) == value
    if kind is sre.RANGE:
        return bool(value[0] <= ord(character) <= value[1])
    return re.fullmatch(_CATEGORIES[value], character, flags & re.ASCII) is not None


# Texts that make a pattern slow: parts of what it matches, over and over, and then something that it does not match.

_COMMON = (
    " ",
    "0",
    "1,",
    ",",
    "-",
    "_",
    "a",
    "A",
    "(",
    "[",
    "{",
    "\\",
    "'",
    '"',
    "%",
    "±",
    "0.",
    "a_",
    "\t",
    "<",
    "|",
    "|-",
    "1 ",
    "\n",
)
_ENDS = ("", "~", "a\n")
_PROBES = "".join(map(chr, range(32, 127))) + "\t\n±é"


def slow_texts(pattern: CountedMatching, length: int) -> Iterator[str]:
    """Texts of about that many characters."""
    samples = list(dict.fromkeys(islice(_samples(tuple(pattern.tree), pattern.flags), 40)))
    cuts = {
        (one[:i], one[i:j]) for one in samples for i in range(len(one)) for j in range(i + 1, min(i + 12, len(one)) + 1)
    }
    pumps = {("", one) for one in _COMMON} | {("", pump) for _, pump in cuts} | cuts
    for prefix, pump in sorted(pumps):
        for end in _ENDS:
            yield prefix + pump * (length // len(pump)) + end
    for first in (one[0] for one in samples if one):  # two runs, one behind the other
        for second in _COMMON:
            yield first * (length // 2) + second * (length // (2 * len(second))) + "~"


def _samples(nodes: tuple[Any, ...], flags: int) -> Iterator[str]:
    """Short texts that the pattern matches or nearly matches: every branch once, optional parts there and not there."""
    if not nodes:
        yield ""
        return
    heads, rests = list(islice(_node_samples(*nodes[0], flags), 12)), list(islice(_samples(nodes[1:], flags), 12))
    for i in range(max(len(heads), len(rests))):
        yield heads[i % len(heads)] + rests[i % len(rests)]
        yield heads[i % len(heads)] + rests[0]


def _node_samples(op: Any, value: Any, flags: int) -> Iterator[str]:
    if op in _CHARACTERS:
        fitting = [one for one in _PROBES if _fits(op, _frozen(value), flags, one)]
        yield from dict.fromkeys([*fitting[:1], *fitting[-1:], *[one for one in "0a [" if one in fitting]]) or [
            chr(value if op is sre.LITERAL else value[0][1])
        ]
    elif op is sre.BRANCH:
        for one in value[1]:
            yield from islice(_samples(tuple(one), flags), 2)
    elif op is sre.SUBPATTERN:
        yield from _samples(tuple(value[3]), flags)
    elif op is sre.ATOMIC_GROUP:
        yield from _samples(tuple(value), flags)
    elif op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        for one in islice(_samples(tuple(value[2]), flags), 4):
            yield one * max(value[0], 1)
        if value[0] == 0:
            yield ""
    else:
        yield ""
