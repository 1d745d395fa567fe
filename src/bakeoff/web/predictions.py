"""A pasted file of predictions: which column is what, the measures of each learner, and their comparison."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

from bakeoff.api.compare_predictions import compare_predictions
from bakeoff.api.measuring.panel import measure
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.report.pages import compose_panel
from bakeoff.report.render.html import article
from bakeoff.tabular.reading import read

__all__ = ["PredictionsQuestion", "answer_predictions", "understand_predictions"]

WHAT = "the file of predictions"
PREVIEW = 8
MOST_CLASSES = 50  # of a column of truth whose classes are looked for in others
TRUTH_NAMES = ("truth", "y_true", "y", "label", "target", "class", "actual", "true")
KINDS = {"labels": "predicted classes or numbers", "scores": "scores that rank the positive class", "probabilities": "probabilities of the positive class"}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionsQuestion:
    """Columns of a file of predictions and what they are."""

    content: bytes
    name: str = WHAT
    truth: str = ""
    learners: tuple[str, ...] = ()
    outputs: str = "labels"
    positive: str = ""
    measure: str = ""

    @classmethod
    def of_form(cls, content: bytes, form: Mapping[str, Any]) -> Self:
        """The question that a form asks."""
        names = {field.name for field in fields(cls)} - {"content"}
        settings = {name: value for name, value in form.items() if name in names and value not in ("", None, [])}
        if "learners" in settings:
            settings["learners"] = tuple(str(learner) for learner in settings["learners"])
        if settings.get("outputs", "labels") not in KINDS:
            raise UnknownName("kind of output", str(settings["outputs"]), KINDS)
        return cls(content=content, **settings)


def understand_predictions(question: PredictionsQuestion) -> dict[str, Any]:
    """The columns of the file, and which of them looks like the truth."""
    columns = read(question.content, name=question.name).columns()
    if len(columns) < 2:
        raise BadInput(f"{question.name} has one column; it needs the truth and the predictions of a learner")
    lower = {name.lower(): name for name in columns}
    truth = question.truth or next((lower[name] for name in TRUTH_NAMES if name in lower), "")
    length = len(next(iter(columns.values())))
    return {
        "columns": list(columns),
        "truth": truth,
        "classes": sorted(set(columns[truth]))[:20] if truth in columns else [],
        "learners": _answers(columns, truth),
        "rows": length,
        "preview": [[cells[i] for cells in columns.values()] for i in range(min(PREVIEW, length))],
    }


def _answers(columns: Mapping[str, Sequence[str]], truth: str) -> list[str]:
    """The columns that name classes of the truth and nothing else, so that they are taken for predictions until the user says otherwise."""
    classes = set(columns.get(truth, ())) - {""}
    if not 2 <= len(classes) <= MOST_CLASSES:
        return []
    return [
        name for name, cells in columns.items() if name != truth and set(cells) - {""} and set(cells) <= classes | {""}
    ]


def answer_predictions(question: PredictionsQuestion) -> dict[str, Any]:
    """The measures of each learner with intervals and, of two or more, the verdict."""
    columns = read(question.content, name=question.name).columns()
    if not question.truth:
        raise BadInput("say which column contains the truth")
    if not question.learners:
        raise BadInput("name the columns that contain predictions")
    for name in (question.truth, *question.learners):
        if name not in columns:
            raise UnknownName("column", name, columns)
    if question.truth in question.learners:
        raise BadInput(f"column {question.truth!r} is the truth; choose other columns for the predictions")
    truth = _values(columns[question.truth])
    predictions = {name: _values(columns[name]) for name in question.learners}
    positive = _like(question.positive, truth)
    keyword = {"labels": "y_pred", "scores": "y_score", "probabilities": "y_proba"}[question.outputs]
    parts = []
    for name, values in predictions.items():
        outputs: dict[str, Any] = {keyword: values}
        panel = measure(truth, positive=positive, **outputs)
        parts.append(article(compose_panel(name, panel.tables())))
    body: dict[str, Any] = {"panels": parts, "verdict": "", "sentence": "", "json": None}
    if len(predictions) > 1:
        usual = {"labels": None, "scores": "roc_auc", "probabilities": "log_loss"}[question.outputs]
        comparison = compare_predictions(truth, predictions, question.measure or usual, positive=positive)
        body |= {
            "verdict": article(comparison.composed("Comparison")),
            "sentence": comparison.sentence,
            "json": comparison.to_dict(stability=False),
        }
    return body


def _values(cells: Sequence[str]) -> list[Any]:
    """Numbers where every cell is one, else words."""
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        return list(cells)
    return [int(number) for number in numbers] if all(number.is_integer() for number in numbers) else numbers


def _like(positive: str, truth: Sequence[Any]) -> Any:
    """The positive class in the type of the truth; None where none was named."""
    if not positive:
        return None
    classes = {str(label): label for label in truth}
    if positive not in classes:
        raise UnknownName("class", positive, classes)
    return classes[positive]
