"""`bakeoff status` and `verify`: how far a study is, also while another process runs it, and whether its file is as it was written."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.output.printing import aligned_table, as_json, json_option, note, print_result, wrap_text

if TYPE_CHECKING:
    from bakeoff.study.running.status import StudyStatus

__all__ = ["command", "verify_command"]


@click.command("status")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--watch",
    type=click.FloatRange(min=0.1),
    metavar="SECONDS",
    help="Repeat every SECONDS until the study is done.",
)
@click.option("-v", "--verbose", is_flag=True, help="Also versions, machine, git and data of the run.")
@json_option
def command(file: Path, *, watch: float | None, verbose: bool, as_object: bool) -> None:
    """Count the units of a results file: done, failed, still to run. A run that is under way is not disturbed."""
    found, writer = _look(file)
    if as_object:
        print_result(
            as_json("status", {"file": str(file), **_payload(found, writer), "environment": _environment(file)})
        )
        return
    print_result(_text(file, found, writer))
    if verbose:
        print_result("\n" + _environment_text(_environment(file)))
    while watch and found.missing and writer:
        time.sleep(watch)
        before, (found, writer) = found, _look(file)
        print_result(_line(found, (_left(before) - _left(found)) / watch))


def _left(found: "StudyStatus") -> int:
    return found.missing + found.inner_planned - found.inner_done


def _look(file: Path) -> "tuple[StudyStatus, str]":
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.runs.store.writer_lock import writer_of
    from bakeoff.study.running.status import standing

    with FileLedger.open(file) as ledger:
        return standing(ledger), writer_of(file)


def _payload(found: "StudyStatus", writer: str) -> dict[str, object]:
    counts = {"planned": found.planned, "done": found.done, "failed": found.failed, "invalid": found.invalid}
    counts |= {"inner_planned": found.inner_planned, "inner_done": found.inner_done}
    return {"title": found.title, **counts, "missing": found.missing, "writer": writer, "learners": found.lines}


def _environment(file: Path) -> dict[str, dict[str, str]]:
    """On what the units were made, as the results file tells it."""
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.analysis.stored_design import design_of
    from bakeoff.study.running.environment_text import machine, versions

    with FileLedger.open(file) as ledger:
        data = {domain.card.name: f"sha256 {domain.card.fingerprint}" for domain in design_of(ledger).domains}
        return {"versions": dict(versions(ledger)), "machine": dict(machine(ledger)), "data": data}


def _environment_text(found: dict[str, dict[str, str]]) -> str:
    from bakeoff.core.text import clean

    named = {**found["versions"], **found["machine"], **{f"data {one}": words for one, words in found["data"].items()}}
    rows = [[clean(name), clean(words)] for name, words in named.items()]
    return aligned_table(["run with", ""], rows, "ll")


def _text(file: Path, found: "StudyStatus", writer: str) -> str:
    from bakeoff.core.text import clean, duration

    rows = [
        [
            clean(line.learner),
            f"{line.done} of {line.planned}",
            str(line.failed or "–"),
            str(line.invalid or "–"),
            duration(line.seconds),
            *(
                [f"{line.inner_done} of {line.inner_planned}" if line.inner_planned else "–"]
                if found.inner_planned
                else []
            ),
        ]
        for line in found.lines
    ]
    titles = ["learner", "done", "failed", "invalid", "time per unit", "fits inside training parts"]
    table = aligned_table(titles[: len(rows[0])], rows, "lrrrrr"[: len(rows[0])])
    return f"{wrap_text(clean(found.title))}\n{wrap_text(_state(file, found, writer))}\n\n{table}"


def _state(file: Path, found: "StudyStatus", writer: str) -> str:
    if writer:
        return f"{_line(found)}; being run by {writer}"
    if found.missing:
        return f"{_line(found)}; not running: `bakeoff run` continues where it stopped"
    if found.awaited:
        return f"{_line(found)}; {found.awaited} wait for their predictions: bakeoff import {file} ..."
    retry = f"\nto try again: bakeoff retry {file} --failed" if found.failed + found.invalid else ""
    return f"{_line(found)}; nothing is left to run{retry}"


def _line(found: "StudyStatus", rate: float | None = None) -> str:
    from bakeoff.core.text import duration

    parts = [f"{found.done + found.inner_done} of {found.planned + found.inner_planned} units done"]
    parts += [f"{found.failed} failed"] if found.failed else []
    parts += [f"{found.invalid} invalid"] if found.invalid else []
    if rate:
        parts.append(f"{rate:.1f} per second, about {duration(_left(found) / rate)} left")
    return ", ".join(parts)


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def verify_command(file: Path, *, as_object: bool) -> int:
    """Recompute every checksum of a results file; exit code 2 if anything is damaged. Nothing is changed."""
    from bakeoff.runs.store.file_ledger import existing
    from bakeoff.runs.store.verify import NO_STUDY, verify

    found = verify(existing(file))
    if as_object:
        listed = [
            {"what": one.what, "unit": None if one.key is None else str(one.key), "message": one.message}
            for one in found
        ]
        print_result(as_json("verify", {"file": str(file), "intact": not found, "damages": listed}))
    elif not found:
        print_result(f"everything in {file} is as it was written")
    else:
        for one in found:
            print_result(one.message)
        if [one.message for one in found] != [NO_STUDY]:
            note(f"to keep what is intact and run the rest again: bakeoff retry {file} --damaged")
    return 2 if found else 0
