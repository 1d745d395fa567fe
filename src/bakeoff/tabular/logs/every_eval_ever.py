"""Instance files of Every Eval Ever: JSON Lines with one record for each sample and evaluation."""

from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.bounded import json_lines
from bakeoff.tabular.logs.log_table import LogRows, LogTable

__all__ = ["EVERY_EVAL_EVER"]


def _sniff(file: FileContent) -> bool:
    return b'"evaluation_name"' in file.head and b'"sample_id"' in file.head


def _read(file: FileContent) -> LogTable:
    rows = LogRows(file.what, EVERY_EVAL_EVER.name)
    for record in json_lines(file):
        content, scores, metadata = (record.get(name) or {} for name in ("input", "evaluation", "metadata"))
        rows.add(
            {name: scores.get(name) for name in ("score", "is_correct") if scores.get(name) is not None},
            item=record.get("sample_id"), learner=record.get("model_id"), task=record.get("evaluation_name"), error=record.get("error"),
            content=record.get("sample_hash") or content.get("raw"), extra={f"metadata.{name}": value for name, value in metadata.items()},
        )  # fmt: skip
    return rows.table(file.inner.stem)


EVERY_EVAL_EVER = LogFormat(
    name="every-eval-ever",
    title="Every Eval Ever",
    files="*.jsonl",
    about="Samples with evaluation.score and evaluation.is_correct; the records name the model and the evaluation.",
    evidence="the published schema instance_level_eval 0.2.1",
    opening=b"{",
    sniff=_sniff,
    read=_read,
)
