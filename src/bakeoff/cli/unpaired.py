"""Read and print comparisons of two samples without pairs, and of published means."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bakeoff.cli.output.comparison import effect_text
from bakeoff.cli.output.printing import as_json, print_result, warn, wrap_text
from bakeoff.cli.output.read_table import columns, drop_row_numbers
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import texts

__all__ = ["compare_published", "compare_unpaired"]


def compare_unpaired(
    files: Sequence[str], *, as_object: bool, lower: bool | None, alpha: float, measure: str
) -> dict[frozenset[str], str | None]:
    """Compare the one column of numbers of two files by Welch's test; learners go by the names of their files."""
    from bakeoff.comparisons.judging.unpaired import judge_unpaired

    judged = judge_unpaired(_samples(files), measure=measure, direction=_direction(lower), alpha=alpha)
    warnings = texts(judged.notes)
    if as_object:
        body = {
            "n": judged.sizes, "learners": [judged.a, judged.b], "direction": judged.direction, "measure": measure,
            "omnibus": json_safe(judged.result), "effect": json_safe(judged.effect), "warnings": warnings,
            "notes": [note.as_dict() for note in judged.notes],
            "verdict": {"claim": judged.claim, "a": judged.a, "b": judged.b, "sentence": judged.sentence},
        }  # fmt: skip
        print_result(as_json("compare", body))
    else:
        sizes = f"{judged.a} has {judged.sizes[0]} scores, {judged.b} has {judged.sizes[1]}."
        effect = effect_text(judged.effect, 1 - alpha)
        print_result(f"{wrap_text(judged.sentence)}\n\n{judged.result}\n{sizes} Effect: {effect}.")
        for text in warnings:
            warn(text)
    return {frozenset((judged.a, judged.b)): judged.winner}


def compare_published(files: Sequence[str], *, as_object: bool, lower: bool | None, alpha: float, measure: str) -> None:
    """Compare every pair of published means, and warn how little that is."""
    from bakeoff.comparisons.judging.unpaired import judge_published

    judged = judge_published(_scores(files), measure=measure, direction=_direction(lower), alpha=alpha)
    if as_object:
        pairs = [
            {
                "a": pair.a, "b": pair.b, "difference": getattr(pair.result.difference, "value", None),
                "p_value": pair.result.p_value, "p_adjusted": pair.p_adjusted, "sentence": pair.sentence,
            }
            for pair in judged.pairs
        ]  # fmt: skip
        body = {
            "learners": judged.learners, "direction": judged.direction, "pairs": pairs, "warnings": texts(judged.notes),
            "notes": [note.as_dict() for note in judged.notes],
        }  # fmt: skip
        print_result(as_json("compare", body))
        return
    for pair in judged.pairs:
        print_result(wrap_text(pair.sentence, indent="  "))
    for text in texts(judged.notes):
        warn(text)


def _direction(lower: bool | None) -> str | None:
    return None if lower is None else "lower" if lower else "higher"


def _samples(files: Sequence[str]) -> dict[str, Any]:
    """The name and the scores of each file."""
    import numpy as np

    from bakeoff.comparisons.evidence.from_columns import is_numeric, numbers

    if len(files) != 2:
        raise BadInput("--unpaired takes two files, each with one column of scores")
    if Path(files[0]).resolve() == Path(files[1]).resolve():
        raise BadInput(f"{files[0]} was given twice; --unpaired compares the scores of two files")
    samples: list[tuple[str, Any]] = []
    for file in files:
        table = drop_row_numbers(columns(file))
        numeric = [name for name, cells in table.items() if is_numeric(cells)]
        if not numeric:
            raise BadInput(f"{file} has no column of numbers; --unpaired takes one column of scores from each file")
        if len(numeric) > 1:
            raise BadInput(
                f"{file} has several columns of numbers ({', '.join(numeric)}); --unpaired takes a file with one"
            )
        values = numbers(numeric[0], table[numeric[0]])
        if len(values) < 2 or not np.isfinite(values).all():
            raise BadInput(f"{file} needs at least two finite scores in column {numeric[0]!r}")
        samples.append((Path(file).stem, values))
    if samples[0][0] == samples[1][0]:
        samples = [(file, values) for file, (_, values) in zip(files, samples, strict=True)]
    return dict(samples)


def _scores(files: Sequence[str]) -> dict[str, Any]:
    """Mean, standard deviation and size of each learner."""
    from bakeoff.comparisons.evidence.from_columns import numbers
    from bakeoff.comparisons.judging.unpaired import PublishedScore

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
    return {
        name: PublishedScore(mean=float(mean), sd=float(sd), n=int(n))
        for name, mean, sd, n in zip(names, means, sds, sizes, strict=True)
    }
