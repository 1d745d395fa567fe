"""IntervalSettings: how the intervals of a panel are made, the same through every door."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict, Unpack

from bakeoff.core.checks import count
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.unit_shares import shares_of
from bakeoff.estimates.interval_choice import RESAMPLED, IntervalChoice
from bakeoff.measures import Measure
from bakeoff.measures.measure import IntervalRule
from bakeoff.panels.notes import CHOICE_NEEDS_ROWS, CHOICE_UNUSED, FEW_GROUPS, FEW_ROWS, ONE_SIDED, UNEVEN_UNITS
from bakeoff.predictions.resampling.draws import Resamples

__all__ = ["IntervalOptions", "IntervalSettings", "interval_settings"]

FEW = 10  # groups; of 95 % intervals from five 87 % cover (simulated), from ten 94 %
_USUAL = IntervalChoice()
_OTHER = {"upper": "lower", "lower": "upper"}
_OF = {"interval": "proportions", "auc_interval": "areas under the ROC curve"}  # what each choice is for


class IntervalOptions(TypedDict, total=False):
    """What the doors take; `level=None` makes no intervals."""

    level: float | None
    n_resamples: int
    seed: int
    interval: str
    auc_interval: str
    bootstrap: str | None
    side: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class IntervalSettings:
    """Which intervals, and from which resamples; a choice of None makes none."""

    choice: IntervalChoice | None = field(default_factory=IntervalChoice)
    n_resamples: int = 2000
    seed: int = 0

    @property
    def level(self) -> float | None:
        """The confidence, if there are intervals."""
        return None if self.choice is None else self.choice.level

    def without(self) -> "IntervalSettings":
        """The same without intervals."""
        return replace(self, choice=None)

    @property
    def side(self) -> str:
        """Which ends the intervals have."""
        return "both" if self.choice is None else self.choice.side

    def ends_note(self) -> tuple[Note, ...]:
        """That one end is open, where it is."""
        return (ONE_SIDED(side=_OTHER[self.side]),) if self.side in _OTHER else ()

    def notes(self, wanted: Sequence[Measure], draws: Resamples) -> tuple[Note, ...]:
        """What a reader has to know about the choice: which ends are open, and what was chosen but changes nothing."""
        if self.choice is None:
            return ()
        of_two = any(measure.interval is IntervalRule.AREA for measure in wanted)
        fitting = {
            "interval": any(measure.proportion is not None for measure in wanted) or self.choice.resamples_all,
            "auc_interval": of_two or any(measure.interval is IntervalRule.MEAN_OF_AREAS for measure in wanted),
        }
        of_rows = {"interval", "auc_interval"} if of_two else {"interval"}  # means over classes know groups and weights
        notes = list(self.ends_note())
        if (groups := draws.many_groups) is not None and groups < FEW:
            notes.append(FEW_GROUPS(n=groups, least=FEW))
        elif (shares := shares_of(draws)) is not None and len(shares) >= FEW and (like := shares.freedom + 1) < FEW:
            unit = "row" if groups is None else "group"
            notes.append(UNEVEN_UNITS(n=len(shares), unit=unit, like=like, least=FEW))
        notes += _few_rows(wanted, draws, self.choice)
        for name, fits in fitting.items():
            value = getattr(self.choice, name)
            if value == getattr(_USUAL, name):
                continue
            if not fits:
                notes.append(CHOICE_UNUSED(choice=value, measures=_OF[name], why="none was asked for"))
            elif self.choice.resamples_all and value != RESAMPLED:
                why = "for every measure there are resamples, as was chosen"
                notes.append(CHOICE_UNUSED(choice=value, measures=_OF[name], why=why))
            elif (
                not draws.by_rows
                and value != RESAMPLED
                and name in of_rows
                and not (name == "interval" and draws.weighted_rows)
            ):
                notes.append(CHOICE_NEEDS_ROWS(choice=value, measures=_OF[name]))
        return tuple(notes)


def _few_rows(wanted: Sequence[Measure], draws: Resamples, choice: IntervalChoice) -> list[Note]:
    """That few rows of a class tell little, if a measure looks at the order of classes and its interval is resampled.

    The usual intervals of two classes allow for that; what they cover is measured, and a note of its own where it is less.
    """
    ranked = draws.summaries.known_ranking
    if ranked is not None and ranked.many is None and choice.bootstrap is None and not choice.resamples_all:
        return []
    by_order = any(measure.reads.by_order and measure.interval is not IntervalRule.AREA for measure in wanted)
    if not draws.by_rows or not by_order or ranked is None:
        return []
    fewest = int(min(ranked.sizes[ranked.sizes > 0], default=FEW))
    return [FEW_ROWS(n=fewest, least=FEW)] if fewest < FEW else []


def interval_settings(**how: Unpack[IntervalOptions]) -> IntervalSettings:
    """From what a door was given.

    >>> interval_settings(level=0.9, side="upper").level
    0.9
    """
    options: dict[str, Any] = dict(how)
    n_resamples, seed = options.pop("n_resamples", 2000), options.pop("seed", 0)
    level = options.pop("level", _USUAL.level)
    if level is not None:
        count("n_resamples", n_resamples, least=2)
    choice = IntervalChoice(
        level=_USUAL.level if level is None else level, **options
    )  # a wrong name is told in any case
    if level is None and choice != _USUAL:
        raise BadInput("intervals are left out, so there is none to choose; leave the choice out too")
    return IntervalSettings(choice=None if level is None else choice, n_resamples=n_resamples, seed=seed)
