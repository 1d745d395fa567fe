"""The Croissant metadata of a data set: what it is, the file that is there, and what its records are."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.text import clean, plural
from bakeoff.publication.crate.target_table import TargetColumn
from bakeoff.publication.study_knowledge import DataFacts
from bakeoff.tabular.table import Column

__all__ = ["CROISSANT", "UNKNOWN_LICENSE", "croissant"]

CROISSANT = "http://mlcommons.org/croissant/1.0"
UNKNOWN_LICENSE = "unknown: the study file does not state a licence"
_CR = "http://mlcommons.org/croissant/"
_JSON = ("data", "examples")
_WORDS = (
    "citeAs", "column", "equivalentProperty", "extract", "field", "fileProperty", "fileObject", "fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5",
    "parentField", "path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform",
)  # fmt: skip


def context() -> dict[str, Any]:
    """The JSON-LD context of Croissant 1.0."""
    words: dict[str, Any] = {word: f"cr:{word}" for word in _WORDS}
    words |= {word: {"@id": f"cr:{word}", "@type": "@json"} for word in _JSON}
    words["dataType"] = {"@id": "cr:dataType", "@type": "@vocab"}
    spaces = {"cr": _CR, "rai": f"{_CR}RAI/", "dct": "http://purl.org/dc/terms/", "sc": "https://schema.org/"}
    return {
        "@language": "en", "@vocab": "https://schema.org/", "conformsTo": "dct:conformsTo", **spaces, **dict(sorted(words.items())),
    }  # fmt: skip


def croissant(
    data: DataFacts,
    columns: Sequence[Column],
    target: Sequence[TargetColumn],
    *,
    file: str,
    sha256: str,
    license: str,  # noqa: A002 - the word of the vocabulary
    date: str,
    url: str,
) -> dict[str, Any]:
    """The metadata of one data set whose targets are in `file`, beside the metadata.

    The features are not in a study file: its columns are described as records with their names and kinds, and no file holds them.
    """
    records: list[dict[str, Any]] = [_targets(target, file)]
    if columns:
        records.append(_column_records(columns))
    return {
        "@context": context(),
        "@type": "sc:Dataset",
        "name": clean(data.name),
        "description": _description(data),
        "conformsTo": CROISSANT,
        "license": license,
        "citeAs": "unknown: the study file does not state how this data set is cited",
        "url": url,
        "version": "1.0.0",
        "datePublished": date,
        "identifier": f"sha256:{clean(data.fingerprint)}",
        "distribution": [
            {
                "@type": "cr:FileObject", "@id": file, "name": file, "description": "The id and target of each row.", "contentUrl": file,
                "encodingFormat": "text/csv", "sha256": sha256,
            }
        ],
        "recordSet": records,
    }  # fmt: skip


def _description(data: DataFacts) -> str:
    source = f" Loaded as {clean(data.source)}." if data.source else " The study file does not state its source."
    columns = f" and {plural(data.columns, 'column')}" if data.columns else ""
    return (
        f"{clean(data.name)}: {data.task}, {plural(data.rows, 'row')}{columns}.{source} The features are not part of the study file; "
        f"the identifier is the sha256 of features and target."
    )


def _targets(target: Sequence[TargetColumn], file: str) -> dict[str, Any]:
    fields = [
        {
            "@type": "cr:Field", "@id": f"rows/{column.name}", "name": column.name, "description": column.about, "dataType": column.kind,
            "source": {"fileObject": {"@id": file}, "extract": {"column": column.name}},
        }
        for column in target
    ]  # fmt: skip
    return {
        "@type": "cr:RecordSet", "@id": "rows", "name": "rows", "description": "One record for each row of the data set.", "key": {"@id": "rows/row"},
        "field": fields,
    }  # fmt: skip


def _column_records(columns: Sequence[Column]) -> dict[str, Any]:
    """The columns of the features: their names, kinds and numbers of levels."""
    about = {"name": ("sc:Text", "the name of the column"), "kind": ("sc:Text", "numeric, nominal or another kind"), "levels": ("sc:Integer", "how many different values a nominal column has")}  # fmt: skip
    fields = [
        {"@type": "cr:Field", "@id": f"columns/{name}", "name": name, "description": text, "dataType": kind}
        for name, (kind, text) in about.items()
    ]
    rows = [
        {"columns/name": clean(column.name), "columns/kind": str(column.kind), "columns/levels": len(column.levels)}
        for column in columns
    ]
    return {
        "@type": "cr:RecordSet", "@id": "columns", "name": "columns", "description": "One record for each column of the features.", "field": fields,
        "data": rows,
    }  # fmt: skip
