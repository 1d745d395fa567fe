"""Challenge: a lent data set in the hands of its owner, from the first draft to the final ranking."""

import csv
import hmac
import io
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from bakeoff.challenges.baseline import trivial_baseline
from bakeoff.challenges.creation import EXCHANGE_RULES, Design, create_challenge
from bakeoff.challenges.folder import Description, Folder, HiddenRows
from bakeoff.challenges.ladder import Ladder, TeamStanding
from bakeoff.challenges.leaderboard import Leaderboard, board_rows, multiplicity
from bakeoff.challenges.receipt import Receipt
from bakeoff.challenges.row_range import row_range
from bakeoff.challenges.store import AuditEntry, ChallengeStore, State, StoredSubmission, SubmissionLimits, Team
from bakeoff.challenges.submission import ExpectedRows, SubmittedPredictions, read_submission, submission_columns
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, BakeoffError, Problems
from bakeoff.core.text import clean, counted
from bakeoff.data.tasks import task_named
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.tabular.encoding import read_bytes
from bakeoff.tabular.safe_cells import safe_cell

if TYPE_CHECKING:
    from bakeoff.api.results import Results

__all__ = ["Challenge", "ChallengeClosed", "moment_of"]

OWNER = "owner"  # in the audit log
REFUSED = "submission refused"  # in the audit log ...
MOST_REFUSALS = 200  # ... so often for a team on one day
LONGEST_NAME = 60  # characters of the name of a team


class ChallengeClosed(BakeoffError):
    """Nothing can be sent now: the challenge is not open, or a budget is spent."""


