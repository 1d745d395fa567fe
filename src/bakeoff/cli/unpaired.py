"""Two samples of scores whose rows do not belong together, or published means with standard deviations."""

from typing import Any

from bakeoff.cli.say import as_json, emit, plain, warn
from bakeoff.cli.tables import columns
from bakeoff.core.errors import BadInput

__all__ = ["compare_published", "compare_unpaired", "numbers"]


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


def compare_published(file: str, *, as_object: bool, lower: bool, alpha: float) -> int:
    """Compare every pair of published means by Welch's test with Holm's steps, and say how little that is."""
    from itertools import combinations

    from bakeoff.comparisons import adjust
    from bakeoff.comparisons.published import VAGUE, published

    table = columns(file)
    if not {"learner", "mean", "sd", "n"} <= set(table):
        raise BadInput("--published needs the columns learner, mean, sd and n")
    means, sds, sizes = (numbers(name, table[name]) for name in ("mean", "sd", "n"))
    pairs = list(combinations(range(len(table["learner"])), 2))
    results = [published(means[i], sds[i], int(sizes[i]), means[j], sds[j], int(sizes[j])) for i, j in pairs]
    adjusted = adjust([one.p_value for one in results], "holm").tolist()
    found = [
        _pair(table["learner"][i], table["learner"][j], one, p, (one.statistic > 0) != lower, alpha)
        for (i, j), one, p in zip(pairs, results, adjusted, strict=True)
    ]
    if as_object:
        emit(as_json("compare", {"pairs": found, "warnings": [VAGUE]}))
        return 0
    for one in found:
        emit(one["sentence"])
    warn(VAGUE)
    return 0


def _pair(a: str, b: str, result: Any, p: float, a_leads: bool, alpha: float) -> dict[str, Any]:  # noqa: PLR0917 - private
    winner, other = (a, b) if a_leads else (b, a)
    shown = p <= alpha
    sentence = (
        f"{winner} may be better than {other} ({result.difference}; adjusted p = {p:.3g})." if shown
        else f"{a} and {b} are not shown to differ ({result.difference}; adjusted p = {p:.3g})."
    )  # fmt: skip
    return {
        "a": a,
        "b": b,
        "difference": result.difference.value,
        "p_value": result.p_value,
        "p_adjusted": p,
        "sentence": sentence,
    }
