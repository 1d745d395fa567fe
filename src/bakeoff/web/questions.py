"""The questions that the page may ask, by name: each takes plain values and gives plain values, in a child process."""

from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.web.predictions import PredictionsQuestion, answer_predictions, understand_predictions
from bakeoff.web.studies import progress, study_page, study_report, study_row, study_rows, study_units
from bakeoff.web.tables import TableQuestion, answer_table, understand_table

__all__ = ["QUESTIONS", "answered"]


def _content(request: Mapping[str, Any]) -> bytes:
    return b64decode(request["content"])


def _table(request: Mapping[str, Any]) -> dict[str, Any]:
    return asdict(understand_table(TableQuestion.of_form(_content(request), request["form"])))


def _verdict(request: Mapping[str, Any]) -> dict[str, Any]:
    content = _content(request)
    before = request.get("before")
    return answer_table(
        TableQuestion.of_form(content, request["form"]),
        None if before is None else TableQuestion.of_form(content, before),
    )


def _predictions(request: Mapping[str, Any]) -> dict[str, Any]:
    return understand_predictions(PredictionsQuestion.of_form(_content(request), request["form"]))


def _panel(request: Mapping[str, Any]) -> dict[str, Any]:
    return answer_predictions(PredictionsQuestion.of_form(_content(request), request["form"]))


QUESTIONS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "table": _table,
    "verdict": _verdict,
    "predictions": _predictions,
    "panel": _panel,
    "progress": lambda request: [progress(path) | {"id": key} for key, path in request["paths"].items()],
    "study": lambda request: study_page(request["path"]),
    "report": lambda request: study_report(request["path"], request.get("measure", "")),
    "units": lambda request: study_units(request["path"]),
    "rows": lambda request: study_rows(request["path"], request.get("dataset", "")),
    "row": lambda request: study_row(request["path"], request["dataset"], request["row"]),
}


def answered(request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer, or the sentence that refuses the question."""
    try:
        return {"answer": QUESTIONS[request["question"]](request)}
    except BakeoffError as problem:
        return {"refused": str(problem)}
    except MemoryError:
        return {"refused": "this needs more memory than one answer may take; bring fewer rows or learners"}
    except RecursionError:
        return {"refused": "this is nested too deeply to be read; bring a plain table"}
