"""`bakeoff ladder`: judge submissions on a hidden test set, and show the board."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.output.printing import aligned_table, as_json, columns, json_option, print_result, warn
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.text import abridged, clean, counted
from bakeoff.tabular.table import MISSING, parse_number

__all__ = ["command"]

NAMED = 5  # ids that a sentence names


@click.command("ladder")
@click.argument("truth_file", type=click.Path(path_type=str))
@click.argument("predictions_file", required=False, type=click.Path(path_type=str))
@click.option(
    "--board", required=True, type=click.Path(path_type=Path), help="File that keeps the board between calls."
)
@click.option("--team", help="Who submits; needed with PREDICTIONS_FILE.")
@click.option("--truth", required=True, metavar="COLUMN", help="Column of the truth in TRUTH_FILE.")
@click.option("--pred", default="pred", show_default=True, metavar="COLUMN", help="Column of PREDICTIONS_FILE.")
@click.option("--row", default="id", show_default=True, metavar="COLUMN", help="Row ids, in both files.")
@click.option(
    "--measure", default="error", show_default=True, help="A bounded mean over rows: error, accuracy, brier, ..."
)
@click.option("--rule", default="corrected", show_default=True, help="corrected or parameter-free.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance of a false improvement of a team.")
@click.option("--positive", metavar="CLASS", help="The positive class, for probabilities.")
@json_option
def command(
    truth_file: str,
    predictions_file: str | None,
    *,
    board: Path,
    team: str | None,
    truth: str,
    pred: str,
    row: str,
    measure: str,
    rule: str,
    alpha: float,
    positive: str | None,
    as_object: bool,
) -> None:
    """Judge a submission on a hidden test set by the ladder's rule; without PREDICTIONS_FILE show the board.

    A team sees a new score only if it is clearly better than its last one, so that many submissions do not overfit the test set.
    """
    from dataclasses import asdict

    from bakeoff.challenges.board_file import load_board, save_board
    from bakeoff.challenges.ladder import Ladder
    from bakeoff.measures import measure_named
    from bakeoff.predictions.predictions import Output

    hidden = columns(truth_file)
    for name in (truth, row):
        if name not in hidden:
            raise UnknownName(f"column of {truth_file}", name, hidden)
    gaps = [one for one, value in zip(hidden[row], hidden[truth], strict=True) if value.strip() in MISSING]
    if gaps:
        raise BadInput(f"{truth_file} has no truth for {counted(len(gaps), 'row')}: {abridged(gaps, NAMED)}; fill column {truth!r}, or leave these rows out")  # fmt: skip
    ladder = Ladder(hidden[truth], measure, rule=rule, alpha=alpha, positive=positive)
    if board.exists():
        load_board(ladder, board)
    submission = None
    if predictions_file is not None:
        if not team:
            raise BadInput("a submission needs the name of its team: --team NAME")
        sent = _matched(columns(predictions_file), predictions_file, hidden[row], row, pred)
        numeric = measure_named(measure).needs is not Output.LABEL
        submission = ladder.submit(team, _numbers(sent, pred) if numeric else _classes(sent, hidden[truth]))
        save_board(ladder, board)
    rows = ladder.board()
    if as_object:
        body = {
            "measure": ladder.measure.name,
            "n": ladder.n,
            "submissions": ladder.attempts,
            "board": [asdict(one) for one in rows],
        }
        print_result(as_json("ladder", body | {"submission": None if submission is None else asdict(submission)}))
        return
    if submission is not None:
        print_result(_sentence(submission, ladder.measure.short))
    cells = [
        [
            one.team,
            f"{one.score:.4f}",
            f"{one.low:.4f}",
            f"{one.high:.4f}",
            _ranks(one.rank_from, one.rank_to),
            str(one.attempts),
        ]
        for one in rows
    ]
    print_result(aligned_table(["team", ladder.measure.name, "low", "high", "rank", "submissions"], cells, "lrrrrr"))
    print_result(
        f"{counted(ladder.attempts, 'submission')} on {ladder.n} hidden rows. Ranks are those that the intervals allow."
    )


def _sentence(one: Any, what: str) -> str:
    team = clean(one.team)
    if one.repeated:
        return f"{team} sent this before; nothing was counted."
    if one.attempt == 1:
        return f"The first submission of {team}: {what} {one.score:.4f}."
    if one.improved:
        return f"Submission {one.attempt} of {team} is an improvement: {what} {one.score:.4f}."
    return f"Submission {one.attempt} of {team} is not clearly better; its {what} stays at {one.score:.4f}."


def _ranks(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _matched(sent: Mapping[str, Sequence[str]], file: str, ids: Sequence[str], row: str, pred: str) -> list[str]:
    """The predictions in the order of the hidden rows; refuses wrong, missing and repeated ids, all at once."""
    for name in (row, pred):
        if name not in sent:
            raise UnknownName(f"column of {file}", name, sent)
    known, found, problems = set(ids), dict[str, str](), []
    if len(known) < len(ids):
        raise BadInput(f"column {row!r} of the truth repeats an id; every hidden row needs its own")
    twice = (
        [one for i, one in enumerate(sent[row]) if one in sent[row][:i]] if len(set(sent[row])) < len(sent[row]) else []
    )
    found = dict(zip(sent[row], sent[pred], strict=True))
    unknown, missing = [one for one in found if one not in known], [one for one in ids if one not in found]
    empty = [one for one, value in found.items() if one in known and str(value).strip() in MISSING]
    for noun, one, many, rows in (("id", "is not in the test set", "are not in the test set", unknown), ("row", "of the test set has no prediction", "of the test set have no prediction", missing), ("id", "is repeated", "are repeated", twice), ("prediction", "is empty", "are empty", empty)):  # fmt: skip
        if rows:
            more = ", ..." if len(rows) > NAMED else ""
            problems.append(f"{counted(len(rows), noun)} {one if len(rows) == 1 else many}: {', '.join(rows[:NAMED])}{more}")  # fmt: skip
    if problems:
        raise Problems(file, problems)
    return [found[one] for one in ids]


def _classes(cells: Sequence[str], truth: Sequence[str]) -> list[str]:
    """Predicted classes as the truth writes them: 1.0 is the class 1. Classes that the truth does not have count as wrong, with a warning."""
    known = set(truth)
    by_number = {parse_number(one): one for one in known if parse_number(one) is not None}
    same = {cell: cell if cell in known else by_number.get(parse_number(cell), cell) for cell in set(cells)}
    strange = sorted(one for one in same.values() if one not in known)
    if strange:
        wrong = sum(same[cell] not in known for cell in cells)
        named = abridged([clean(one) for one in strange], NAMED)
        warn(f"{counted(wrong, 'prediction')} {'names a class' if wrong == 1 else 'name classes'} that no row of the truth has, which counts as wrong: {named}")  # fmt: skip
    return [same[cell] for cell in cells]


def _numbers(cells: Sequence[str], pred: str) -> list[float]:
    try:
        return [float(cell) for cell in cells]
    except ValueError as problem:
        raise BadInput(f"column {pred!r} must contain numbers for this measure: {problem}") from None
