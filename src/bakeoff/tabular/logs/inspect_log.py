"""Logs of inspect: `.eval` (a zip file) and `.json`."""

import fnmatch
from collections.abc import Iterable, Mapping
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.bounded import ZipMembers, whole_json
from bakeoff.tabular.logs.log_table import LogRows, LogTable

__all__ = ["INSPECT"]

_SUMMARIES, _HEADER, _START = "summaries.json", "header.json", "_journal/start.json"


def _sniff(file: FileContent) -> bool:
    if file.ending == ".eval":
        return True
    head = file.head.lstrip()
    return head.startswith(b"{") and b'"status"' in head[:200] and b'"eval"' in head and b'"task' in head


def _read(file: FileContent) -> LogTable:
    if file.packed.startswith(b"PK"):
        return _of_zip(file)
    log = whole_json(file)
    if not isinstance(log, dict) or not isinstance(log.get("eval"), dict):
        raise BadInput(f"{file.what} is not a log of inspect: it names no eval; give the .eval or .json file of a run")
    samples = log.get("samples")
    if not isinstance(samples, list):
        raise BadInput(f"{file.what} was written without its samples; run the evaluation with log_samples")
    return _table(file, log, samples)


def _of_zip(file: FileContent) -> LogTable:
    members = ZipMembers(file)
    header = members.json(_HEADER) if _HEADER in members.names else {}
    if not header and _START in members.names:
        header = {**members.json(_START), "status": "started"}
    if not isinstance(header, dict) or not isinstance(header.get("eval"), dict):
        raise BadInput(
            f"{file.what} is not a log of inspect: it contains neither {_HEADER} nor {_START}; give a .eval file"
        )
    if _SUMMARIES in members.names:
        samples = members.json(_SUMMARIES)
    else:
        names = fnmatch.filter(members.names, "samples/*.json")
        samples = [members.json(name) for name in names]
    return _table(file, header, samples)


def _table(file: FileContent, header: Mapping[str, Any], samples: Iterable[Any]) -> LogTable:
    """The lines of all samples; the sides of a score are the values that scorers gave."""
    described = header["eval"]
    rows = LogRows(file.what, INSPECT.name)
    for sample in samples:
        if not isinstance(sample, dict):
            raise BadInput(f"{file.what} contains a sample that is not an object; write the log again")
        scores = sample.get("scores") or {}
        values = {name: score.get("value") if isinstance(score, dict) else score for name, score in scores.items()}
        metadata = sample.get("metadata") or {}
        rows.add(
            {name: value for name, value in values.items() if not isinstance(value, list)},
            item=sample.get("id"), learner=described.get("model"), task=described.get("task"), run=sample.get("epoch"),
            error=sample.get("error"), content=sample.get("input"), extra={f"metadata.{name}": value for name, value in metadata.items()},
        )  # fmt: skip
    rows.batch = str(described.get("run_id") or "")
    status = str(header.get("status") or "success")
    rows.unfinished = "" if status == "success" else status
    return rows.table(file.inner.stem)


INSPECT = LogFormat(
    name="inspect",
    title="inspect",
    files="*.eval, *.json",
    about="Samples with their scores, epochs and errors; each scorer is a measure, C is 1, P is 0.5, I and N are 0.",
    evidence="files written by inspect_ai 0.3.285 with its mock model",
    sniff=_sniff,
    read=_read,
)