class Challenge:
    """A lent data set: teams predict rows whose labels stay with the owner.

    `Challenge.create` divides a table and writes a folder; `Challenge(folder)` opens one. The board releases a score only if it is a clear
    improvement (see `Ladder`), and the final ranking is made on rows that no board has used. All methods work beside a running
    `bakeoff exchange serve` of the same folder.
    """

    def __init__(self, folder: str | Path, *, clock: Callable[[], datetime] | None = None) -> None:
        self.folder = Folder(folder)
        self.about: Description = self.folder.description()
        self._store = ChallengeStore(self.folder.database, clock)

    @classmethod
    @suggest_arguments
    def create(
        cls,
        data: Any,
        target: str,
        folder: str | Path,
        *,
        public: float = 0.5,
        test_share: float = 0.4,
        measure: str = "error",
        final_measure: str = "",
        rule: str = "corrected",
        alpha: float = 0.05,
        positive: Any = None,
        task: str | None = None,
        groups: str | None = None,
        time: str | None = None,
        budget_per_day: int = 5,
        total_budget_per_day: int = 50,
        license: str = "",  # noqa: A002 - the word that owners expect
        terms: str = "",
        closes: str = "",
        title: str = "",
    ) -> Self:
        """Make a challenge of a file or frame, as a draft.

        Parameters
        ----------
        data : path or frame
            The rows with their labels.
        target : str
            The column to predict.
        folder : path
            A new folder; only its owner can read it.
        public : float
            Share of the test rows behind the board; the others decide the final ranking.
        test_share : float
            Share of all rows whose labels stay hidden.
        measure : str
            A bounded mean over rows: error, accuracy, brier, expected_cost.
        final_measure : str
            What decides the final ranking: a bounded mean over rows, or roc_auc; empty: the measure of the board.
        rule, alpha : str, float
            The ladder's rule, "corrected", and its level, see `Ladder`.
        positive, task : object, str
            As in `load`.
        groups, time : str
            A column whose groups stay on one side, or by which the test rows are the latest ones.
        budget_per_day, total_budget_per_day : int
            Submissions of one team, and of all teams together, on one day (UTC).
        license, terms : str
            Shown before the download, and accepted there.
        closes : str
            A date or moment in UTC, such as 2031-06-30; empty: when the owner closes it.
        title : str
            The name of the challenge; by default that of the file.

        Returns
        -------
        Challenge
            As a draft: add teams, then `open` it.
        """
        limits = SubmissionLimits(per_team=budget_per_day, in_total=total_budget_per_day, closes=moment_of(closes))
        design = Design(
            target=target, public=public, test_share=test_share, measure=measure, final_measure=final_measure, rule=rule, alpha=alpha, positive=positive, task=task,
            groups=groups, time=time, license=license, terms=terms, title=title,
        )  # fmt: skip
        create_challenge(data, folder, design)
        ChallengeStore.create(Folder(folder).database, limits).close()
        return cls(folder)

    def __repr__(self) -> str:
        return f"<Challenge {self.about.title!r}: {self.state}, {counted(len(self.teams), 'team')}, {counted(len(self._store.submissions()), 'submission')}>"

    def _repr_html_(self) -> str:
        return self.board()._repr_html_()

    # Facts

    @property
    def state(self) -> str:
        """Where it is: draft, open or closed."""
        return self._store.state().value

    @property
    def limits(self) -> SubmissionLimits:
        """Budgets per day, and when it closes."""
        return self._store.limits()

    @property
    def teams(self) -> tuple[str, ...]:
        """The names of the teams."""
        return tuple(team.name for team in self._store.teams())

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the owner should know before the opening: rows that repeat, and what looks suspicious in the data."""
        warnings = []
        if self.about.copies:
            warnings.append(
                f"{counted(self.about.copies, 'test row')} of {self.about.test_rows} repeat the features of a training row, {self.about.copies_alike} of them with its target; "
                "a team that looks them up needs no model: remove repeated rows, or keep them together with --groups, and create the challenge again"
            )
        return (*warnings, *self.about.notes)

    @property
    def measure(self) -> Measure:
        """The measure of the board."""
        return measure_named(self.about.measure)

    # The owner's acts

    def add_team(self, name: str) -> str:
        """A new team; the token that it proves itself by is given here once and stored as a hash only."""
        if name != clean(name) or not 0 < len(name) <= LONGEST_NAME:
            raise BadInput(f"the name of a team has 1 to {LONGEST_NAME} letters on one line, not {clean(name)[:80]!r}")
        if name.casefold() == OWNER:
            raise BadInput(f"{name!r} is how the audit log names you; choose another name for the team")
        token, digest = _new_token()
        with self._store.transaction():
            self._store.add_team(name, digest)
            self._store.log(OWNER, "team added", team=name)
        return token

    def new_token(self, team: str) -> str:
        """Another token for a team that lost its own; the old one opens nothing any more."""
        token, digest = _new_token()
        with self._store.transaction():
            self._store.set_token(self._store.team(team).id, digest)
            self._store.log(OWNER, "token replaced", team=team)
        return token

    def open(self) -> None:
        """Let teams submit, for the first time or again. A final ranking that was made is not undone, so it forbids that."""
        with self._store.transaction():
            if self._store.ranking() is not None:
                raise BadInput("the final ranking was made, so the hidden rows are used up; create a new challenge")
            closes = self._store.limits().closes
            if closes and self._store.now() >= datetime.fromisoformat(closes):
                raise BadInput(f"the challenge was to close at {closes}; give it a later end first (--closes)")
            self._store.set_state(State.OPEN)
            self._store.log(OWNER, "opened")

    def close(self) -> None:
        """End the time of submissions."""
        with self._store.transaction():
            if self._store.state() is State.DRAFT:
                raise BadInput("the challenge was never open; open it first")
            self._store.set_state(State.CLOSED)
            self._store.log(OWNER, "closed")

    def set_limits(
        self, *, budget_per_day: int | None = None, total_budget_per_day: int | None = None, closes: str | None = None
    ) -> None:
        """Other budgets or another end; what is None stays."""
        with self._store.transaction():
            now = self._store.limits()
            limits = SubmissionLimits(
                per_team=now.per_team if budget_per_day is None else budget_per_day,
                in_total=now.in_total if total_budget_per_day is None else total_budget_per_day,
                closes=now.closes if closes is None else moment_of(closes),
            )
            self._store.set_limits(limits)
            self._store.log(OWNER, "limits changed", **asdict(limits))

    # The teams' acts

    def team_of(self, token: str) -> str | None:
        """The team that this token belongs to, or None. Every team is compared, each in constant time."""
        digest, name = sha256(token.encode()).digest(), None
        for team in self._store.teams():
            if hmac.compare_digest(team.token, digest):
                name = team.name
        return name

    def is_token_of(self, team: str, digest: bytes) -> bool:
        """Whether this is the sha256 of the present token of the team."""
        return any(record.name == team and hmac.compare_digest(record.token, digest) for record in self._store.teams())

    def accept_terms(self, team: str) -> None:
        """The team accepts license and terms; without that there is no download."""
        with self._store.transaction():
            record = self._store.team(team)
            if record.accepted is None:
                self._store.accept_terms(record.id)
                self._store.log(team, "terms accepted")

    def accepted(self, team: str) -> bool:
        """Whether the team has accepted license and terms."""
        return self._store.team(team).accepted is not None

    def check_terms(self, team: str) -> None:
        """Refuse a team that has not accepted the license and the terms, where the owner states any; the server asks this before a submission."""
        if (self.about.terms or self.about.license) and not self.accepted(team):
            raise BadInput(
                "the terms are not accepted yet",
                cure="read and accept them on the page of your team, or by bakeoff exchange download --accept-terms, and send the file again",
            )

    def download(self, name: str, team: str) -> bytes:
        """One of train.csv, test.csv, card.md and terms.txt."""
        if self._store.state() is State.DRAFT:
            raise ChallengeClosed("the challenge is not open yet", cure="wait until its owner opens it")
        if not self.accepted(team):
            raise BadInput(
                "the terms are not accepted yet",
                cure="read and accept them on the page of your team, or add --accept-terms to bakeoff exchange download",
            )
        content = read_bytes(self.folder.download(name))
        with self._store.transaction():
            self._store.log(team, "download", file=name)
        return content

    def submit(self, team: str, predictions: Any) -> Receipt:
        """Check and judge the predictions of a team.

        Parameters
        ----------
        team : str
            The name of the team.
        predictions : path, bytes, mapping or frame
            Columns: the ids of test.csv and `prediction`, or one column `proba_CLASS` for each class.

        Returns
        -------
        Receipt
            It is given after the submission is on the disk. The same predictions sent again get the answer of the first time.

        Raises
        ------
        BadInput
            With every problem of the file; nothing is counted then.
        """
        record = self._store.team(team)
        what = Path(predictions).name if isinstance(predictions, (str, Path)) else "the file"
        content = read_bytes(Path(predictions)) if isinstance(predictions, (str, Path)) else predictions
        columns = submission_columns(content, what, self._expected.longest_line)
        sent, problems = read_submission(columns, self._expected)
        if sent is None:
            refused = self._obstacle(record)
            self._log_refusal(team, problems=len(problems))
            raise Problems(what, [*problems, *([refused] if refused else [])])
        with self._store.transaction():
            record = self._store.team(team)
            stored = self._store.submission_of(record.id, sent.digest)
            repeated, refused = stored is not None, ""
            if stored is None:
                refused = self._obstacle(record)
                if not refused:
                    stored = self._judged(record, sent)
        if stored is None:
            self._log_refusal(team, reason=refused)
            raise ChallengeClosed(refused)
        return self._receipt(record, stored, repeated=repeated)

    def _log_refusal(self, team: str, **facts: Any) -> None:
        """Write it down, up to a number a day, so that nobody fills the disk by bad files."""
        with self._store.transaction():
            if self._store.logged_today(team, REFUSED) < MOST_REFUSALS:
                self._store.log(team, REFUSED, **facts)

    def _judged(self, team: Team, sent: SubmittedPredictions) -> StoredSubmission:
        """Judge by the ladder and store, inside a transaction."""
        old_standing = None
        if team.best is not None and team.risk is not None:
            before = self._losses(self._store.predictions(team.best))
            old_standing = TeamStanding(risk=team.risk, losses=before, attempts=team.attempts)
        standing, improved = self._ladder.judge(old_standing, self._losses(sent), sent.digest)
        stored = self._store.add_submission(team, sent, improved=improved, risk=standing.risk)
        self._store.log(
            team.name,
            "submission",
            number=stored.attempt,
            digest=sent.digest,
            improved=improved,
            released=self._ladder.score(standing.risk),
        )
        return stored

    def left_today(self, team: str) -> int:
        """Submissions that the team may still send today, by its own budget and that of all teams."""
        limits = self.limits
        return max(
            0, min(limits.per_team - self._store.used(self._store.team(team).id), limits.in_total - self._store.used())
        )

    def _receipt(self, team: Team, stored: StoredSubmission, *, repeated: bool) -> Receipt:
        return Receipt(
            team=team.name, submission=stored.attempt, improved=stored.improved and not repeated, score=self._score(stored.released),
            repeated=repeated, digest=stored.digest, moment=stored.moment, left_today=self.left_today(team.name),
        )  # fmt: skip

    def choose(self, team: str, submission: int) -> None:
        """Name the submission (its number, from 1) that enters the final ranking; without a choice it is the last one."""
        with self._store.transaction():
            if self._store.state() is not State.OPEN:
                raise ChallengeClosed("the challenge is not open", cure="a choice can be made until it closes")
            record = self._store.team(team)
            ids = {stored.attempt: stored.id for stored in self._store.submissions(record.id)}
            if submission not in ids:
                raise BadInput(f"there is no submission {submission} of this team; it has sent {len(ids)}")
            self._store.choose(record.id, ids[submission])
            self._store.log(team, "chosen", number=submission)

    def submissions(self, team: str) -> list[dict[str, Any]]:
        """What a team may know of its own submissions: number, moment, released score, and which one enters the final ranking."""
        record = self._store.team(team)
        sent = self._store.submissions(record.id)
        final = record.chosen or (sent[-1].id if sent else None)
        return [
            {"submission": submission.attempt, "moment": submission.moment, "improved": submission.improved, "score": self._score(submission.released),
             "digest": submission.digest, "final": submission.id == final}
            for submission in sent
        ]  # fmt: skip

    # What is shown

    def board(self) -> Leaderboard:
        """Released scores with their intervals, groups and ranks, and the number of submissions behind them."""
        teams = [team for team in self._store.teams() if team.risk is not None]
        attempts = {team.name: team.attempts for team in teams}
        scores = {team.name: self._score(team.risk) for team in teams if team.risk is not None}
        n = self.about.public_units
        return Leaderboard(
            title=self.about.title, state=self.state, measure=self.about.measure, better=self.measure.wish, closes=self.limits.closes,
            rows=board_rows(scores, attempts, self._range, higher=self.measure.wish == "higher", n=n, alpha=self.about.alpha),
            multiplicity=multiplicity(attempts, self._range, n, self.about.public_rows), ranking=self._store.ranking(),
            baseline=trivial_baseline(self.about),
        )  # fmt: skip

    def status(self) -> dict[str, Any]:
        """All that the owner may want to know, without labels."""
        names = {team.id: team.name for team in self._store.teams()}
        submissions = self._store.submissions()
        digests: dict[str, set[str]] = {}
        for submission in submissions:
            digests.setdefault(submission.digest, set()).add(names[submission.team])
        return {
            "title": self.about.title, "state": self.state, "folder": str(self.folder.path), **asdict(self.limits),
            "used_today": self._store.used(), "train_rows": self.about.train_rows, "public_rows": self.about.public_rows, "final_rows": self.about.final_rows,
            "teams": [
                {"team": team.name, "accepted": team.accepted, "submissions": team.attempts, "today": self._store.used(team.id),
                 "score": None if team.risk is None else self._score(team.risk)}
                for team in self._store.teams()
            ],
            "submissions": len(submissions), "alike": [sorted(teams) for teams in digests.values() if len(teams) > 1],
            "warnings": list(self.warnings), "final": self._store.ranking(),
        }  # fmt: skip

    def audit(self, most: int | None = None) -> tuple[AuditEntry, ...]:
        """What was done by whom, the last first."""
        return self._store.audit(most)

    def export(self, folder: str | Path) -> tuple[Path, ...]:
        """Write board, submissions and audit log as CSV files; no label and no prediction is in them."""
        into = Path(folder)
        if into.exists() and not into.is_dir():
            raise BadInput(f"{folder} is a file; name a folder to write into")
        into.mkdir(parents=True, exist_ok=True)
        written = []
        for name, content in self.csv_files().items():
            written.append(into / f"{name}.csv")
            with suppress(FileNotFoundError):
                written[-1].unlink()  # a link of that name goes, so that what it points to stays
            written[-1].write_bytes(content)
        return tuple(written)

    def csv_files(self) -> dict[str, bytes]:
        """What `export` writes, by name."""
        return {name: _csv_text(rows) for name, rows in self._tables().items()}

    def _tables(self) -> dict[str, list[list[Any]]]:
        names = {team.id: team.name for team in self._store.teams()}
        board: list[list[Any]] = [["team", "score", "low", "high", "groups", "rank_from", "rank_to", "submissions"]]
        board += [
            [row.team, row.score, row.low, row.high, row.groups, row.rank_from, row.rank_to, row.attempts]
            for row in self.board().rows
        ]
        sent: list[list[Any]] = [["team", "submission", "moment", "improved", "released", "sha256"]]
        sent += [
            [
                names[submission.team],
                submission.attempt,
                submission.moment,
                submission.improved,
                self._score(submission.released),
                submission.digest,
            ]
            for submission in self._store.submissions()
        ]
        audit: list[list[Any]] = [["moment", "who", "what", "facts"]]
        audit += [[event.moment, event.who, event.what, str(dict(event.facts))] for event in reversed(self.audit())]
        return {"board": board, "submissions": sent, "audit": audit}

    def final(self) -> "Results":
        """Make the study of all final submissions on the rows that no board has used, publish the ranking, and open the study.

        The measure that was named for it decides; `results.compare` answers for any other, an AUC too if all teams sent probabilities.
        """
        from bakeoff.api.results import open as open_results
        from bakeoff.challenges.final import final_ranking, make_final

        if self._store.state() is not State.CLOSED:
            raise ChallengeClosed("the final ranking is made after the close", cure="close the challenge first")
        if not self.folder.study.exists():
            make_final(self)
        if self._store.ranking() is None:
            self.publish(final_ranking(self, self._store.key()))
        return open_results(self.folder.study)

    def final_report(self) -> str:
        """The report of the final study as one HTML page."""
        if self._store.ranking() is None:
            raise BadInput("the final ranking is not made yet; close the challenge, then make it")
        with TemporaryDirectory(dir=self.folder.path / "hidden") as place, self.final() as results:
            return results.report(Path(place) / "final.html").read_text("utf-8")

    # Inside

    def load_hidden(self) -> None:
        """Read the labels and check their files; raises what is wrong with them."""
        assert len(self._expected.ids) == self.about.test_rows

    def entries(self) -> dict[str, tuple[StoredSubmission, SubmittedPredictions]]:
        """The submission of each team that enters the final ranking. For the owner."""
        entries = {}
        for team in self._store.teams():
            sent = {submission.id: submission for submission in self._store.submissions(team.id)}
            if sent:
                last = sent[team.chosen] if team.chosen is not None else list(sent.values())[-1]
                entries[team.name] = last, self._store.predictions(last.id)
        return entries

    def publish(self, ranking: Mapping[str, Any]) -> None:
        """Show the final ranking to everybody."""
        with self._store.transaction():
            self._store.set_ranking(ranking)
            self._store.log(OWNER, "final ranking published", measure=ranking["measure"])

    @cached_property
    def hidden(self) -> HiddenRows:
        """The labels. For the owner's process only."""
        return self.folder.hidden_rows(self.about)

    @cached_property
    def _expected(self) -> ExpectedRows:
        return ExpectedRows(
            ids=self.hidden.ids, classes=self.about.classes if task_named(self.about.task).coded else (), id_column=self.about.id_column,
            needs_proba=bool({self.measure.needs, measure_named(self.about.final_measure).needs} & {Output.PROBA, Output.SCORE}),
        )  # fmt: skip

    @cached_property
    def _ladder(self) -> Ladder:
        if self.about.rule not in EXCHANGE_RULES:
            raise BadInput(
                f"the rule {self.about.rule!r} gives single labels away; create the challenge again without --rule"
            )
        about, codes = self.about, self.hidden.truth[self.hidden.public].tolist()
        return Ladder(
            [about.classes[code] for code in codes] if about.classes else codes, self.measure, rule=about.rule, alpha=about.alpha,
            labels=about.classes or None, positive=about.positive, task=about.task, key=self._store.key(), units=about.public_units,
        )  # fmt: skip

    def _losses(self, sent: SubmittedPredictions) -> Array:
        """Losses of the rows behind the board; where rows come in groups one value for each group, with the same mean.

        The step of the ladder then rests on the spread between groups.
        """
        losses = self._ladder.losses(self.predictions(sent, self.hidden.public))
        if self.hidden.groups is None:
            return losses
        codes = np.unique(self.hidden.groups[self.hidden.public], return_inverse=True)[1]
        sums = np.bincount(codes, losses)
        return sums * len(sums) / len(losses)

    def predictions(self, sent: SubmittedPredictions, rows: Array) -> Predictions:
        """A submission with the truth of some rows. For the owner's process only."""
        return Predictions(
            task=task_named(self.about.task), rows=np.asarray(self.hidden.ids)[rows], truth=self.hidden.truth[rows], classes=self.about.classes,
            positive=self.about.positive, label=sent.label[rows], proba=None if sent.proba is None else sent.proba[rows],
        )  # fmt: skip

    @cached_property
    def _range(self) -> tuple[float, float]:
        """The smallest and the largest value of the measure on one row."""
        return row_range(self.measure, task_named(self.about.task), self.about.classes, self.about.positive)

    def _score(self, risk: float) -> float:
        """A released risk in the measure's own direction; no label is needed for it."""
        low, high = self._range
        return min(high, max(low, high - risk if self.measure.wish == "higher" else risk + low))

    def _obstacle(self, team: Team) -> str:
        """Why nothing can be sent now; empty where something can."""
        state, limits = self._store.state(), self._store.limits()
        if state is State.DRAFT:
            return "the challenge is not open yet; wait until its owner opens it"
        if state is State.CLOSED:
            since = (
                f" since {limits.closes[:16].replace('T', ' ')} UTC"
                if limits.closes and limits.closes <= self._store.stamp()
                else ""
            )
            return f"the challenge is closed{since}; nothing can be sent any more"
        now = self._store.now()
        midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        wait = f"the next can be sent at 00:00 UTC, in {(midnight - now).seconds // 3600} h {(midnight - now).seconds % 3600 // 60} min"
        if self._store.used(team.id) >= limits.per_team:
            return f"all {limits.per_team} submissions of today are used; {wait}"
        if self._store.used() >= limits.in_total:
            return f"all {limits.in_total} submissions that all teams together may send today are used; {wait}"
        return ""

    def end(self) -> None:
        """Close the files; what was acknowledged is on the disk already."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def _new_token() -> tuple[str, bytes]:
    """A token of 256 random bits, and its sha256."""
    token = f"bt_{secrets.token_urlsafe(32)}"
    return token, sha256(token.encode()).digest()


def moment_of(text: str) -> str:
    """A date or moment as it is stored, in UTC.

    >>> moment_of("2031-06-30"), moment_of("2031-06-30 12:00"), moment_of("")
    ('2031-06-30T00:00:00.000+00:00', '2031-06-30T12:00:00.000+00:00', '')
    """
    if not text.strip():
        return ""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise BadInput(f"{clean(text)!r} is not a date; write it as 2031-06-30 or 2031-06-30T12:00, in UTC") from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="milliseconds")


def _csv_text(rows: list[list[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode()
