"""Remembered: scores kept in the study file, so that opening a large one is a matter of a second.

They are a copy of what the predictions say and can be thrown away at any time: they stand under a key made of the seal
over all units, the design and the version that computed them, and are ignored as soon as any of these differs.
"""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import astuple
from hashlib import sha256
from typing import Any

import numpy as np

from bakeoff import __version__
from bakeoff.core.checks import Array
from bakeoff.measures.measure import Measure
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.findings import FailureRow
from bakeoff.study.analysis.gather import StudyScores, gather
from bakeoff.study.analysis.score_cube import MissingScore, ScoreCube
from bakeoff.study.analysis.stored_design import StoredStudy

__all__ = ["load_or_score", "store_scores"]

FORMAT = 3  # raised when the same predictions would be scored otherwise
NAME = "scores"


def load_or_score(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> StudyScores:
    """The scores: from the file if they are kept there and still hold, else from the predictions."""
    key = _key(ledger, design)
    kept = ledger.get_meta(NAME) if key else None
    if kept is not None and kept["key"] == key:
        return _read(kept, design)
    return gather(ledger, design, measures)


def store_scores(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> None:
    """Keep the scores of all units in the file, unless they are there already."""
    key = _key(ledger, design)
    kept = ledger.get_meta(NAME) if key else None
    if key and (kept is None or kept["key"] != key):
        ledger.set_meta(NAME, _written(gather(ledger, design, measures), key))


def _key(ledger: Ledger, design: StoredStudy) -> str:
    """Empty where a ledger has no seal: then nothing is kept."""
    seal = ledger.seal()
    if not seal:
        return ""
    domains = [(one.card.name, one.card.fingerprint, one.splits, one.sizes) for one in design.domains]
    parts = [FORMAT, __version__, seal, design.scheme, design.names, design.measures, domains]
    return sha256(json.dumps(parts).encode()).hexdigest()


def _written(found: StudyScores, key: str) -> dict[str, Any]:
    boards = [
        {
            "done": _packed(board.done),
            "failed": _packed(board.failed),
            "values": _packed(board.values),
            "reasons": [[*place, int(hole), why] for place, (hole, why) in board.reasons.items()],
            "pooled": {str(at): _packed(values) for at, values in board.pooled.items()},
            "seconds": _packed(board.seconds),
            "memory": _packed(board.memory),
            "cpu": _packed(board.cpu),
        }
        for board in (*found.boards, *found.grown)
    ]
    return {
        "key": key,
        "boards": boards,
        "failures": [astuple(one) for one in (*found.failures, *found.grown_failures)],
        "warnings": found.warnings,
        "unit_seconds": found.unit_seconds,
    }


def _read(kept: dict[str, Any], design: StoredStudy) -> StudyScores:
    boards = []
    places = [(domain, 0) for domain in design.domains]
    places += [(domain, size) for domain in design.domains for size in domain.sizes]
    for (domain, size), one in zip(places, kept["boards"], strict=True):
        splits, learners, measures = len(domain.splits), len(design.learners), len(design.measures)
        boards.append(
            ScoreCube(
                domain=domain,
                learners=design.names,
                measures=design.measures,
                done=_unpacked(one["done"], "?", (learners, splits)),
                failed=_unpacked(one["failed"], "?", (learners, splits)),
                values=_unpacked(one["values"], "<f8", (learners, splits, measures)),
                reasons={(learner, at): (MissingScore(hole), why) for learner, at, hole, why in one["reasons"]},
                pooled={int(at): _unpacked(text, "<f8", (learners, -1)) for at, text in one["pooled"].items()},
                seconds=_unpacked(one["seconds"], "<f8", (learners, splits)),
                memory=_unpacked(one["memory"], "<f8", (learners, splits)),
                cpu=_unpacked(one["cpu"], "<f8", (learners, splits)),
                size=size,
            )
        )
    failures = [FailureRow(**dict(zip(FailureRow.__slots__, row, strict=True))) for row in kept["failures"]]
    return StudyScores(
        boards=tuple(one for one in boards if not one.size),
        failures=tuple(one for one in failures if not one.size),
        warnings=tuple((learner, text, times) for learner, text, times in kept["warnings"]),
        unit_seconds=kept["unit_seconds"],
        grown=tuple(one for one in boards if one.size),
        grown_failures=tuple(one for one in failures if one.size),
    )


def _packed(values: Array) -> str:
    kind = "?" if values.dtype == bool else "<f8"
    return b64encode(zlib.compress(np.ascontiguousarray(values, dtype=kind).tobytes(), 1)).decode()


def _unpacked(text: str, kind: str, shape: tuple[int, ...]) -> Array:
    return np.frombuffer(zlib.decompress(b64decode(text)), dtype=kind).reshape(shape)
