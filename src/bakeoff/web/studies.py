"""Study files of a folder: how far each is, its report by any measure, its units, its rows. Reading disturbs no run."""

import heapq
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from bakeoff.api.results import Results, open as open_results
from bakeoff.core.errors import BakeoffError
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import clean
from bakeoff.report.compose import SHORT, compose_short, facts_of
from bakeoff.report.render.html import article, render
from bakeoff.report.sections.verdict import study_text
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.writer_lock import writer_of
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.running.status import standing

__all__ = ["StudyShelf", "progress", "study_page", "study_report", "study_row", "study_rows", "study_units"]

SHOWN = 500  # units of a page
MOST = 500  # results files of a page, those that changed last
SUFFIX = ".bakeoff"


class StudyShelf:
    """The results files that the page may show, by an id made from their path: no request ever names a path."""

    def __init__(self, places: Iterable[Path]) -> None:
        self._places = tuple(Path(place).resolve() for place in places)

    def files(self) -> dict[str, Path]:
        """Id and path of every results file that is there now, in the order of names; of very many, those that changed last."""
        named = {place for place in self._places if place.is_file()}
        dated = [dated_path for place in self._places if place.is_dir() for dated_path in _study_files(place)]
        latest = [path for _, path in heapq.nlargest(MOST, dated)]
        return {sha256(os.fsencode(path)).hexdigest()[:16]: path for path in sorted({*named, *latest})}

    def path(self, study: str) -> Path | None:
        """The file with this id; None if there is none (any more)."""
        return self.files().get(study)


def _study_files(folder: Path) -> Iterator[tuple[float, Path]]:
    """When each results file of a folder changed; regular files only, no links."""
    with suppress(PermissionError, FileNotFoundError), os.scandir(folder) as listed:
        for entry in listed:
            if entry.name.endswith(SUFFIX) and entry.is_file(follow_symlinks=False):
                with suppress(FileNotFoundError):  # gone meanwhile
                    yield entry.stat(follow_symlinks=False).st_mtime, Path(entry.path)


def progress(path: str) -> dict[str, Any]:
    """Counts of units by how they ended; a file that cannot be read is described by its sentence."""
    file = Path(path)
    name = clean(file.name)
    try:
        with FileLedger.open(file) as ledger:
            status = standing(ledger)
        writer = writer_of(file)
    except BakeoffError as problem:
        return {"name": name, "error": clean(problem)}
    except FileNotFoundError:
        return {"name": name, "error": f"{name} is no longer there"}
    lines = [
        {
            "learner": line.learner, "planned": line.planned, "done": line.done, "failed": line.failed, "invalid": line.invalid,
            "seconds": json_safe(line.seconds),
        }
        for line in status.lines
    ]  # fmt: skip
    rate = sum(line.seconds * line.missing for line in status.lines if line.done)
    return {
        "name": name, "title": status.title, "planned": status.planned, "done": status.done, "failed": status.failed,
        "invalid": status.invalid, "missing": status.missing, "running": bool(writer), "compute_left": json_safe(rate), "learners": lines,
    }  # fmt: skip


def study_page(path: str) -> dict[str, Any]:
    """What the page of one study shows first: its progress, the names to choose from and, where there is one, the verdict."""
    body = progress(path)
    if "error" in body:
        return body
    with open_results(path) as results:
        body |= {
            "datasets": list(results.datasets),
            "measures": _measures(results),
            "primary": results.findings.card.primary,
        }
        compared = bool(body["done"]) and results.findings.primary is not None
        body["article"] = article(compose_short(_short_findings(results))) if compared else ""
        body["headline"] = study_text(results.findings).sentence if body["done"] and not compared else ""
    return body


def _short_findings(results: Results) -> Findings:
    """The findings by the primary measure with the facts of a short report."""
    return results.findings_by(results.findings.card.primary, *facts_of(SHORT))


def _measures(results: Results) -> list[str]:
    return list(dict.fromkeys(str(measure) for measure in results.findings.scores.measure)) or [
        results.findings.card.primary
    ]


def study_report(path: str, measure: str = "") -> str:
    """The report as a page of its own; by another measure than the one named beforehand it carries a mark."""
    with open_results(path) as results:
        if measure and measure != results.findings.card.primary:
            comparison = results.compare(measure)
            title = f"{results.findings.card.title} by {measure}: not the measure that was named before the run"
            return render(comparison.composed(title))
        return render(results.composed())


def study_units(path: str) -> dict[str, Any]:
    """The units with status and message, failures first."""
    with FileLedger.open(Path(path)) as ledger:
        listed = sorted((status.value == "done", key, status.value) for key, (status, _) in ledger.contents().items())
        units = []
        for done, key, ended in listed[:SHOWN]:
            run = None if done else ledger.get(key)
            message = "" if run is None or run.failure is None else run.failure.message
            units.append(
                {"dataset": key.dataset, "learner": key.learner, "repeat": key.repeat, "fold": key.fold, "size": key.size,
                 "role": key.role, "condition": key.condition, "status": ended, "message": message}
            )  # fmt: skip
    return {"units": units, "more": max(0, len(listed) - SHOWN)}


def study_rows(path: str, dataset: str = "") -> dict[str, Any]:
    """The hardest rows of a data set."""
    with open_results(path) as results:
        name = dataset or results.datasets[0]
        return {
            "dataset": name,
            "datasets": list(results.datasets),
            "columns": _plain(results.rows.hardest(name, 50, kind="plain")),
        }


def study_row(path: str, dataset: str, row: str) -> dict[str, Any]:
    """What every learner predicted of one row."""
    with open_results(path) as results:
        return {"dataset": dataset, "row": row, "columns": _plain(results.rows.predictions(row, dataset, kind="plain"))}


def _plain(table: Any) -> dict[str, list[Any]]:
    return {name: [json_safe(cell) for cell in list(table[name])] for name in table.columns}
