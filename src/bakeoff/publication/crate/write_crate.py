"""results.crate: write a study as an RO-Crate, a folder or a ZIP archive."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from io import StringIO
from math import isnan
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

from bakeoff.api.results import Results
from bakeoff.api.tracking.study_run import scores_csv
from bakeoff.comparisons.wording.verdict_text import verdict_text
from bakeoff.core.errors import BadInput
from bakeoff.core.foreign_file import make_folder
from bakeoff.core.json_safe import json_safe
from bakeoff.core.whole_file import whole_file, write_whole
from bakeoff.publication.crate.croissant import UNKNOWN_LICENSE, croissant
from bakeoff.publication.crate.ro_crate import CrateFile, DataFolder, Rights, ro_crate
from bakeoff.publication.crate.target_table import TargetColumn, target_columns
from bakeoff.publication.study_knowledge import DATA, DataFacts
from bakeoff.runs.exchange import file_name
from bakeoff.tabular.safe_cells import safe_cell

__all__ = ["crate"]

METADATA = "ro-crate-metadata.json"
_MEDIA = {".html": "text/html", ".csv": "text/csv", ".json": "application/json", ".bakeoff": "application/vnd.sqlite3"}


def crate(results: Results, path: str | Path, *, license: str | None = None, authors: Sequence[str] = ()) -> Path:  # noqa: A002 - the word of crates
    """Write an RO-Crate 1.1: study file, report, scores, comparison, and the metadata of data sets (Croissant), software and run.

    The features of data sets are not in a study file, and so not in the crate; the ids and targets of rows are.

    Parameters
    ----------
    results
        Of a study.
    path
        A folder that is not there yet or empty, or a name that ends in .zip.
    license
        The address of the licence under which the crate is given away, such as "https://creativecommons.org/licenses/by/4.0/". Without it the
        metadata state that it is unknown.
    authors
        The names of the authors, for the metadata.

    Returns
    -------
    Path
        The folder or archive.

    Examples
    --------
        results.crate("crate.zip")

    >>> import tempfile
    >>> from bakeoff import Study
    >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
    >>> folder = crate(results, f"{tempfile.mkdtemp()}/crate")
    >>> sorted(file.name for file in folder.iterdir())
    ['comparison.json', 'data', 'report.html', 'ro-crate-metadata.json', 'scores.csv']
    """
    _check_license(license)
    if isinstance(authors, str):
        raise BadInput("authors are several names in a list")
    rights = Rights(license=license, authors=tuple(map(str, authors)))
    target = Path(path)
    if target.suffix.lower() == ".zip":
        return _archive(results, target, rights)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadInput(f"{target} is there already and is not an empty folder; name another folder, or a file NAME.zip")
    if not target.parent.is_dir():
        raise BadInput(f"there is no directory {str(target.parent)!r}; make it first or choose another path")
    make_folder(target)
    _write(results, target, rights)
    return target


def _check_license(license: str | None) -> None:  # noqa: A002 - the word of crates
    if license is not None and urlsplit(license).scheme not in {"http", "https"}:
        raise BadInput(
            f"the licence of a crate is named by its address, not {license!r}; give one such as https://creativecommons.org/licenses/by/4.0/"
        )


def _archive(results: Results, target: Path, rights: Rights) -> Path:
    """The same as one file."""
    if not target.parent.is_dir():
        raise BadInput(f"there is no directory {str(target.parent)!r}; make it first or choose another path")
    with TemporaryDirectory() as folder:
        _write(results, Path(folder), rights)
        with whole_file(target, "wb") as out, ZipFile(out, "w", ZIP_DEFLATED) as archive:
            for file in sorted(Path(folder).rglob("*")):
                if file.is_file():
                    archive.write(file, file.relative_to(folder).as_posix())
    return target


def _write(results: Results, folder: Path, rights: Rights) -> None:
    """All files, then the metadata about them."""
    card, judged = results.findings.card, results.findings.primary
    date = datetime.now(UTC).date().isoformat()
    sentence = verdict_text(judged).sentence if judged is not None else " ".join(map(str, results.findings.no_verdict))
    files = tuple(_result_files(results, folder))
    make_folder(folder / "data")
    folders = tuple(_data_folders(results, folder, rights, date))
    document = ro_crate(card, sentence or "A study without a comparison.", files, folders, rights, date)
    _write_json(folder / METADATA, document)


def _result_files(results: Results, folder: Path) -> Iterator[CrateFile]:
    """The study itself and what came out."""
    if results.path is not None:
        study = folder / "study.bakeoff"
        copyfile(results.path, study)
        yield _described(
            study,
            folder,
            "Study file",
            "Split plans, every prediction and every score of the study, as SQLite; bo.open reads it.",
        )
    yield _described(results.report(folder / "report.html"), folder, "Report", "The report of the study.")
    scores = folder / "scores.csv"
    write_whole(scores, scores_csv(results))
    yield _described(scores, folder, "Scores", "One line for each data set, learner, split and measure.")
    if results.findings.primary is not None:
        comparison = folder / "comparison.json"
        _write_json(comparison, json_safe(results.compare().to_dict()))
        yield _described(comparison, folder, "Comparison", "The verdict, every pair and every test, as facts.")


def _data_folders(results: Results, folder: Path, rights: Rights, date: str) -> Iterator[DataFolder]:
    """A folder for each data set: its rows and targets, and its Croissant metadata."""
    taken: list[Path] = []
    for data in results.fact(DATA) or ():
        home = folder / "data" / file_name(data.name, taken)
        taken.append(home)
        make_folder(home)
        stored = results.ledger.dataset(data.name)
        columns = target_columns(stored)
        table = home / "target.csv"
        write_whole(table, _csv(columns))
        metadata = home / "croissant.json"
        _write_json(metadata, _croissant(data, stored, columns, table, rights, date))
        files = (
            _described(table, folder, f"Rows of {data.name}", "The id and target of each row."),
            _described(metadata, folder, f"Metadata of {data.name}", "Croissant metadata of the data set."),
        )
        yield DataFolder(path=f"{home.relative_to(folder).as_posix()}/", data=data, files=files)


def _croissant(  # noqa: PLR0917 - private
    data: DataFacts, stored: Any, columns: tuple[TargetColumn, ...], table: Path, rights: Rights, date: str
) -> dict[str, Any]:  # fmt: skip
    return croissant(
        data, stored.columns, columns, file=table.name, sha256=_digest(table), license=rights.license or UNKNOWN_LICENSE, date=date,
        url=f"urn:sha256:{data.fingerprint}",
    )  # fmt: skip


def _described(path: Path, folder: Path, name: str, about: str) -> CrateFile:
    """What the metadata state about a file."""
    return CrateFile(
        path=path.relative_to(folder).as_posix(), name=name, media=_MEDIA.get(path.suffix, "application/octet-stream"), size=path.stat().st_size,
        about=about, sha256=_digest(path),
    )  # fmt: skip


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        total = sha256()
        while part := file.read(1 << 20):
            total.update(part)
    return total.hexdigest()


def _csv(columns: tuple[TargetColumn, ...]) -> str:
    with StringIO() as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([column.name for column in columns])
        for row in zip(*(column.cells for column in columns), strict=True):
            writer.writerow(["" if isinstance(cell, float) and isnan(cell) else safe_cell(cell) for cell in row])
        return text.getvalue()


def _write_json(path: Path, document: Mapping[str, Any]) -> None:
    write_whole(path, json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n")
