"""Two samples of scores whose rows do not belong together, or published means with standard deviations."""

from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import Any

from bakeoff.cli.output.comparison import effect_text
from bakeoff.cli.output.printing import as_json, print_result, warn, wrap_text
from bakeoff.cli.output.read_table import columns, drop_row_numbers
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import texts
from bakeoff.core.text import is_number

__all__ = ["compare_published", "compare_unpaired", "numbers"]


def numbers(name: str, cells: list[str]) -> list[float]:
    """The numbers of one column, empty cells left out."""
    try:
        return [float(one) for one in cells if one.strip()]
    except ValueError:
        bad = next(one for one in cells if one.strip() and not is_number(one))
        raise BadInput(f"column {name!r} holds {bad!r}, which is not a number") from None


def compare_unpaired(
    files: Sequence[str], *, as_object: bool, lower: bool | None, alpha: float, measure: str
) -> dict[frozenset[str], str | None]:
    """Compare the one column of numbers of two files by Welch's test; learners go by the names of their files."""
    from bakeoff.comparisons import cliff_delta, unpaired_t
    from bakeoff.comparisons.choosing.assumptions import check_unpaired
    from bakeoff.comparisons.evidence.scale import direction_of
    from bakeoff.comparisons.notes import NOT_PAIRED
    from bakeoff.comparisons.significance.t import IDENTICAL
    from bakeoff.core.checks import probability
    from bakeoff.core.text import format_p

    (name_a, a), (name_b, b) = _samples(files)
    way, notes = direction_of(None if lower is None else "lower" if lower else "higher", measure)
    level = 1 - probability("alpha", alpha)
    result, effect = unpaired_t(a, b, level=level), cliff_delta(a, b, level=level)
    leader = name_a if (result.statistic > 0) == (way.value == "higher") else name_b
    winner = leader if result.p_value <= alpha else None
    why = f" ({result.reason.partition(';')[0]})" if isnan(result.p_value) else ""
    seen = f"{measure or 'score'} of {name_a} minus {name_b}: {_interval(result)}; {format_p(result.p_value)}{why}"
    sentence = (
        f"{winner} is better than {name_b if winner == name_a else name_a} ({seen})." if winner
        else f"Every score of {name_a} and {name_b} is {a[0]:g}; there is no difference to test." if result.reason == IDENTICAL
        else f"{name_a} and {name_b} are not shown to differ ({seen}); that does not make them equal."
    )  # fmt: skip
    notes = (*notes, *check_unpaired(a, b), NOT_PAIRED())
    warnings = texts(notes)
    pair = frozenset((name_a, name_b))
    if as_object:
        claim = {name_a: "A better", name_b: "B better"}.get(winner or "", "undecided")
        claim = "identical" if result.reason == IDENTICAL else claim
        body = {
            "n": [len(a), len(b)], "learners": [name_a, name_b], "direction": way, "measure": measure,
            "omnibus": json_safe(result), "effect": json_safe(effect), "warnings": warnings, "notes": [note.as_dict() for note in notes],
            "verdict": {"claim": claim, "a": name_a, "b": name_b, "sentence": sentence},
        }  # fmt: skip
        print_result(as_json("compare", body))
        return {pair: winner}
    sizes = f"{name_a} has {len(a)} scores, {name_b} has {len(b)}."
    print_result(f"{wrap_text(sentence)}\n\n{result}\n{sizes} Effect: {effect_text(effect, level)}.")
    for text in warnings:
        warn(text)
    return {pair: winner}


def _interval(result: Any) -> str:
    from bakeoff.core.text import sentence_number

    seen = result.difference
    if isnan(seen.low):
        return sentence_number(seen.value)
    return f"{sentence_number(seen.value)}, {seen.level * 100:.3g}% interval {sentence_number(seen.low)} to {sentence_number(seen.high)}"


