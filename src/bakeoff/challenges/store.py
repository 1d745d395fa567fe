"""What a challenge remembers: teams, submissions, released scores, the audit log. One SQLite file; acknowledged means committed.

Several processes may use it at once (the server and the owner's shell): every change is one transaction that takes the write lock
first. `synchronous=FULL` in WAL mode brings a commit to the disk before it returns, so that kill -9 and a power cut lose nothing that
was acknowledged. Predictions are compressed typed arrays, never pickles.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from threading import RLock
from typing import Any, Self

import numpy as np

from bakeoff.challenges.release import KEY_BYTES, new_key
from bakeoff.challenges.submission import SubmittedPredictions
from bakeoff.core.errors import BadInput, StudyFileError, UnknownName
from bakeoff.runs.store.arrays import pack, unpack
from bakeoff.runs.store.database import open_database
from bakeoff.runs.store.schema import explain_sqlite_error

__all__ = ["AuditEntry", "ChallengeStore", "NotStored", "State", "StoredSubmission", "SubmissionLimits", "Team"]

VERSION = 1
PATIENCE = 30.0  # seconds that one process waits for another
SCHEMA = """
CREATE TABLE teams (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, token BLOB NOT NULL UNIQUE, made TEXT NOT NULL, accepted TEXT,
  risk REAL, best INTEGER, attempts INTEGER NOT NULL DEFAULT 0, chosen INTEGER
) STRICT;
CREATE TABLE submissions (
  id INTEGER PRIMARY KEY, team INTEGER NOT NULL REFERENCES teams, attempt INTEGER NOT NULL, digest TEXT NOT NULL, moment TEXT NOT NULL,
  improved INTEGER NOT NULL, released REAL NOT NULL, label BLOB NOT NULL, proba BLOB,
  UNIQUE (team, digest), UNIQUE (team, attempt)
) STRICT;
CREATE INDEX submissions_by_moment ON submissions (moment);
CREATE TABLE audit (id INTEGER PRIMARY KEY, moment TEXT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL, facts TEXT NOT NULL) STRICT;
CREATE INDEX audit_by_moment ON audit (moment);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""


class NotStored(StudyFileError):
    """The disk is full or fails, or another process holds the lock; nothing has changed."""


class State(StrEnum):
    """Where a challenge is on its way."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionLimits:
    """How often may be submitted, and until when."""

    per_team: int = 5  # submissions of a team on one day (UTC)
    in_total: int = 50  # submissions of all teams together on one day
    closes: str = ""  # moment in UTC, ISO 8601; empty: when the owner closes it

    def __post_init__(self) -> None:
        for name, value in (("budget of a team", self.per_team), ("budget of all teams", self.in_total)):
            if not 1 <= value <= 10**9:
                raise BadInput(f"the {name} is a whole number of submissions a day, at least 1, not {value}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team and its standing on the board."""

    id: int
    name: str
    token: bytes  # sha256 of the token
    made: str
    accepted: str | None  # when it accepted the terms
    risk: float | None  # released risk; None before its first submission
    best: int | None  # the submission behind it
    attempts: int
    chosen: int | None  # the submission that it chose for the final ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSubmission:
    """One submission without its predictions."""

    id: int
    team: int
    attempt: int
    digest: str
    moment: str
    improved: bool
    released: float  # the released risk of the team after it


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """Who did what, and when."""

    moment: str
    who: str
    what: str
    facts: Mapping[str, Any]


_TEAM = "id, name, token, made, accepted, risk, best, attempts, chosen"
_SUBMISSION = "id, team, attempt, digest, moment, improved, released"


