"""`--require "A>B"`: the exit code of a comparison says whether the evidence shows it."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from bakeoff.cli.output.printing import note
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["NOT_MET", "Claims", "all_met", "check_requirements", "claims_of", "require_option"]

NOT_MET = 4  # the exit code

# Of each group: the learners, and of each pair that was compared the one that is shown to be better.
Claims = dict[str, tuple[Sequence[str], dict[frozenset[str], str | None]]]

require_option = click.option(
    "--require",
    "required",
    multiple=True,
    metavar="A>B",
    help="Exit with code 4 unless A is shown to be better than B; with --by in every group.",
)


def claims_of(comparisons: Mapping[str, Any], required: Sequence[str], slices: Claims | None = None) -> Claims:
    """Who won the pairs that are required, in every group and on every slice; refuses learners that were not compared."""
    claims: Claims = {
        group: (comparison.judgement.matrix.names, _winners(comparison, required))
        for group, comparison in comparisons.items()
    }
    claims |= slices or {}
    for text in required:
        _learners_of(text, claims)
    return claims


def check_requirements(required: Sequence[str]) -> None:
    """Refuse what is not written as a requirement, before the work."""
    for text in required:
        if ">" not in text:
            raise BadInput(f"a requirement is written A>B, not {text!r}")


def all_met(required: Sequence[str], claims: Claims, by: str | None = None) -> bool:
    """Whether the evidence of every group shows every requirement; a note names each that is not shown."""
    return all([_met(text, claims, by) for text in required])  # noqa: C419 - every requirement is named


def _winners(comparison: Any, required: Sequence[str]) -> dict[frozenset[str], str | None]:
    """Who won the pairs that are required; a pair that was not compared is left out."""
    found = {}
    for text in required:
        names = [name.strip() for name in text.split(">", 1)]
        try:
            found[frozenset(names)] = comparison.pair(*names).verdict.winner
        except KeyError:
            continue
    return found


def _learners_of(text: str, claims: Claims) -> tuple[str, str]:
    """The two learners of a requirement; refuses those that were not compared."""
    a, b = (name.strip() for name in text.split(">", 1))
    for group, (known, shown) in claims.items():
        for name in (a, b):
            if name not in known:
                raise UnknownName("learner", name, known)
        if frozenset((a, b)) not in shown:
            raise BadInput(
                f"{a} and {b} were not compared{f' in {group}' if group else ''}; leave out --baseline or add --pair {a},{b}"
            )
    return a, b


def _met(text: str, claims: Claims, by: str | None) -> bool:
    a, b = _learners_of(text, claims)
    failed = [group for group, (_, shown) in claims.items() if shown[frozenset((a, b))] != a]
    if failed:
        where = f" for {by} {', '.join(failed)}; it must be shown in every group" if by else ""
        if not by and len(claims) > 1:
            names = ", ".join(name or "all rows" for name in failed)
            where = f" for {names}; with --by it must be shown over all rows and on every slice"
        note(f"required {a} > {b} was not shown{where}")
    return not failed
