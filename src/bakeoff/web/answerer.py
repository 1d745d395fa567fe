"""The server's side of the process that answers: start it, ask it, bound what one answer may take."""

import asyncio
import json
from collections.abc import Mapping
from time import monotonic
from typing import Any, Self

from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.core.isolation.limited_child import LimitedChild
from bakeoff.core.isolation.messages import PREFIX_BYTES, encoded, length_after, opened

__all__ = ["Answerer", "AnswererFailed"]

SECONDS = 30  # of processor time for one answer
MEMORY = 4 << 30  # bytes of address space for one answer, beyond what the packages take
AT_ONCE = 2  # answers that are computed at the same time; others wait
LARGEST = 64 << 20  # bytes of an answer
START = 120  # seconds in which the packages are imported, also on a slow disk
SOCKET = "answers"  # in the folder of the child


class AnswererFailed(BakeoffError):
    """An answer that took too long, too much memory, or met a bug."""


class Answerer:
    """A child process that forks one limited child for each question."""

    def __init__(self, *, seconds: int = SECONDS, memory: int = MEMORY) -> None:
        self._seconds = seconds
        self._child = LimitedChild("bakeoff.web.answering", SOCKET, str(seconds), str(memory), session=True)
        try:
            self._child.next(monotonic() + START, LARGEST)  # it says when it is ready
        except (TimeoutError, EOFError, ValueError):
            self.close()
            raise BakeoffError(
                "the process that computes the answers did not start", cure="see the message above"
            ) from None
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def ask(self, question: str, **given: Any) -> Any:
        """The answer to a question of web/questions.py; raises BadInput with the sentence where it is refused."""
        async with self._turn:
            try:
                reply = await asyncio.wait_for(self._exchange({"question": question, **given}), 2 * self._seconds + 5)
            except (TimeoutError, ConnectionError, EOFError, ValueError):
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
        reader, writer = await asyncio.open_unix_connection(str(self._child.folder / SOCKET))
        try:
            writer.write(encoded(request, {}))
            await writer.drain()
            prefix = await reader.readexactly(PREFIX_BYTES)
            reply = opened(prefix + await reader.readexactly(length_after(prefix, LARGEST)))
            return json.loads(bytes(reply.parts["reply"]))
        finally:
            writer.close()

    def close(self) -> None:
        """End the process; children that still compute end by their limits."""
        self._child.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
