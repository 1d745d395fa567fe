"""A challenge on its way: teams, budgets, released scores, the close, and the final study."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.challenges.challenge import Challenge, ChallengeClosed
from bakeoff.core.errors import BakeoffError, Problems
from tests.helpers.exchange import answers, as_csv, made_challenge, table_of, truth_of


@pytest.fixture
def challenge(tmp_path):
    with made_challenge(tmp_path) as made:
        made.add_team("ada")
        made.add_team("bob")
        made.open()
        yield made


def _other(columns, flips, seed=0):
    """The same answers but for some rows."""
    rng = np.random.default_rng(seed)
    turned = set(rng.choice(len(columns["id"]), flips, replace=False).tolist())
    swap = {"well": "ill", "ill": "well"}
    return columns | {
        "prediction": [swap[one] if at in turned else one for at, one in enumerate(columns["prediction"])]
    }


def test_the_board_is_that_of_a_ladder_on_the_public_rows(challenge):
    folder = challenge.folder.path
    public = [row["id"] for row in table_of(challenge.folder.hidden("public"))]
    truth = truth_of(folder)
    ladder = bo.Ladder([truth[one] for one in public], labels=["ill", "well"], key=challenge._store.key())
    standings = {}
    for team, kind in (("ada", "noise"), ("ada", "good"), ("bob", "plain"), ("ada", "plain")):
        sent = answers(folder, kind)
        by_id = dict(zip(sent["id"], sent["prediction"], strict=True))
        losses = np.array([float(by_id[one] != truth[one]) for one in public])
        got = challenge.submit(team, sent)
        standings[team], improved = ladder.judge(standings.get(team), losses, got.digest)
        want = standings[team]
        assert (got.submission, got.improved, got.score) == (want.attempts, improved, want.risk)
    ladder.standings = standings
    assert [(one.team, one.score, one.low, one.rank_from, one.attempts) for one in challenge.board().rows] == [
        (one.team, one.score, one.low, one.rank_from, one.attempts) for one in ladder.board()
    ]


def test_groups_make_a_longer_step(tmp_path):
    """With rows of one group alike, the step rests on the spread between groups: one value for each, with the same mean."""
    with made_challenge(tmp_path, groups="patient") as made:
        sent, _ = made._expected, made.add_team("t")
        made.open()
        made.submit("t", answers(made.folder.path, "plain"))
        stored = made.entries()["t"][1]
        by_row = made._ladder.losses(made.predictions(stored, made.hidden.public))
        by_group = made._losses(stored)
        assert len(by_group) == len(by_row) / 5
        assert by_group.mean() == pytest.approx(by_row.mean())
        seen = made.board().multiplicity
        assert (seen.rows, round(seen.n)) == (len(by_row), len(by_row) // 5)
        assert (
            f"on {seen.rows} hidden rows in groups, which tell as much as {round(seen.n)} independent ones."
            in made.board().remark
        )
    assert sent.ids == made.hidden.ids


def test_the_same_predictions_are_one_submission(challenge):
    sent = answers(challenge.folder.path, "good")
    first = challenge.submit("ada", sent)
    again = challenge.submit("ada", as_csv({"prediction": sent["prediction"][::-1], "id": sent["id"][::-1]}))
    assert again.repeated
    assert (again.submission, again.score, again.digest, again.moment) == (1, first.score, first.digest, first.moment)
    assert challenge.status()["submissions"] == 1
    challenge.submit("bob", sent)
    assert challenge.status()["alike"] == [["ada", "bob"]]


def test_a_bad_file_counts_nothing(challenge):
    sent = answers(challenge.folder.path, "good")
    with pytest.raises(Problems) as caught:
        challenge.submit("ada", {"id": [*sent["id"][1:], "x", "x"], "prediction": [*sent["prediction"], "sick"]})
    assert len(caught.value.problems) == 4
    assert challenge.status()["submissions"] == 0
    assert challenge.left_today("ada") == 100
    last = challenge.audit(1)[0]
    assert (last.who, last.what, dict(last.facts)) == ("ada", "submission refused", {"problems": 4})


def test_refusals_do_not_fill_the_audit_log(challenge, monkeypatch):
    monkeypatch.setattr("bakeoff.challenges.challenge.MOST_REFUSALS", 3)
    for _ in range(5):
        with pytest.raises(BakeoffError):
            challenge.submit("ada", {"id": ["x"], "prediction": ["well"]})
    assert sum(one.what == "submission refused" for one in challenge.audit()) == 3


def test_budgets_of_a_team_and_of_all_teams(tmp_path):
    now = [datetime(2031, 5, 1, 22, 30, tzinfo=UTC)]
    made_challenge(tmp_path, budget_per_day=2, total_budget_per_day=3).end()
    with Challenge(tmp_path / "challenge", clock=lambda: now[0]) as made:
        for team in ("ada", "bob"):
            made.add_team(team)
        made.open()
        sent = answers(made.folder.path, "good")
        variants = [_other(sent, flips, flips) for flips in range(1, 6)]
        assert made.submit("ada", variants[0]).left_today == 1
        assert made.submit("ada", variants[1]).left_today == 0
        with pytest.raises(
            ChallengeClosed,
            match=r"all 2 submissions of today are used; the next can be sent at 00:00 UTC, in 1 h 30 min",
        ):
            made.submit("ada", variants[2])
        assert made.submit("ada", variants[0]).repeated  # what was sent before is answered, and not counted
        made.submit("bob", variants[0])
        with pytest.raises(ChallengeClosed, match="all 3 submissions that all teams together may send today are used"):
            made.submit("bob", variants[1])
        with pytest.raises(Problems, match="submissions of today are used"):  # with all other problems
            made.submit("ada", {"id": ["x"], "prediction": ["well"]})
        now[0] += timedelta(hours=2)
        assert made.submit("ada", variants[2]).submission == 3


def test_states_and_their_sentences(tmp_path):
    now = [datetime(2031, 5, 1, tzinfo=UTC)]
    made_challenge(tmp_path, closes="2031-05-02").end()
    with Challenge(tmp_path / "challenge", clock=lambda: now[0]) as made:
        made.add_team("ada")
        sent = answers(made.folder.path, "good")
        for call, words in (
            (lambda: made.submit("ada", sent), "the challenge is not open yet"),
            (lambda: made.download("train.csv", "ada"), "the challenge is not open yet"),
            (made.close, "was never open"),
            (made.final, "made after the close"),
        ):
            with pytest.raises(BakeoffError, match=words):
                call()
        made.open()
        made.submit("ada", sent)
        now[0] += timedelta(days=1)
        assert made.state == "closed"
        with pytest.raises(
            ChallengeClosed, match="the challenge is closed since 2031-05-02 00:00 UTC; nothing can be sent any more"
        ):
            made.submit("ada", _other(sent, 3))
        with pytest.raises(ChallengeClosed, match="a choice can be made until it closes"):
            made.choose("ada", 1)
        with pytest.raises(BakeoffError, match="give it a later end first"):
            made.open()
        made.set_limits(closes="2031-06-01")
        assert made.state == "open"


def test_tokens_are_stored_as_hashes_and_can_be_replaced(challenge):
    token = challenge.add_team("carl")
    assert challenge.team_of(token) == "carl"
    assert len(token) > 43
    content = b"".join(path.read_bytes() for path in challenge.folder.path.iterdir() if path.is_file())
    assert token.encode() not in content
    assert token.removeprefix("bt_").encode() not in content
    newer = challenge.new_token("carl")
    assert (challenge.team_of(token), challenge.team_of(newer), challenge.team_of("")) == (None, "carl", None)


@pytest.mark.parametrize("name", ["", " ada", "x" * 61, "a\nb", "\x1b[31m", "ada", "ADA", "owner", "Owner"])
def test_names_of_teams(challenge, name):
    with pytest.raises(BakeoffError):
        challenge.add_team(name)


def test_terms_come_before_the_download(challenge):
    with pytest.raises(BakeoffError, match="the terms are not accepted yet"):
        challenge.download("train.csv", "ada")
    challenge.accept_terms("ada")
    assert challenge.download("train.csv", "ada").startswith(b"a,b,noise")
    for name in ("challenge.json", "../hidden/final.csv", "hidden/final.csv", "/etc/passwd", ""):
        with pytest.raises(BakeoffError, match="there is no download of that name"):
            challenge.download(name, "ada")
    log = [(one.who, one.what) for one in challenge.audit()]
    assert log[:2] == [("ada", "download"), ("ada", "terms accepted")]


def test_an_export_holds_no_label_and_no_formula(challenge, tmp_path):
    challenge.add_team("=1+1")
    challenge.submit("=1+1", answers(challenge.folder.path, "good"))
    written = challenge.export(tmp_path / "out")
    text = "".join(path.read_text() for path in written)
    assert "'=1+1" in text
    assert "\n=1+1" not in text
    assert not any(one in text for one in truth_of(challenge.folder.path))
    with pytest.raises(BakeoffError, match="is a file"):
        challenge.export(written[0])


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    with made_challenge(tmp_path_factory.mktemp("ended"), 600, positive="well") as made:
        for team in ("ada", "bob", "eve"):
            made.add_team(team)
        made.open()
        rows = table_of(made.folder.download("test.csv"))
        for team, weights in (("ada", (1, 0.6)), ("bob", (1, 0)), ("eve", (0, 0))):
            score = np.array(
                [
                    weights[0] * float(row["a"]) + weights[1] * float(row["b"]) + 0.01 * float(row["noise"])
                    for row in rows
                ]
            )
            proba = 1 / (1 + np.exp(-3 * score))
            made.submit(team, {"id": [row["id"] for row in rows], "proba_well": proba, "proba_ill": 1 - proba})
        made.submit("eve", answers(made.folder.path, "noise") | {"prediction": ["ill"] * len(rows)})
        made.choose("eve", 1)
        made.close()
        yield made


def _final(made):
    truth, ids = truth_of(made.folder.path), [row["id"] for row in table_of(made.folder.hidden("final"))]
    entries = {}
    for team, (_, sent) in made.entries().items():
        place = {one: at for at, one in enumerate(made.hidden.ids)}
        entries[team] = sent.proba[[place[one] for one in ids]]
    return [truth[one] for one in ids], entries


def test_the_final_study_is_the_comparison_of_the_predictions(ended):
    with ended.final() as results:
        assert results.learners == ("ada", "bob", "eve")
        truth, proba = _final(ended)
        labels = {team: ["well" if one[1] > one[0] else "ill" for one in rows] for team, rows in proba.items()}
        want, got = bo.compare_predictions(truth, labels, "error"), results.compare()
        assert got.verdict.claim is want.verdict.claim
        assert [one.pair.result.p_value for one in got.pairs] == pytest.approx(
            [one.pair.result.p_value for one in want.pairs]
        )
        by_auc = bo.compare_predictions(
            truth, {team: rows[:, 1] for team, rows in proba.items()}, "roc_auc", positive="well"
        )
        found = results.compare("roc_auc")
        assert [one.pair.result.difference.value for one in found.pairs] == pytest.approx(
            [one.pair.result.difference.value for one in by_auc.pairs]
        )


def test_the_final_study_opens_and_reports(ended, tmp_path):
    ended.final().close()
    with bo.open(ended.folder.study) as results:
        page = results.report(tmp_path / "final.html").read_text()
    assert "final submissions" in page
    assert all(team in page for team in ("ada", "bob", "eve"))
    assert ended.folder.study.stat().st_mode & 0o077 == 0
    assert not list((ended.folder.path / "hidden").glob("tmp*"))
    assert "final submissions" in ended.final_report()


def test_the_published_ranking(ended):
    ended.final().close()
    ranking = ended.board().ranking
    assert sorted(row["team"] for row in ranking["rows"]) == ["ada", "bob", "eve"]
    assert ranking["rows"][-1]["team"] == "eve"
    assert ranking["n"] == ended.about.final_rows
    truth, proba = _final(ended)
    labels = ["well" if one[1] > one[0] else "ill" for one in proba[ranking["rows"][0]["team"]]]
    want = bo.measure(truth, labels, measures=["error"])["error"]
    first = ranking["rows"][0]
    assert ranking["grid"] == 0.05  # the largest standard error of 120 rows is .046
    assert abs(first["score"] - want.value) < 0.05
    assert first["score"] == pytest.approx(round(first["score"] / 0.05) * 0.05)
    assert first["low"] < want.low
    assert want.high < first["high"]
    assert ranking["rows"][-1]["rank_to"] == 3
    with pytest.raises(BakeoffError, match="the hidden rows are used up"):
        ended.open()


def test_a_final_measure_that_was_named_before(tmp_path):
    with made_challenge(tmp_path, positive="well", final_measure="roc_auc") as made:
        for team in ("ada", "bob"):
            made.add_team(team)
        made.open()
        sent = answers(made.folder.path, "good")
        with pytest.raises(BakeoffError, match="reads probabilities; send the columns id and proba_CLASS"):
            made.submit("ada", sent)
        for team, sure in (("ada", 0.9), ("bob", 0.6)):
            proba = [sure if one == "well" else 1 - sure for one in sent["prediction"]]
            made.submit(team, {"id": sent["id"], "proba_well": proba, "proba_ill": [1 - one for one in proba]})
        made.close()
        with made.final() as results:
            assert results.findings.card.primary == "roc_auc"
        assert (made.board().ranking["measure"], made.board().measure) == ("roc_auc", "error")


def test_a_study_that_was_written_before_a_crash_is_published(ended, monkeypatch):
    ended.final().close()
    kept = ended.board().ranking
    with ended._store.transaction():
        ended._store._set("ranking", None)
    ended.final().close()
    assert ended.board().ranking == kept


def test_one_team_alone_is_measured_and_not_compared(tmp_path):
    with made_challenge(tmp_path) as made:
        made.add_team("ada")
        made.open()
        made.submit("ada", answers(made.folder.path, "good"))
        made.close()
        made.final().close()
        assert made.board().ranking["verdict"] == "Only ada has sent predictions, so nothing is compared."


def test_nobody_has_sent_anything(challenge):
    challenge.close()
    with pytest.raises(BakeoffError, match="no team has sent predictions"):
        challenge.final()
    assert not challenge.folder.study.exists()
    assert "No team has sent predictions yet." in str(challenge.board())


def test_what_is_shown(challenge):
    challenge.add_team("<b>x</b>")
    challenge.submit("<b>x</b>", answers(challenge.folder.path, "good"))
    challenge.submit("ada", answers(challenge.folder.path, "noise"))
    board = challenge.board()
    assert "<b>x</b>" in str(board)
    assert "&lt;b&gt;x" in board._repr_html_()
    assert "2 submissions of 2 teams on 60 hidden rows" in board.remark
    assert repr(challenge) == "<Challenge 'data': open, 3 teams, 2 submissions>"