class ChallengeStore:
    """The database of one challenge. Methods that change something are called inside `transaction`."""

    def __init__(self, path: Path, clock: Callable[[], datetime] | None = None) -> None:
        if not path.is_file():
            raise BadInput(f"there is no file {path}; the folder is not a complete challenge")
        self._path = path
        self._clock = clock or (lambda: datetime.now(UTC))
        self._lock = RLock()
        try:
            self._db = open_database(path, "rw", timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA trusted_schema=OFF")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            strange = version == VERSION and not _tables_as_made(self._db)  # before anything is written
            if version == VERSION and not strange:
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.execute("PRAGMA synchronous=FULL")
                self._db.execute("PRAGMA foreign_keys=ON")
        except (sqlite3.DatabaseError, UnicodeDecodeError) as problem:
            raise StudyFileError(
                f"{path} is damaged or not the database of a challenge ({problem}); restore it from a copy"
            ) from None
        if version != VERSION:
            self._db.close()
            raise StudyFileError(f"{path} was written by another version of bakeoff; use that version")
        if strange:
            self._db.close()
            raise StudyFileError(f"the tables of {path} are not those that bakeoff makes; restore it from a copy")

    @classmethod
    def create(cls, path: Path, limits: SubmissionLimits) -> Self:
        """A new, empty one that only its owner can read."""
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600))
        db = open_database(path, "rw", isolation_level=None)
        db.executescript(f"BEGIN;{SCHEMA}PRAGMA user_version={VERSION};COMMIT;")
        db.close()
        store = cls(path)
        with store.transaction():
            store.set_state(State.DRAFT)
            store.set_limits(limits)
            store.log("owner", "created")
        return store

    def close(self) -> None:
        """Bring everything into the one file."""
        with self._lock:
            self._db.close()

    def now(self) -> datetime:
        """The present moment in UTC."""
        return self._clock()

    def stamp(self) -> str:
        """The present moment as it is stored."""
        return self.now().isoformat(timespec="milliseconds")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; nobody else writes meanwhile. When it has ended, what was done is on the disk."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.Error as problem:  # a full or failing disk, or another process that holds the lock for long
                raise NotStored(f"nothing was stored ({problem})", cure="free some space, and try again") from None

    def _all(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as problem:
                if self._db.in_transaction:  # which says what it means
                    raise
                raise StudyFileError(explain_sqlite_error(problem, self._path)) from None

    def _one(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        return next(iter(self._all(query, *values)), None)

    # The challenge

    def state(self) -> State:
        """Draft, open or closed; a moment of closing that has passed counts."""
        state = State(self._meta("state"))
        closes = self.limits().closes
        ended = closes and self.now() >= datetime.fromisoformat(closes)
        return State.CLOSED if state is State.OPEN and ended else state

    def set_state(self, state: State) -> None:
        """Change it."""
        self._set("state", state.value)

    def limits(self) -> SubmissionLimits:
        """Budgets and the end."""
        return SubmissionLimits(**self._meta("limits"))

    def set_limits(self, limits: SubmissionLimits) -> None:
        """Change them."""
        self._set("limits", {"per_team": limits.per_team, "in_total": limits.in_total, "closes": limits.closes})

    def ranking(self) -> dict[str, Any] | None:
        """What was published of the final ranking, or None."""
        ranking: dict[str, Any] | None = self._meta("ranking")
        return ranking

    def set_ranking(self, ranking: Mapping[str, Any]) -> None:
        """Publish the final ranking."""
        self._set("ranking", dict(ranking))

    def key(self) -> bytes:
        """The secret from which the chance in answers is drawn; made at the first call."""
        self._all("INSERT OR IGNORE INTO meta VALUES (?, ?)", "key", json.dumps(new_key().hex()))
        key = bytes.fromhex(str(self._meta("key")))
        if len(key) != KEY_BYTES:
            raise StudyFileError("the secret key of the challenge is damaged; restore exchange.sqlite from a copy")
        return key

    def _meta(self, name: str) -> Any:
        row = self._one("SELECT value FROM meta WHERE name = ?", name)
        return None if row is None else json.loads(row[0])

    def _set(self, name: str, value: Any) -> None:
        self._all("INSERT OR REPLACE INTO meta VALUES (?, ?)", name, json.dumps(value))

    # Teams

    def add_team(self, name: str, token: bytes) -> None:
        """A new team; `token` is the sha256 of what it is given."""
        if any(team.name.casefold() == name.casefold() for team in self.teams()):
            raise BadInput(f"there is a team called {name!r} already; choose another name")
        self._all("INSERT INTO teams (name, token, made) VALUES (?, ?, ?)", name, token, self.stamp())

    def set_token(self, team: int, token: bytes) -> None:
        """Another token; the old one opens nothing any more."""
        self._all("UPDATE teams SET token = ? WHERE id = ?", token, team)

    def teams(self) -> tuple[Team, ...]:
        """All teams, in the order in which they came."""
        names = _TEAM.split(", ")
        rows = self._all(f"SELECT {_TEAM} FROM teams ORDER BY id")  # noqa: S608 - our own columns
        return tuple(Team(**dict(zip(names, row, strict=True))) for row in rows)

    def team(self, name: str) -> Team:
        """The team of that name."""
        teams = {team.name: team for team in self.teams()}
        if name not in teams:
            raise UnknownName("team", name, teams)
        return teams[name]

    def accept_terms(self, team: int) -> None:
        """The team accepts license and terms."""
        self._all("UPDATE teams SET accepted = ? WHERE id = ?", self.stamp(), team)

    def choose(self, team: int, submission: int) -> None:
        """The submission that enters the final ranking."""
        self._all("UPDATE teams SET chosen = ? WHERE id = ?", submission, team)

    # Submissions

    def submissions(self, team: int | None = None) -> tuple[StoredSubmission, ...]:
        """Those of a team, or all, in the order in which they came."""
        where, values = ("", ()) if team is None else (" WHERE team = ?", (team,))
        rows = self._all(f"SELECT {_SUBMISSION} FROM submissions{where} ORDER BY id", *values)  # noqa: S608
        return tuple(_submission(row) for row in rows)

    def submission_of(self, team: int, digest: str) -> StoredSubmission | None:
        """What the team sent before with the same predictions."""
        row = self._one(f"SELECT {_SUBMISSION} FROM submissions WHERE team = ? AND digest = ?", team, digest)  # noqa: S608
        return None if row is None else _submission(row)

    def used(self, team: int | None = None) -> int:
        """Submissions of today (UTC), of a team or of all."""
        day = self.stamp()[:10]
        query, values = "SELECT count(*) FROM submissions WHERE moment >= ?", [day]
        if team is not None:
            query, values = f"{query} AND team = ?", [day, team]  # type: ignore[list-item]
        row = self._one(query, *values)
        return int(row[0]) if row else 0

    def add_submission(
        self, team: Team, sent: SubmittedPredictions, *, improved: bool, risk: float
    ) -> StoredSubmission:
        """A submission and the standing of its team after it."""
        with self._lock:
            moment, attempt = self.stamp(), team.attempts + 1
            proba = None if sent.proba is None else b"".join(pack(sent.proba))
            cursor = self._db.execute(
                "INSERT INTO submissions (team, attempt, digest, moment, improved, released, label, proba) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (team.id, attempt, sent.digest, moment, int(improved), risk, b"".join(pack(_small(sent.label))), proba),
            )
            number = int(cursor.lastrowid or 0)
            best = number if improved else team.best
            self._all("UPDATE teams SET risk = ?, best = ?, attempts = ? WHERE id = ?", risk, best, attempt, team.id)
        return StoredSubmission(
            id=number,
            team=team.id,
            attempt=attempt,
            digest=sent.digest,
            moment=moment,
            improved=improved,
            released=risk,
        )

    def predictions(self, submission: int) -> SubmittedPredictions:
        """What was sent."""
        row = self._one("SELECT digest, label, proba FROM submissions WHERE id = ?", submission)
        if row is None:
            raise BadInput(f"there is no submission {submission}")
        digest, label, proba = row
        codes = unpack([label])
        return SubmittedPredictions(
            label=codes.astype(np.int64) if codes.dtype.kind in "iu" else codes, proba=None if proba is None else unpack([proba], 1 << 31), digest=digest
        )  # fmt: skip

    # Audit

    def log(self, who: str, what: str, **facts: Any) -> None:
        """Write down what was done."""
        self._all(
            "INSERT INTO audit (moment, who, what, facts) VALUES (?, ?, ?, ?)",
            self.stamp(),
            who,
            what,
            json.dumps(facts),
        )

    def logged_today(self, who: str, what: str) -> int:
        """How often it was written down today (UTC)."""
        row = self._one(
            "SELECT count(*) FROM audit WHERE who = ? AND what = ? AND moment >= ?", who, what, self.stamp()[:10]
        )
        return int(row[0]) if row else 0

    def audit(self, most: int | None = None) -> tuple[AuditEntry, ...]:
        """What was done, the last first."""
        rows = self._all(
            "SELECT moment, who, what, facts FROM audit ORDER BY id DESC LIMIT ?", -1 if most is None else most
        )
        return tuple(
            AuditEntry(moment=moment, who=who, what=what, facts=json.loads(facts)) for moment, who, what, facts in rows
        )


def _tables_as_made(db: sqlite3.Connection) -> bool:
    """Whether the file holds our tables and nothing else: a view in place of a table can give rows without end."""
    statements = [text for (text,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL LIMIT 100")]
    return sorted(statements) == sorted(statement.strip() for statement in SCHEMA.split(";") if statement.strip())


def _submission(row: tuple[Any, ...]) -> StoredSubmission:
    values = dict(zip(_SUBMISSION.split(", "), row, strict=True))
    return StoredSubmission(**values | {"improved": bool(values["improved"])})


def _small(values: Any) -> Any:
    """Codes in the smallest type that holds them."""
    return values.astype(np.min_scalar_type(int(values.max()))) if values.dtype.kind in "iu" and len(values) else values
