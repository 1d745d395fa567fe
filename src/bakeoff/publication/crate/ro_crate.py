"""The RO-Crate 1.1 metadata of a study: the files, the data sets, the software and the run that made them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bakeoff.core.text import clean
from bakeoff.publication.crate.croissant import CROISSANT
from bakeoff.publication.study_knowledge import DataFacts
from bakeoff.study.analysis.findings import StudyCard

__all__ = ["CrateFile", "DataFolder", "ro_crate"]

_PROFILE = "https://w3id.org/ro/crate/1.1"
_UNKNOWN = "#licence-unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrateFile:
    """A file of the crate."""

    path: str
    name: str
    media: str
    size: int
    about: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFolder:
    """The files of one data set."""

    path: str  # with a slash at its end
    data: DataFacts
    files: tuple[CrateFile, ...]


def ro_crate(  # noqa: PLR0917 - facts of one document
    card: StudyCard, sentence: str, files: Sequence[CrateFile], folders: Sequence[DataFolder], license: str | None, date: str  # noqa: A002 - the word of the vocabulary
) -> dict[str, Any]:  # fmt: skip
    """The whole document; what the study does not know is stated as unknown."""
    parts = [*files, *(file for folder in folders for file in folder.files)]
    graph = [
        {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "conformsTo": {"@id": _PROFILE}, "about": {"@id": "./"}},
        _root(card, sentence, parts, folders, license, date),
        *map(_file, parts),
        *(_folder(folder, license) for folder in folders),
        {"@id": CROISSANT, "@type": "CreativeWork", "name": "Croissant 1.0", "url": CROISSANT},
        _run(card, files, folders),
        *_software(card),
        _license(license),
    ]  # fmt: skip
    return {"@context": f"{_PROFILE}/context", "@graph": graph}


def _root(  # noqa: PLR0917 - facts of one entity
    card: StudyCard, sentence: str, parts: Sequence[CrateFile], folders: Sequence[DataFolder], license: str | None, date: str  # noqa: A002 - the word of the vocabulary
) -> dict[str, Any]:  # fmt: skip
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": clean(card.title),
        "description": sentence,
        "datePublished": date,
        "license": {"@id": license or _UNKNOWN},
        "identifier": f"sha256:{clean(card.study_hash)}",
        "keywords": "machine learning, evaluation, comparison of learners",
        "hasPart": [{"@id": path} for path in (*(part.path for part in parts), *(folder.path for folder in folders))],
        "mentions": [{"@id": "#run"}],
    }


def _file(file: CrateFile) -> dict[str, Any]:
    entity: dict[str, Any] = {
        "@id": file.path, "@type": "File", "name": file.name, "description": file.about, "encodingFormat": file.media, "contentSize": str(file.size),
        "identifier": f"sha256:{file.sha256}",
    }  # fmt: skip
    if file.path.endswith("croissant.json"):
        entity["conformsTo"] = {"@id": CROISSANT}
    return entity


def _folder(folder: DataFolder, license: str | None) -> dict[str, Any]:  # noqa: A002 - the word of the vocabulary
    source = f"Loaded as {clean(folder.data.source)}." if folder.data.source else "The study does not state its source."
    return {
        "@id": folder.path, "@type": "Dataset", "name": clean(folder.data.name), "description": f"{source} Rows and targets as the study file has them, without features.",
        "identifier": f"sha256:{clean(folder.data.fingerprint)}", "license": {"@id": license or _UNKNOWN},
        "hasPart": [{"@id": file.path} for file in folder.files],
    }  # fmt: skip


def _run(card: StudyCard, files: Sequence[CrateFile], folders: Sequence[DataFolder]) -> dict[str, Any]:
    """The run: what it read, what it used, what it made."""
    run: dict[str, Any] = {
        "@id": "#run",
        "@type": "CreateAction",
        "name": f"The run of {clean(card.title)}",
        "description": f"{card.units_done} of {card.units_planned} fits of {len(card.learners)} learners; scheme {clean(card.scheme)}, seed {card.seed}.",
        "instrument": [{"@id": entity["@id"]} for entity in _software(card)],
        "object": [{"@id": folder.path} for folder in folders],
        "result": [{"@id": file.path} for file in files],
    }
    if card.started:
        run["startTime"] = clean(card.started)
    return run


def _software(card: StudyCard) -> list[dict[str, Any]]:
    """Each package that the run stored, with its version."""
    return [
        {"@id": f"#software-{clean(name).replace(' ', '-')}", "@type": "SoftwareApplication", "name": clean(name), "version": clean(version) or "unknown"}
        for name, version in card.versions
        if name != "system"
    ]  # fmt: skip


def _license(license: str | None) -> dict[str, Any]:  # noqa: A002 - the word of the vocabulary
    if license is not None:
        return {"@id": license, "@type": "CreativeWork", "name": license, "url": license}
    return {
        "@id": _UNKNOWN, "@type": "CreativeWork", "name": "Licence unknown",
        "description": "The study does not state under which licence its data may be used; ask its authors.",
    }  # fmt: skip
