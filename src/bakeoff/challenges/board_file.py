"""The file in which a ladder is kept between submissions; for the owner only, as it reveals labels."""

import json
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.challenges.ladder import LONGEST_TEAM, Ladder, TeamStanding
from bakeoff.challenges.release import KEY_BYTES
from bakeoff.core.errors import BadInput
from bakeoff.core.whole_file import whole_file
from bakeoff.tabular.encoding import read_bytes

__all__ = ["load_board", "save_board"]

SCHEMA = "bakeoff.ladder/1"
LARGEST = 1 << 30  # bytes of a board file


def save_board(ladder: Ladder, path: Path) -> None:
    """Write the standings; the file appears whole or not at all, and only its owner can read it."""
    body = {
        "schema": SCHEMA, "measure": ladder.measure.name, "rule": ladder.rule, "alpha": ladder.alpha, "n": ladder.n,
        "truth": _mark(ladder.truth), "key": ladder.release.key.hex(),
        "standings": {
            team: {"risk": standing.risk, "attempts": standing.attempts, "seen": list(standing.seen), "losses": b64encode(standing.losses.astype("<f8").tobytes()).decode()}
            for team, standing in ladder.standings.items()
        },
    }  # fmt: skip
    with whole_file(path, private=True) as file:
        json.dump(body, file, ensure_ascii=False)


def load_board(ladder: Ladder, path: Path) -> None:
    """Give a ladder its earlier standings; refuses a board of another test set, measure or rule."""
    if path.stat().st_size > LARGEST:
        raise BadInput(f"{path.name} is larger than a board can be; name another file")
    try:
        body = json.loads(read_bytes(path))
        same = {
            "schema": SCHEMA,
            "measure": ladder.measure.name,
            "rule": ladder.rule,
            "alpha": ladder.alpha,
            "n": ladder.n,
            "truth": _mark(ladder.truth),
        }
        other = [name for name, value in same.items() if body[name] != value]
        low, high = ladder.range
        key = bytes.fromhex(body["key"])
        standings = {team: _standing(team, stored, ladder.n, high - low) for team, stored in body["standings"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, BadBase64):
        raise BadInput(f"{path.name} is not a board that bakeoff wrote; name another file") from None
    if "schema" in other:
        raise BadInput(f"{path.name} is not a board that bakeoff wrote, or one of another version; name another file")
    if other:
        raise BadInput(f"{path.name} is the board of another {' and '.join(other)}; name another file for this one")
    if len(key) != KEY_BYTES:
        raise BadInput(f"{path.name} is not a board that bakeoff wrote; name another file")
    ladder.standings, ladder.release = standings, replace(ladder.release, key=key)


def _standing(team: str, stored: dict[str, Any], n: int, worst: float) -> TeamStanding:
    """The standing of a team; raises ValueError for what no submission can have led to."""
    losses = np.frombuffer(b64decode(stored["losses"], validate=True), dtype="<f8").astype(np.float64)
    if len(losses) != n or not ((losses >= 0) & (losses <= worst * (1 + 1e-9))).all():
        raise ValueError
    # A released risk is rounded to a grid, so it may lie above the worst one.
    risk, attempts, marks = float(stored["risk"]), stored["attempts"], dict.fromkeys(map(str, stored["seen"]), True)
    if not 0 <= risk <= 2 * worst or type(attempts) is not int or not max(len(marks), 1) <= attempts < 1 << 53:
        raise ValueError
    if not team.strip() or len(team) > LONGEST_TEAM or not team.encode():  # half of a surrogate pair cannot be written
        raise ValueError
    return TeamStanding(risk=risk, losses=losses, attempts=attempts, seen=marks)


def _mark(truth: Any) -> str:
    return sha256("\0".join(map(str, np.asarray(truth).ravel().tolist())).encode()).hexdigest()
