"""What a profile should make people think about, in plain words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bakeoff.data.dataset import Task

if TYPE_CHECKING:
    from bakeoff.data.profiling.profile import Profile

__all__ = ["suspicions"]


def suspicions(seen: "Profile", *, positive: str | None) -> tuple[str, ...]:
    """The warnings of a profile, the gravest first."""
    told = [*_giveaways(seen), *_rows(seen), *_columns(seen), *_classes(seen)]
    if seen.task is Task.BINARY and positive is None:
        told.append("no positive class is stated, so measures that need one will be undefined; say positive=")
    return tuple(told)


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:5])
    return f"{shown} and {len(names) - 5} more" if len(names) > 5 else shown


def _columns_are(names: Sequence[str]) -> str:
    return f"column {_named(names)} is" if len(names) == 1 else f"columns {_named(names)} are"


def _giveaways(seen: "Profile") -> list[str]:
    told = [f"column {one.column!r} is the target under another name; ignore it" for one in seen.leaks if one.same]
    rest = [one.column for one in seen.leaks if not one.same]
    if rest:
        verb = "predicts" if len(rest) == 1 else "each predict"
        told.append(
            f"column{'s' * (len(rest) > 1)} {_named(rest)} {verb} the target almost perfectly alone; "
            "make sure the target was not used to make them"
        )
    if seen.identifiers:
        told.append(
            f"{_columns_are(seen.identifiers)} different in every row, like an identifier; consider ignoring it"
        )
    return told


def _rows(seen: "Profile") -> list[str]:
    told = []
    if seen.n < 30:
        told.append(f"only {seen.n} rows: every score will be very uncertain")
    if seen.duplicated > 0.05 * seen.n:
        told.append(
            f"{seen.duplicated} of {seen.n} rows repeat the features of an earlier row, so test rows may have been seen in training"
        )
    if seen.task is not Task.REGRESSION and seen.conflicting > 0.01 * seen.n:
        told.append(
            f"{seen.conflicting} rows have the same features as a row of another class: no method can get all right"
        )
    return told


def _columns(seen: "Profile") -> list[str]:
    told = []
    if seen.infinite:
        told.append(f"{_columns_are(seen.infinite)} infinite in places, which most learners refuse; repair or drop it")
    if seen.constant:
        told.append(f"{_columns_are(seen.constant)} constant and cannot help")
    sparse = [name for name, share in seen.missing.items() if share > 0.5 and name not in seen.constant]
    if sparse:
        told.append(f"{_columns_are(sparse)} missing in more than half of the rows")
    if seen.p > seen.n:
        told.append(f"more columns ({seen.p}) than rows ({seen.n}): most learners will fit the training part by heart")
    return told


def _classes(seen: "Profile") -> list[str]:
    told = []
    rare = {name: count for name, count in seen.class_counts.items() if count < 10}
    if rare and seen.task is not Task.CLUSTERING:
        shown = ", ".join(f"{name!r} ({count})" for name, count in list(rare.items())[:5])
        more = f" and {len(rare) - 5} more" if len(rare) > 5 else ""
        told.append(f"classes with fewer than 10 rows: {shown}{more}; ten folds cannot each hold one")
    if seen.class_shares and max(seen.class_shares.values()) >= 0.9:
        largest = max(seen.class_shares, key=lambda name: seen.class_shares[name])
        told.append(
            f"always saying {largest!r} is right in {seen.class_shares[largest]:.1%} of the rows, so accuracy says little"
        )
    return told
