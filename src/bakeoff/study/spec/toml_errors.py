"""pydantic's complaints in plain words, each with its key path and, for a wrong key, the key that was probably meant."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bakeoff.study.spec import toml_models as parts

__all__ = ["complaints", "key_path", "unknown"]

_MODELS = {
    "learners": parts.LearnerPart,
    "datasets": parts.DatasetPart,
    "resampling": parts.ResamplingPart,
    "measures": parts.MeasuresPart,
    "compare": parts.ComparePart,
    "curves": parts.CurvesPart,
    "report": parts.ReportPart,
    "run": parts.RunPart,
}
_KINDS = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list in square brackets",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
_NO_TUNING = (
    "the key tune is not available in this version; tune inside each training part with "
    'use = "sklearn.model_selection.GridSearchCV" and params = {estimator = {use = "..."}, param_grid = {...}}'
)


def key_path(at: Sequence[str | int]) -> str:
    """The path of a key as it is written in the file; tables of a list are counted from 1.

    >>> key_path(["learners", "svm", "params"]), key_path(["datasets", 1, "target"])
    ('learners.svm.params', 'datasets #2.target')
    """
    text = ""
    for one in at:
        text += f" #{one + 1}" if isinstance(one, int) else f".{one}" if text else one
    return text


def unknown(name: str, known: Sequence[str]) -> str:
    """What to say about a name that is not known.

    >>> unknown("kernle", ["C", "kernel"])
    'did you mean kernel?'
    """
    close = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"


def complaints(error: ValidationError) -> Iterator[str]:
    """One line for each thing that is wrong."""
    seen: set[str] = set()
    for one in error.errors(include_url=False):
        at = _written(one["loc"])
        line = f"{key_path(at)}: {_words(one, at)}"
        if _union(one) and any(other.startswith(f"{key_path(at)}:") for other in seen):
            continue  # a value that fits none of several types is told once
        seen.add(line)
        yield line


def _written(loc: Sequence[str | int]) -> list[str | int]:
    """The location without the names pydantic adds for the members of a union."""
    depth = 3 if loc[0] in {"learners", "datasets"} else 2
    return [one for at, one in enumerate(loc) if at < depth or isinstance(one, int)]


def _union(one: ErrorDetails) -> bool:
    return len(one["loc"]) > len(_written(one["loc"]))


def _words(one: ErrorDetails, at: Sequence[str | int]) -> str:
    kind, given = one["type"], one["input"]
    if kind == "extra_forbidden":
        return _unknown_key(at)
    if kind == "missing":
        return "is missing"
    if kind == "value_error":
        return str(one["ctx"]["error"])
    if kind in _KINDS:
        return f"must be {_alternatives(one, at)}, not {_shown(given)}"
    if kind == "literal_error":
        return _literal(one, given)
    return f"{_lower(one['msg']).replace('input should', 'must')}, not {_shown(given)}"


def _alternatives(one: ErrorDetails, at: Sequence[str | int]) -> str:
    if not _union(one):
        return _KINDS[one["type"]]
    key = next((one for one in reversed(at) if isinstance(one, str)), "")
    known = {"positive": "a class", "classes": "a class", "openml": "a number or a name"}
    known |= {"stratify": 'true, false or "auto"', "train_sizes": "a number"}
    return known.get(key, "a text or a table {use, params}")


def _literal(one: ErrorDetails, given: object) -> str:
    known = [text.strip(" '") for text in str(one["ctx"]["expected"]).replace(" or ", ",").split(",")]
    return f"cannot be {_shown(given)}; {unknown(str(given), known)}"


def _unknown_key(at: Sequence[str | int]) -> str:
    if at[-1] == "tune" and at[0] == "learners":
        return _NO_TUNING
    model: Any = _MODELS.get(str(at[0]), parts.StudyFile) if len(at) > 1 else parts.StudyFile
    return f"no such key; {unknown(str(at[-1]), list(model.model_fields))}"


def _shown(value: object) -> str:
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
