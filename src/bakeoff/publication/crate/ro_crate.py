"""The RO-Crate 1.1 metadata of a study: the files, the data sets, the software and the run that made them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bakeoff.core.text import clean
from bakeoff.publication.crate.croissant import CROISSANT
from bakeoff.publication.study_knowledge import DataFacts
from bakeoff.study.analysis.findings import StudyCard

__all__ = ["CrateFile", "DataFolder", "Rights", "ro_crate"]

_PROFILE = "https://w3id.org/ro/crate/1.1"
_UNKNOWN = "#licence-unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What only the authors know: under which licence the crate is given away, and who they are."""

    license: str | None = None
    authors: tuple[str, ...] = ()


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
    card: StudyCard, sentence: str, files: Sequence[CrateFile], folders: Sequence[DataFolder], rights: Rights, date: str
) -> dict[str, Any]:  # fmt: skip
    """The whole document; what the study does not know is stated as unknown."""
    parts = [*files, *(file for folder in folders for file in folder.files)]
    graph = [
        {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "conformsTo": {"@id": _PROFILE}, "about": {"@id": "./"}},
        _root(card, sentence, parts, folders, rights, date),
        *map(_file, parts),
        *(_folder(folder, rights) for folder in folders),
        {"@id": CROISSANT, "@type": "CreativeWork", "name": "Croissant 1.0", "url": CROISSANT},
        _run(card, files, folders),
        *_software(card),
        *_authors(rights),
        _license(rights),
    ]  # fmt: skip
    return {"@context": f"{_PROFILE}/context", "@graph": graph}


def _root(  # noqa: PLR0917 - facts of one entity
    card: StudyCard, sentence: str, parts: Sequence[CrateFile], folders: Sequence[DataFolder], rights: Rights, date: str
) -> dict[str, Any]:  # fmt: skip
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": clean(card.title),
        "description": sentence,
        "datePublished": date,
        "license": {"@id": rights.license or _UNKNOWN},
        "identifier": f"sha256:{clean(card.study_hash)}",
        "keywords": "machine learning, evaluation, comparison of learners",
        "hasPart": _links([*(file.path for file in parts), *(folder.path for folder in folders)]),
        "mentions": {"@id": "#run"},
        **_authors_of_root(rights),
    }


def _file(file: CrateFile) -> dict[str, Any]:
    entity: dict[str, Any] = {
        "@id": file.path, "@type": "File", "name": file.name, "description": file.about, "encodingFormat": file.media, "contentSize": str(file.size),
        "identifier": f"sha256:{file.sha256}",
    }  # fmt: skip
    if file.path.endswith("croissant.json"):
        entity["conformsTo"] = {"@id": CROISSANT}
    return entity


def _folder(folder: DataFolder, rights: Rights) -> dict[str, Any]:
    source = f"Loaded as {clean(folder.data.source)}." if folder.data.source else "The study does not state its source."
    return {
        "@id": folder.path, "@type": "Dataset", "name": clean(folder.data.name), "description": f"{source} Rows and targets as the study file has them, without features.",
        "identifier": f"sha256:{clean(folder.data.fingerprint)}", "license": {"@id": rights.license or _UNKNOWN},
        "hasPart": _links(file.path for file in folder.files),
    }  # fmt: skip


def _run(card: StudyCard, files: Sequence[CrateFile], folders: Sequence[DataFolder]) -> dict[str, Any]:
    """The run: what it read, what it used, what it made."""
    run: dict[str, Any] = {
        "@id": "#run",
        "@type": "CreateAction",
        "name": f"The run of {clean(card.title)}",
        "description": f"{card.units_done} of {card.units_planned} fits of {len(card.learners)} learners; scheme {clean(card.scheme)}, seed {card.seed}.",
        "instrument": _links(entity["@id"] for entity in _software(card)),
        "object": _links(folder.path for folder in folders),
        "result": _links(file.path for file in files),
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


def _license(rights: Rights) -> dict[str, Any]:
    if rights.license is not None:
        return {"@id": rights.license, "@type": "CreativeWork", "name": rights.license, "url": rights.license}
    return {
        "@id": _UNKNOWN, "@type": "CreativeWork", "name": "Licence unknown",
        "description": "The study does not state under which licence its data may be used; ask its authors.",
    }  # fmt: skip


def _authors(rights: Rights) -> list[dict[str, Any]]:
    """Each author that was named."""
    return [
        {"@id": f"#author-{number}", "@type": "Person", "name": clean(name)}
        for number, name in enumerate(rights.authors, start=1)
    ]


def _authors_of_root(rights: Rights) -> dict[str, Any]:
    return {"author": _links(author["@id"] for author in _authors(rights))} if rights.authors else {}


def _links(paths: Iterable[str]) -> Any:
    """Links to entities; a single one is not in a list, as RO-Crate 1.1 recommends.

    >>> _links(["a.csv"]), _links(["a.csv", "b.csv"])
    ({'@id': 'a.csv'}, [{'@id': 'a.csv'}, {'@id': 'b.csv'}])
    """
    links = [{"@id": path} for path in paths]
    return links[0] if len(links) == 1 else links
