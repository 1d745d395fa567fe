"""ServedModel: a model that lives in a child process with limits of time and memory; arrays go in, arrays come out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from bakeoff.core.errors import BadInput
from bakeoff.core.isolation.limited_child import ChildEnded, LimitedChild
from bakeoff.core.isolation.messages import Frame
from bakeoff.core.text import abridged, clean
from bakeoff.data.blocks import Rows
from bakeoff.deployment.model_file import skops_io
from bakeoff.deployment.rows_message import rows_parts
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.outputs import NAMES
from bakeoff.runs.store.arrays import read_array

__all__ = ["ServedModel"]

_SMALL = 2**22  # bytes of an answer without arrays


class ServedModel:
    """A loaded model. Types of the file that skops does not know must be named in `trusted`."""

    def __init__(self, path: Path, *, trusted: Sequence[str], timeout: float, memory: float) -> None:
        skops_io()
        self._path, self._timeout = path, timeout
        self._child = LimitedChild("bakeoff.deployment.child", quiet=True)
        try:
            self._load(tuple(trusted), memory)
        except BaseException:
            self.close()
            raise

    def _load(self, trusted: tuple[str, ...], memory: float) -> None:
        asked = {"ask": "load", "path": str(self._path.resolve()), "trusted": list(trusted), "memory": memory}
        answer = self._ask(asked, {}, _SMALL).header
        strange = answer.get("untrusted")
        if strange:
            names = [clean(str(type_name))[:200] for type_name in strange]
            flags = " ".join(f"--trust {name}" for name in names)
            raise BadInput(
                f"{self._path} contains types that are not known to be safe: {abridged(names, 12)}; if you trust its source, load it "
                f"with trusted={names!r} ({flags})"
            )
        if answer.get("dangerous"):
            raise BadInput(f"{self._path} {clean(str(answer['dangerous']))[:300]}; do not use it")
        if not answer.get("loaded"):
            raise BadInput(self._failure(answer, "be loaded"))

    def predict(
        self, rows: Rows, texts: Mapping[int, Sequence[str]], classes: int, *, numbers: bool = False
    ) -> Outputs:
        """What the model says about these rows; its answer is checked for its form. With `numbers`, `classes` counts the outputs."""
        facts, parts = rows_parts(rows)
        header = {
            "ask": "predict",
            "features": facts,
            "texts": {str(column): list(words) for column, words in texts.items()},
        }
        most = _SMALL + 64 * len(rows) * (2 * max(classes, 1) + 8)
        frame = self._ask(header, parts, most)
        if "predicted" not in frame.header:
            raise BadInput(self._failure(frame.header, "predict these rows"))
        arrays = {name: read_array(frame.parts[name]) for name in NAMES if name in frame.parts}
        if any(array is None or len(array) != len(rows) for array in arrays.values()):
            raise BadInput(f"{self._path} answered with something that is not a prediction; use another model")
        wide = [
            array for array in arrays.values() if array is not None and array.ndim > 1 and array.shape[1] != classes
        ]
        label = arrays.get("label")
        strange = not numbers and label is not None and len(label) and not (label.min() >= 0 and label.max() < classes)
        if classes and (wide or strange):
            raise BadInput(f"{self._path} answers for other classes than its card names; use another model")
        return Outputs(**arrays)

    def _failure(self, answer: Mapping[str, Any], task: str) -> str:
        kind, text = str(answer.get("failed", "")), clean(str(answer.get("text", "")))[:300]
        if kind == "memory":
            return f"{self._path} cannot {task} within the limit of memory; allow more (memory=, --memory) if you trust its source"
        if kind == "form":
            return f"{self._path} contains no model that bakeoff wrote; use the file only if you trust its source"
        return (
            f"{self._path} cannot {task}: {kind}: {text}".rstrip(": ")
            + "; deploy it again with the packages installed here"
        )

    def _ask(self, header: Mapping[str, Any], parts: Mapping[str, bytes], most: int) -> Frame:
        """Send a request and wait for its answer until the time is up; a child that breaks the rules is ended."""
        try:
            return self._child.ask(header, parts, most=most, seconds=self._timeout)
        except TimeoutError:
            raise BadInput(
                f"{self._path} took longer than {self._timeout:g} seconds; allow more time (timeout=, --timeout) if you trust its source"
            ) from None
        except ChildEnded as end:
            why = f" (exit code {end.code})" if end.code is not None else ""
            raise BadInput(
                f"{self._path} ended the process that used it{why}: it may be damaged, hostile, or need more memory (memory=, --memory)"
            ) from None

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_child"):
            self.close()
