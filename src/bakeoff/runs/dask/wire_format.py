"""Orders and answers as bytes for a cluster: JSON and raw arrays, as on the wire to a child, and small."""

from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass, fields
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.isolation.messages import encoded, opened
from bakeoff.runs.store.arrays import npy_bytes, read_array
from bakeoff.runs.unit import Failure, UnitKey
from bakeoff.runs.work import Answer, Limits, Order

__all__ = [
    "Reply",
    "orders_in",
    "orders_message",
    "pack_positions",
    "reply_answers",
    "reply_error",
    "reply_in",
    "reply_missing_data",
    "unpack_positions",
]

_BITS, _SHORT, _LONG = b"b", b"s", b"l"
_FIELDS = tuple(field.name for field in fields(UnitKey))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reply:
    """What a Dask worker says about one batch: answers, or what it lacks, or why it cannot."""

    worker: str
    answers: tuple[Answer, ...] = ()
    needs: tuple[str, ...] = ()  # data sets that must be sent to it first
    refusal: str = ""


def pack_positions(positions: Array) -> bytes:
    """Row positions in few bytes: one bit for each row where they ascend, which is nearly always.

    >>> len(pack_positions(np.arange(8000))), unpack_positions(pack_positions(np.array([5, 2, 2]))).tolist()
    (1001, [5, 2, 2])
    """
    highest = int(positions.max(initial=0))
    kind, width = (_SHORT, "<u4") if highest < 2**32 else (_LONG, "<u8")
    if highest // 8 < len(positions) * int(width[-1]) and bool(np.all(positions[1:] > positions[:-1])):
        present = np.zeros(highest + 1, dtype=bool)
        present[positions] = True
        return _BITS + np.packbits(present).tobytes()
    return kind + positions.astype(width).tobytes()


def unpack_positions(data: bytes | memoryview) -> Array:
    """The positions again."""
    view = memoryview(data)
    kind, rest = bytes(view[:1]), view[1:]
    if kind == _BITS:
        return np.flatnonzero(np.unpackbits(np.frombuffer(rest, dtype=np.uint8)))
    return np.frombuffer(rest, dtype="<u4" if kind == _SHORT else "<u8").astype(np.int64)


def orders_message(orders: Sequence[Order]) -> bytes:
    """A batch of orders."""
    parts: dict[str, bytes] = {}
    for index, order in enumerate(orders):
        parts |= {f"train {index}": pack_positions(order.train), f"test {index}": pack_positions(order.test)}
    return encoded({"orders": [_order_facts(order) for order in orders]}, parts)


def _order_facts(order: Order) -> list[Any]:
    own = [order.settings, order.copies, order.chance]
    return [astuple(order.key), order.data, order.learner, str(order.seed), astuple(order.limits), order.expected, *own]


def orders_in(message: bytes) -> list[Order]:
    """The batch again."""
    frame = opened(message)
    orders = []
    for index, (key, data, learner, seed, (seconds, memory), expected, *own) in enumerate(frame.header["orders"]):
        settings, copies, chance = own
        order = Order(
            key=_key(key),
            data=data,
            learner=learner,
            seed=int(seed),
            train=unpack_positions(frame.parts[f"train {index}"]),
            test=unpack_positions(frame.parts[f"test {index}"]),
            limits=Limits(seconds=seconds, memory=memory),
            expected=expected,
            settings=settings,
            copies=copies,
            chance=chance,
        )
        orders.append(order)
    return orders


def _key(values: Sequence[Any]) -> UnitKey:
    return UnitKey(**dict(zip(_FIELDS, values, strict=True)))


def reply_answers(worker: str, answers: Sequence[Answer]) -> bytes:
    """A reply that holds answers; nothing in it needs to be unpickled."""
    parts = {
        f"{index} {name}": npy_bytes(array)
        for index, answer in enumerate(answers)
        for name, array in answer.arrays.items()
    }
    return encoded({"worker": worker, "answers": [_answer_facts(answer) for answer in answers]}, parts)


def _answer_facts(answer: Answer) -> dict[str, Any]:
    failure = None if answer.failure is None else asdict(answer.failure)
    circumstances = {"blameless": answer.blameless, "begun": answer.begun, "spent": answer.spent}
    return {"key": astuple(answer.key), "header": answer.header, "failure": failure, **circumstances}


def reply_missing_data(worker: str, needs: Sequence[str]) -> bytes:
    """A reply of a worker that has not got these data sets."""
    return encoded({"worker": worker, "needs": list(needs)}, {})


def reply_error(worker: str, why: str) -> bytes:
    """A reply of a worker that cannot run any unit."""
    return encoded({"worker": worker, "refusal": why}, {})


def reply_in(message: bytes) -> Reply:
    """The reply again."""
    frame = opened(message)
    arrays: dict[int, dict[str, Array]] = {}
    for place, data in frame.parts.items():
        number, name = place.split(" ", 1)
        array = read_array(data)
        if array is not None:
            arrays.setdefault(int(number), {})[name] = array
    answers = []
    for index, facts in enumerate(frame.header.get("answers", ())):
        failure = None if facts["failure"] is None else Failure(**facts["failure"])
        facts |= {"key": _key(facts["key"]), "failure": failure}
        answers.append(Answer(**facts, arrays=arrays.get(index, {})))
    return Reply(
        worker=frame.header["worker"],
        answers=tuple(answers),
        needs=tuple(frame.header.get("needs", ())),
        refusal=frame.header.get("refusal", ""),
    )
