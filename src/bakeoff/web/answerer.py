"""The server's side of the process that answers: start it, ask it, bound what one answer may take."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Self

from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.core.isolation.child_process import PIPE, TimeoutExpired, start_python
from bakeoff.core.isolation.private_folder import PrivateFolder

__all__ = ["Answerer", "AnswererFailed"]

SECONDS = 30  # of processor time for one answer
MEMORY = 4 << 30  # bytes of address space for one answer
AT_ONCE = 2  # answers that are computed at the same time; others wait
LARGEST = 64 << 20  # bytes of an answer


class AnswererFailed(BakeoffError):
    """An answer that took too long, too much memory, or met a bug."""


class Answerer:
    """A child process that forks one limited child for each question."""

    def __init__(self, *, seconds: int = SECONDS, memory: int = MEMORY) -> None:
        self._folder = PrivateFolder()
        self._path = str(self._folder.path / "answers")
        self._seconds = seconds
        self._process = start_python(
            "bakeoff.web.answering", self._path, str(seconds), str(memory),
            folder=self._folder.path,
            stdin=PIPE,
            stdout=PIPE,
            session=True,  # Ctrl-C in the terminal reaches the server only
        )  # fmt: skip
        assert self._process.stdout is not None
        if self._process.stdout.readline().strip() != b"ready":
            raise BakeoffError("the process that computes the answers did not start", cure="see the message above")
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def ask(self, question: str, **given: Any) -> Any:
        """The answer to a question of web/questions.py; raises BadInput with the sentence where it is refused."""
        async with self._turn:
            try:
                reply = await asyncio.wait_for(self._exchange({"question": question, **given}), 2 * self._seconds + 5)
            except (TimeoutError, ConnectionError, json.JSONDecodeError):
                raise AnswererFailed(
                    f"the answer took more than {self._seconds} s or too much memory", cure="bring fewer rows or learners, or use the command line"
                ) from None  # fmt: skip
        if "refused" in reply:
            raise BadInput(reply["refused"])
        if "bug" in reply:
            raise AnswererFailed(
                f"this is a bug: {reply['bug']}", cure="please report it with the table that you pasted"
            )
        return reply["answer"]

    async def _exchange(self, request: Mapping[str, Any]) -> Any:
        reader, writer = await asyncio.open_unix_connection(self._path, limit=LARGEST)
        try:
            writer.write(json.dumps(request).encode())
            await writer.drain()
            writer.write_eof()
            return json.loads(await reader.read())
        finally:
            writer.close()

    def close(self) -> None:
        """End the process; children that still compute end by their limits."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
