"""From the columns of a file to the evidence that a test of the catalogue takes, and from flags to its options."""

from collections.abc import Sequence
from inspect import signature
from typing import Any

from bakeoff.cli.output.read_table import drop_row_numbers
from bakeoff.cli.unpaired import numbers
from bakeoff.comparisons.wording.test_names import phrase_of_test
from bakeoff.core.errors import BadInput

__all__ = ["evidence_for", "options_for", "refuse"]

_COUNTS = ("only_a_right", "only_b_right")
_ERRORS = ("errors_a", "n_a", "errors_b", "n_b")


def evidence_for(
    test: Any, table: dict[str, list[str]], *, lower: bool = False, test_share: float | None = None
) -> Any:
    """The evidence of that test's kind; refuses a table of another shape, naming the columns it wants."""
    from bakeoff.comparisons.evidence.types import Disagreement, ErrorCounts, ScoredRows, TwoSamples

    table = drop_row_numbers(table)
    readers = {ErrorCounts: _error_counts, ScoredRows: _scored_rows, TwoSamples: _two_samples}
    if test.takes in readers:
        return readers[test.takes](test.name, table)
    if test.takes is Disagreement and set(_COUNTS) <= set(table):
        return Disagreement(**_counts(test.name, table, _COUNTS))
    return _from_scores(test, table, lower=lower, test_share=test_share)


def _error_counts(name: str, table: dict[str, list[str]]) -> Any:
    from bakeoff.comparisons.evidence.types import ErrorCounts

    if not set(_ERRORS) <= set(table):
        raise BadInput(f"{phrase_of_test(name)} needs the columns {', '.join(_ERRORS)}, with one row")
    return ErrorCounts(**_counts(name, table, _ERRORS))


def _counts(test: str, table: dict[str, list[str]], names: Sequence[str]) -> dict[str, int]:
    """The whole numbers of a file of one row."""
    made = {}
    for name in names:
        found = numbers(name, table[name])
        if len(table[name]) != 1 or len(found) != 1 or not found[0].is_integer() or found[0] < 0:
            shown = ", ".join(table[name][:3]) or "nothing"
            raise BadInput(f"{phrase_of_test(test)} takes one row of whole numbers; column {name!r} holds {shown}")
        made[name] = int(found[0])
    return made


def _scored_rows(name: str, table: dict[str, list[str]]) -> Any:
    import numpy as np

    from bakeoff.comparisons.evidence.types import ScoredRows

    if "truth" not in table or len(table) != 3:
        raise BadInput(
            f"{phrase_of_test(name)} needs a column truth (1 for positive) and two columns of scores, and no other"
        )
    first, second = [one for one in table if one != "truth"]
    for one in ("truth", first, second):
        if not all(cell.strip() for cell in table[one]):
            raise BadInput(f"column {one!r} has empty cells; {phrase_of_test(name)} needs every score of every row")
    truth, a, b = (np.array(numbers(one, table[one])) for one in ("truth", first, second))
    return ScoredRows(truth=truth, a=a, b=b)


def _two_samples(name: str, table: dict[str, list[str]]) -> Any:
    import numpy as np

    from bakeoff.comparisons.evidence.types import TwoSamples

    names = [one for one in table if _numeric(table[one])]
    if len(names) != 2:
        raise BadInput(
            f"{phrase_of_test(name)} compares two columns of numbers, and there are {len(names)}; use bakeoff compare for more"
        )
    a, b = (np.array(numbers(one, table[one])) for one in names)
    return TwoSamples(a=a, b=b)


def _from_scores(test: Any, table: dict[str, list[str]], *, lower: bool, test_share: float | None) -> Any:
    import numpy as np

    from bakeoff.comparisons.evidence.score_table import score_table
    from bakeoff.comparisons.evidence.types import Disagreement, PairedScores, ScoreMatrix

    matrix = score_table(table, direction="lower" if lower else "higher", rows="rows").matrix
    if test.takes is ScoreMatrix:
        return matrix
    if len(matrix.names) != 2:
        raise BadInput(
            f"{phrase_of_test(test.name)} compares two learners, and there are {len(matrix.names)} columns; use bakeoff compare"
        )
    a, b = matrix.of_pair(*matrix.names)
    if test.takes is not Disagreement:
        return PairedScores(a=a, b=b, test_share=test_share)
    if not np.isin(np.concatenate([a, b]), (0, 1)).all():
        raise BadInput(
            f"{phrase_of_test(test.name)} reads 0 and 1 (right or wrong on each row), or the columns {' and '.join(_COUNTS)}"
        )
    both, neither = int(np.sum((a == 1) & (b == 1))), int(np.sum((a == 0) & (b == 0)))
    return Disagreement(
        only_a_right=int(np.sum(a > b)), only_b_right=int(np.sum(b > a)), both_right=both, both_wrong=neither
    )


def _numeric(cells: list[str]) -> bool:
    try:
        return bool([float(one) for one in cells if one.strip()])
    except ValueError:
        return False


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
