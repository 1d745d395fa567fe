"""Samples of the lm-evaluation-harness, with the results file beside them."""

import re
from typing import Any

from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.bounded import beside, json_lines
from bakeoff.tabular.logs.log_table import LogRows, LogTable

__all__ = ["LM_EVAL"]

_NAME = re.compile(r"samples_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.:-]+)")
_NO_SCORES = frozenset(
    {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash", "prompt_hash", "target_hash", "schema_version"}
)  # fmt: skip


def _sniff(file: FileContent) -> bool:
    return b'"doc"' in file.head.lstrip()[:200]


def _read(file: FileContent) -> LogTable:
    """One line for each document; with several filters each filter has scores of its own."""
    named = _NAME.match(file.inner.stem)
    task = named["task"] if named else file.inner.stem.removeprefix("samples_")
    results = _results(file, named["date"] if named else "")
    learner = results.get("model_name") or (results.get("config") or {}).get("model_args") or ""
    better = (results.get("higher_is_better") or {}).get(task) or {}
    rows = LogRows(file.what, LM_EVAL.name)
    documents: dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]] = {}
    several = set[str]()
    rows.batch = named["date"].partition(".")[0] if named else ""
    for sample in json_lines(file):
        names = sample.get("metrics")
        if not isinstance(names, list):
            names = [name for name in sample if name not in _NO_SCORES]
        kind = str(sample.get("filter") or "none")
        several.add(kind)
        key = (str(sample.get("doc_id")), str(sample.get("doc_hash") or ""))
        _, scores = documents.setdefault(key, (sample, {}))
        scores |= {f"{name},{kind}": sample.get(name) for name in names if not isinstance(sample.get(name), list)}
    single = len(several) == 1
    for (item, digest), (sample, scores) in documents.items():
        content = digest or sample.get("prompt_hash") or sample.get("doc")
        short = {name.partition(",")[0] if single else name: value for name, value in scores.items()}
        rows.add(short, item=item, learner=learner, task=task, content=content)
        rows.lower |= {name for name in short if better.get(name.partition(",")[0]) is False}
    return rows.table(file.inner.stem)


def _results(file: FileContent, date: str) -> dict[str, Any]:
    """The results file of the same run, which names the model; empty where there is none."""
    results = beside(file, f"results_{date}.json") if date else None
    return results if isinstance(results, dict) else {}


LM_EVAL = LogFormat(
    name="lm-eval",
    title="lm-evaluation-harness",
    files="samples_TASK_DATE.jsonl, with results_DATE.json beside it",
    about="Documents with their metrics, each a measure; the results file names the model and says which metrics are better when lower.",
    evidence="files written by lm_eval 0.4.13 with its dummy model",
    opening=b'{"doc_id"',
    sniff=_sniff,
    read=_read,
)
