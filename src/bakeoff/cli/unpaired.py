"""Two samples of scores whose rows do not belong together, or published means with standard deviations."""

from typing import Any

from bakeoff.cli.say import as_json, emit, plain, warn
from bakeoff.cli.tables import columns
from bakeoff.core.errors import BadInput

__all__ = ["compare_unpaired", "numbers"]


def numbers(name: str, cells: list[str]) -> list[float]:
    """The numbers of one column, empty cells left out."""
    try:
        return [float(one) for one in cells if one.strip()]
    except ValueError:
        bad = next(one for one in cells if one.strip() and not _number(one))
        raise BadInput(f"column {name!r} holds {bad!r}, which is not a number") from None


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def compare_unpaired(files: tuple[str, ...], *, as_object: bool, lower: bool, alpha: float) -> int:
    """Compare the last column of two files, or of two columns of one, by Welch's test."""
    import numpy as np

    from bakeoff.comparisons import cliff_delta, unpaired_t
    from bakeoff.comparisons.assumptions import check_unpaired

    if len(files) != 2:
        raise BadInput("--unpaired takes two files, each with one column of scores")
    samples: list[tuple[str, Any]] = []
    for file in files:
        table = columns(file)
        name = list(table)[-1]
        samples.append((f"{name} ({file})" if len(table) > 1 else file, np.array(numbers(name, table[name]))))
    (name_a, a), (name_b, b) = samples
    result = unpaired_t(a, b)
    shown = result.p_value <= alpha
    ahead = (result.statistic > 0) != lower
    winner, other = (name_a, name_b) if ahead else (name_b, name_a)
    sentence = (
        f"{winner} is better than {other} ({result.difference})." if shown
        else f"{name_a} and {name_b} are not shown to differ ({result.difference}); that does not make them equal."
    )  # fmt: skip
    if as_object:
        emit(
            as_json(
                "compare",
                {
                    "n": [len(a), len(b)],
                    "omnibus": plain(result),
                    "effect": plain(cliff_delta(a, b)),
                    "verdict": {"sentence": sentence},
                },
            )
        )
        return 0
    emit(f"{sentence}\n{result}\nCliff delta {cliff_delta(a, b).value:.3f} ({cliff_delta(a, b).magnitude})")
    for text in (*check_unpaired(a, b), "the rows were not paired: pairing by data set or split would tell more"):
        warn(text)
    return 0
