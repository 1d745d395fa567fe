"""An option: its word, kind, default, help, heading, and what must be brought for it to mean anything."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.text import listed

__all__ = ["Mode", "Option", "for_modes", "refuse_foreign"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of one or several commands.

    `kind` is str, int, float, bool, a tuple of the names that it may have, or the name of a kind that only the shell knows
    ("report", "figure", "output", "file", "task"). `limits` are gt, ge, lt and le, as in a study file. `python` is the word in Python where it is
    another one, as for arrays whose column the shell names. `modes` name what must be brought; all if it is empty.
    """

    name: str
    help: str
    kind: Any = str
    default: Any = None
    many: bool = False
    required: bool = False
    metavar: str = ""
    heading: str = ""
    modes: tuple[str, ...] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    spelled: tuple[str, ...] = ()  # further spellings in the shell
    python: str = ""

    @property
    def flag(self) -> str:
        """The option as it is typed in a shell.

        >>> Option(name="test_share", help="n_test / n_train").flag
        '--test-share'
        """
        return f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """What a command may be given: a table of scores, predictions, counts; `brings` is how a user brings it."""

    name: str
    title: str
    brings: str = ""

    def __str__(self) -> str:
        return f"{self.title} ({self.brings})" if self.brings else self.title


def for_modes(modes: Sequence[str], *options: Option) -> tuple[Option, ...]:
    """The options, for these modes only."""
    return tuple(replace(option, modes=tuple(modes)) for option in options)


def refuse_foreign(asked: Collection[str], options: Sequence[Option], mode: Mode, modes: Sequence[Mode]) -> None:
    """Refuse an option that was asked for and means nothing for what was brought; the sentence names what it is for.

    >>> counts, rows = Mode(name="counts", title="counts"), Mode(name="rows", title="predictions", brings="--truth COLUMN")
    >>> refuse_foreign(["pred"], [Option(name="pred", help="", modes=("rows",))], counts, [counts, rows])
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: --pred is not for counts, but for predictions (--truth COLUMN); add --truth COLUMN, or leave it out
    """
    for option in options:
        if option.name in asked and option.modes and mode.name not in option.modes:
            others = [other for other in modes if other.name in option.modes]
            ways = [other.brings for other in others if other.brings.startswith("--") and not mode.brings]
            raise BadInput(
                f"{option.flag} is not for {mode.title}, but for {listed([str(other) for other in others], last='or')}",
                cure=f"add {ways[0]}, or leave it out" if ways else "leave it out",
            )
