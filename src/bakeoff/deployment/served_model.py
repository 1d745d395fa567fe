"""ServedModel: a model that lives in a child process with limits of time and memory; arrays go in, arrays come out."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Any, Self

from bakeoff.core.errors import BadInput
from bakeoff.core.isolation.child_process import DEVNULL, PIPE, TimeoutExpired, start_python
from bakeoff.core.isolation.private_folder import PrivateFolder
from bakeoff.core.text import abridged, clean
from bakeoff.data.blocks import Rows
from bakeoff.deployment.child import LENGTH
from bakeoff.deployment.model_file import skops_io
from bakeoff.deployment.rows_message import rows_parts
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.outputs import NAMES
from bakeoff.runs.process.messages import Frame, encoded, opened, read_array

__all__ = ["ServedModel"]

_GULP = 2**16
_SMALL = 2**22  # bytes of an answer without arrays


class ServedModel:
    """A loaded model. Types of the file that skops does not know must be named in `trusted`."""

    def __init__(self, path: Path, *, trusted: Sequence[str], timeout: float, memory: float) -> None:
        skops_io()
        self._path, self._timeout = path, timeout
        self._folder = PrivateFolder()
        self._process = start_python(
            "bakeoff.deployment.child", folder=self._folder.path, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
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
            names = [clean(str(one))[:200] for one in strange]
            flags = " ".join(f"--trust {one}" for one in names)
            raise BadInput(
                f"{self._path} holds types that are not known to be safe: {abridged(names, 12)}; if you trust its source, load it "
                f"with trusted={names!r} ({flags})"
            )
        if answer.get("dangerous"):
            raise BadInput(f"{self._path} {clean(str(answer['dangerous']))[:300]}; do not use it")
        if not answer.get("loaded"):
            raise BadInput(self._failure(answer, "be loaded"))

    def predict(self, rows: Rows, texts: Mapping[int, Sequence[str]], classes: int) -> Outputs:
        """What the model says about these rows; its answer is checked for its form."""
        facts, parts = rows_parts(rows)
        header = {"ask": "predict", "features": facts, "texts": {str(at): list(words) for at, words in texts.items()}}
        most = _SMALL + 64 * len(rows) * (2 * max(classes, 1) + 8)
        frame = self._ask(header, parts, most)
        if "predicted" not in frame.header:
            raise BadInput(self._failure(frame.header, "predict these rows"))
        arrays = {name: read_array(frame.parts[name]) for name in NAMES if name in frame.parts}
        if any(one is None or len(one) != len(rows) for one in arrays.values()):
            raise BadInput(f"{self._path} answered with something that is not a prediction; use another model")
        wide = [one for one in arrays.values() if one is not None and one.ndim > 1 and one.shape[1] != classes]
        label = arrays.get("label")
        strange = classes and label is not None and len(label) and not (label.min() >= 0 and label.max() < classes)
        if classes and (wide or strange):
            raise BadInput(f"{self._path} answers for other classes than its card names; use another model")
        return Outputs(**arrays)

    def _failure(self, answer: Mapping[str, Any], task: str) -> str:
        kind, text = str(answer.get("failed", "")), clean(str(answer.get("text", "")))[:300]
        if kind == "memory":
            return f"{self._path} cannot {task} within the limit of memory; allow more (memory=, --memory) if you trust its source"
        if kind == "form":
            return f"{self._path} holds no model that bakeoff wrote; use the file only if you trust its source"
        return (
            f"{self._path} cannot {task}: {kind}: {text}".rstrip(": ")
            + "; deploy it again with the packages installed here"
        )

    def _ask(self, header: Mapping[str, Any], parts: Mapping[str, bytes], most: int) -> Frame:
        """Send a request and wait for its answer until the time is up; a child that breaks the rules is ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        message = encoded(header, parts)
        deadline = monotonic() + self._timeout
        try:
            self._process.stdin.write(LENGTH.pack(len(message)) + message)
            self._process.stdin.flush()
            head = self._read(LENGTH.size, deadline)
            return opened(self._read(_length(head, most), deadline))
        except TimeoutError:
            self.close()
            raise BadInput(
                f"{self._path} took longer than {self._timeout:g} seconds; allow more time (timeout=, --timeout) if you trust its source"
            ) from None
        except (OSError, EOFError, ValueError, KeyError):
            code = self._end()
            why = f" (exit code {code})" if code is not None else ""
            raise BadInput(
                f"{self._path} ended the process that used it{why}: it may be damaged, hostile, or need more memory (memory=, --memory)"
            ) from None

    def _read(self, number: int, deadline: float) -> bytes:
        assert self._process.stdout is not None
        pipe, found = self._process.stdout.fileno(), bytearray()
        with DefaultSelector() as selector:
            selector.register(pipe, EVENT_READ)
            while len(found) < number:
                if not selector.select(max(deadline - monotonic(), 0)):
                    raise TimeoutError
                data = os.read(pipe, min(number - len(found), _GULP))
                if not data:
                    raise EOFError
                found += data
        return bytes(found)

    def _end(self) -> int | None:
        try:
            return self._process.wait(1)
        except TimeoutExpired:
            return None
        finally:
            self.close()

    def close(self) -> None:
        """End the process."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue
        self._folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()


def _length(head: bytes, most: int) -> int:
    (length,) = LENGTH.unpack(head)
    if length > most:
        raise ValueError("too long an answer")
    return int(length)
