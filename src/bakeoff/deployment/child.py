"""The process that loads a model and predicts with it, under limits: whatever the file does, it does here."""

import json
import os
from collections.abc import Mapping
from typing import Any

from bakeoff.core.isolation.limits import set_limits
from bakeoff.core.isolation.messages import Frame, encoded, next_message
from bakeoff.runs.store.arrays import npy_bytes

__all__ = ["main"]


def main() -> None:
    """Serve until the parent closes the pipe."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what a package prints must not get between the answers
    state: dict[str, Any] = {}
    while (request := next_message(requests)) is not None:
        answers.write(encoded(*_answer(request, state)))
        answers.flush()


def _answer(request: Frame, state: dict[str, Any]) -> tuple[dict[str, Any], dict[str, bytes]]:
    try:
        if request.header["ask"] == "load":
            return _load(request.header, state), {}
        return _predict(request, state)
    except MemoryError:
        return {"failed": "memory"}, {}
    except BaseException as error:  # noqa: BLE001  # a stranger's file may raise anything
        text = json.dumps(str(error)[:2000])  # no lone surrogates
        return {"failed": type(error).__name__, "text": json.loads(text)}, {}


def _load(asked: Mapping[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """Look at the types first; construct only if all are trusted."""
    from skops import io  # brings NumPy, SciPy and scikit-learn, which count before the limit

    from bakeoff.core.errors import BadInput
    from bakeoff.deployment.compiled_trees import guard_trees
    from bakeoff.deployment.model_file import known_types_in
    from bakeoff.learners.hazards import check_model

    set_limits(memory=asked["memory"])
    types = io.get_untrusted_types(file=asked["path"])
    trusted = known_types_in(asked["path"]) | set(asked["trusted"])
    strange = [name for name in types if name not in trusted]
    if strange:
        return {"untrusted": strange}
    loaded = io.load(asked["path"], trusted=types)
    if not isinstance(loaded, dict) or "kind" not in loaded:
        return {"failed": "form"}
    try:
        check_model(loaded)
        guard_trees(loaded)
    except BadInput as error:
        return {"dangerous": str(error)}
    state["model"] = loaded
    return {"loaded": True}


def _predict(request: Frame, state: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, bytes]]:
    import numpy as np

    from bakeoff.deployment.rows_message import rows_in
    from bakeoff.learners.model_state import model_from
    from bakeoff.predictions.outputs import NAMES

    rows = rows_in(request)
    if rows is None:
        return {"failed": "form"}, {}
    texts = {int(column): tuple(words) for column, words in request.header["texts"].items()}
    answer = model_from(state["model"], texts).predict(rows.native)
    parts = {}
    for name in NAMES:
        values = getattr(answer, name)
        if values is not None:
            array = np.asarray(values)
            if array.dtype.kind not in "iuf":
                return {"failed": "form"}, {}
            parts[name] = npy_bytes(array)
    return {"predicted": len(rows)}, parts


if __name__ == "__main__":
    main()