def _samples(files: Sequence[str]) -> list[tuple[str, Any]]:
    """The name and the scores of each file."""
    import numpy as np

    if len(files) != 2:
        raise BadInput("--unpaired takes two files, each with one column of scores")
    if Path(files[0]).resolve() == Path(files[1]).resolve():
        raise BadInput(f"{files[0]} was given twice; --unpaired compares the scores of two files")
    samples: list[tuple[str, Any]] = []
    for file in files:
        table = drop_row_numbers(columns(file))
        numeric = [
            name
            for name in table
            if any(one.strip() for one in table[name]) and all(map(_blank_or_number, table[name]))
        ]
        if not numeric:
            raise BadInput(f"{file} has no column of numbers; --unpaired takes one column of scores from each file")
        if len(numeric) > 1:
            raise BadInput(
                f"{file} has several columns of numbers ({', '.join(numeric)}); --unpaired takes a file with one"
            )
        values = np.array(numbers(numeric[0], table[numeric[0]]))
        if len(values) < 2 or not np.isfinite(values).all():
            raise BadInput(f"{file} needs at least two finite scores in column {numeric[0]!r}")
        samples.append((Path(file).stem, values))
    if samples[0][0] == samples[1][0]:
        samples = [(file, values) for file, (_, values) in zip(files, samples, strict=True)]
    return samples


def _blank_or_number(text: str) -> bool:
    return not text.strip() or is_number(text)


def compare_published(files: Sequence[str], *, as_object: bool, lower: bool | None, alpha: float, measure: str) -> None:
    """Compare every pair of published means by Welch's test with Holm's steps, and say how little that is."""
    from itertools import combinations

    from bakeoff.comparisons import adjust
    from bakeoff.comparisons.evidence.scale import direction_of
    from bakeoff.comparisons.significance.t import VAGUE, published
    from bakeoff.core.checks import probability

    alpha = probability("alpha", alpha)
    way, notes = direction_of(None if lower is None else "lower" if lower else "higher", measure)
    names, figures = _figures(files)
    pairs = list(combinations(range(len(names)), 2))
    results = [published(*figures[i], *figures[j], level=1 - alpha) for i, j in pairs]
    adjusted = adjust([one.p_value for one in results], "holm").tolist()
    found = [
        _pair(names[i], names[j], one, p, (one.statistic > 0) == (way.value == "higher"), alpha, many=len(pairs) > 1)
        for (i, j), one, p in zip(pairs, results, adjusted, strict=True)
    ]
    if as_object:
        print_result(
            as_json(
                "compare", {"learners": names, "direction": way, "pairs": found, "warnings": [*texts(notes), VAGUE]}
            )
        )
        return
    for one in found:
        print_result(wrap_text(one["sentence"], indent="  "))
    for text in (*texts(notes), VAGUE):
        warn(text)


def _figures(files: Sequence[str]) -> tuple[list[str], list[tuple[float, float, int]]]:
    """Names, and mean, standard deviation and size of each."""
    if len(files) != 1:
        raise BadInput("--published takes one file with the columns learner, mean, sd and n")
    table = columns(files[0])
    if not {"learner", "mean", "sd", "n"} <= set(table):
        raise BadInput(f"--published needs the columns learner, mean, sd and n; {files[0]} has {', '.join(table)}")
    names = table["learner"]
    means, sds, sizes = (numbers(name, table[name]) for name in ("mean", "sd", "n"))
    if not len(names) == len(means) == len(sds) == len(sizes) > 1:
        raise BadInput(f"{files[0]} needs mean, sd and n of at least two learners, without empty cells")
    if len(set(names)) < len(names):
        raise BadInput(f"{files[0]} names a learner twice; rename one")
    wrong = [
        f"{name} has sd {sd:g} and n {n:g}; sd must not be negative, and n must be a whole number of at least 2"
        for name, sd, n in zip(names, sds, sizes, strict=True)
        if not sd >= 0 or n < 2 or n != int(n)
    ]
    if wrong:
        raise Problems(files[0], wrong)
    return names, [(mean, sd, int(n)) for mean, sd, n in zip(means, sds, sizes, strict=True)]


def _pair(a: str, b: str, result: Any, p: float, a_leads: bool, alpha: float, *, many: bool) -> dict[str, Any]:  # noqa: PLR0917 - private
    from bakeoff.core.text import format_p

    winner, other = (a, b) if a_leads else (b, a)
    seen = f"{a} minus {b}: {_interval(result)}; {'adjusted ' if many else ''}{format_p(p)}"
    sentence = (
        f"{winner} may be better than {other} ({seen})."
        if p <= alpha
        else f"{a} and {b} are not shown to differ ({seen})."
    )
    return {
        "a": a, "b": b, "difference": result.difference.value, "p_value": result.p_value, "p_adjusted": p,
        "sentence": sentence,
    }  # fmt: skip
