"""A challenge is made: what leaves, what stays, who can read it, and what the owner learns before the opening."""

import json
import stat

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BakeoffError
from tests.helpers.exchange import lent_table, made_challenge, table_of, truth_of


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    place = tmp_path_factory.mktemp("made")
    challenge = made_challenge(place)
    yield challenge
    challenge.end()


def _source(made):
    return table_of(made.folder.path.parent / "data.csv")


def test_every_row_is_on_one_side_and_keeps_its_cells(made):
    train, test, truth = (
        table_of(made.folder.download("train.csv")),
        table_of(made.folder.download("test.csv")),
        truth_of(made.folder.path),
    )
    assert (len(train), len(test)) == (180, 120)
    assert "outcome" not in test[0]
    joined = [{**row, "outcome": truth[row["id"]]} for row in test]
    for row in joined:
        row.pop("id")
    key = lambda row: tuple(row[name] for name in ("a", "b", "noise", "patient", "day", "outcome"))  # noqa: E731
    assert sorted(map(key, [*train, *joined])) == sorted(map(key, _source(made)))


def test_test_rows_are_shuffled_and_get_new_ids(made):
    test = table_of(made.folder.download("test.csv"))
    place = {(row["a"], row["b"]): at for at, row in enumerate(_source(made))}
    order = [place[row["a"], row["b"]] for row in test]
    assert abs(np.corrcoef(order, np.arange(len(order)))[0, 1]) < 0.4  # 0.4 is more than four standard errors
    ids = [row["id"] for row in test]
    assert len(set(ids)) == len(ids)
    assert all(one[0] == "r" and one.isalnum() and not one.isdigit() for one in ids)


def test_both_hidden_parts_have_their_rows(made):
    parts = {part: {row["id"] for row in table_of(made.folder.hidden(part))} for part in ("public", "final")}
    assert {name: len(one) for name, one in parts.items()} == {"public": 60, "final": 60}
    assert not parts["public"] & parts["final"]


def test_only_the_owner_can_read(made):
    for path in (made.folder.path, made.folder.path / "hidden", made.folder.path / "download"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    for path in made.folder.path.rglob("*"):
        if path.is_file():
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_hidden_labels_that_others_can_read_or_that_changed_are_refused(tmp_path):
    with made_challenge(tmp_path) as challenge:
        path = challenge.folder.hidden("public")
        path.chmod(0o644)
        with pytest.raises(BakeoffError, match="can be read by others; take their rights away with: chmod 600"):
            challenge.load_hidden()
        path.chmod(0o600)
        text = path.read_text()
        path.write_text(text.replace("well", "ill", 1))
        with pytest.raises(BakeoffError, match="has changed since the challenge was made"):
            challenge.load_hidden()
        path.write_text(text)
        challenge.load_hidden()


def test_the_card_describes_training_rows_only(made):
    card = made.folder.download("card.md").read_text()
    counts = {
        name: sum(row["outcome"] == name for row in table_of(made.folder.download("train.csv")))
        for name in ("ill", "well")
    }
    for name, rows in counts.items():
        assert f"| {name} | {rows} |" in card
    assert "CC BY 4.0" in card
    assert "Do not try to name patients." in made.folder.download("terms.txt").read_text()


def test_a_card_holds_no_markup_of_the_owner(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text(lent_table(tmp_path / "raw.csv").read_text().replace("noise", "<script>|x", 1))
    with bo.Challenge.create(path, "outcome", tmp_path / "c", title="# <b>T</b>", license="[x](javascript:1)") as made:
        card = made.folder.download("card.md").read_text()
    assert "<b>" not in card.replace("\\<", "")
    assert "\\[x\\](javascript:1)" in card
    assert "<script>" not in card.replace("\\<", "")


def test_groups_stay_on_one_side_and_in_one_part(tmp_path):
    with made_challenge(tmp_path, groups="patient") as made:
        test = {row["id"]: row["patient"] for row in table_of(made.folder.download("test.csv"))}
        sides = [
            {row["patient"] for row in table_of(made.folder.download("train.csv"))},
            *({test[row["id"]] for row in table_of(made.folder.hidden(part))} for part in ("public", "final")),
        ]
        assert not sides[0] & sides[1]
        assert not sides[0] & sides[2]
        assert not sides[1] & sides[2]
        assert made.about.public_units == pytest.approx(made.about.public_rows / 5)


def test_few_groups_are_refused(tmp_path):
    rows = table_of(lent_table(tmp_path / "raw.csv"))
    lines = ["a,site,outcome", *(f"{row['a']},s{at % 6},{row['outcome']}" for at, row in enumerate(rows))]
    (tmp_path / "data.csv").write_text("\n".join(lines))
    with pytest.raises(
        BakeoffError,
        match=r"the smaller hidden part would have \d groups?, and a board needs at least 5; bring more groups",
    ):
        bo.Challenge.create(tmp_path / "data.csv", "outcome", tmp_path / "c", groups="site")


def test_the_latest_rows_are_tested(tmp_path):
    with made_challenge(tmp_path, time="day") as made:
        train, test = (table_of(made.folder.download(name)) for name in ("train.csv", "test.csv"))
        assert max(row["day"] for row in train) <= min(row["day"] for row in test)


def test_rows_that_repeat_are_reported_before_the_opening(tmp_path):
    path = lent_table(tmp_path / "data.csv", 200, copies=100)
    with bo.Challenge.create(path, "outcome", tmp_path / "c") as made:
        train = [tuple(row.values())[:5] for row in table_of(made.folder.download("train.csv"))]
        test = [tuple(row.values())[1:6] for row in table_of(made.folder.download("test.csv"))]
        want = sum(row in set(train) for row in test)
        assert made.about.copies == made.about.copies_alike == want > 0
        assert f"{want} test rows of {made.about.test_rows} repeat the features of a training row" in made.warnings[0]


def test_a_column_that_is_the_target_is_reported(tmp_path):
    rows = table_of(lent_table(tmp_path / "raw.csv"))
    lines = ["a,leak,outcome", *(f"{row['a']},{row['outcome'][0]},{row['outcome']}" for row in rows)]
    (tmp_path / "data.csv").write_text("\n".join(lines))
    with bo.Challenge.create(tmp_path / "data.csv", "outcome", tmp_path / "c") as made:
        assert any("'leak' is the target under another name" in one for one in made.warnings)


def test_frames_and_numbers(tmp_path):
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(1)
    frame = pandas.DataFrame({"id": np.arange(200), "x": rng.normal(size=200), "y": np.exp(rng.normal(size=200))})
    with bo.Challenge.create(frame, "y", tmp_path / "c", measure="smape") as made:
        assert made.about.id_column == "row_id"
        test = table_of(made.folder.download("test.csv"))
        made.add_team("t")
        made.open()
        got = made.submit("t", {"row_id": [row["row_id"] for row in test], "prediction": [1.0] * len(test)})
    truth = {row["id"]: float(row["truth"]) for row in table_of(made.folder.hidden("public"))}
    want = bo.measure(list(truth.values()), [1.0] * len(truth), measures=["smape"], level=None)["smape"].value
    assert got.score == pytest.approx(want, abs=0.2)  # the grid of 40 rows whose values lie between 0 and 2
    assert set(frame["y"]) >= set(truth.values())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"public": 1.5}, "public is a share between 0 and 1"),
        ({"test_share": 0, "public": 0}, "test-share is a share between 0 and 1"),
        ({"test_share": 0.05}, "the smaller hidden part would have"),
        ({"measure": "roc_auc"}, "a board needs a bounded mean over rows"),
        ({"measure": "smape"}, "cannot be a measure of this challenge"),
        ({"final_measure": "fit_seconds"}, "does not decide who predicts better"),
        ({"final_measure": "roc_auc"}, "cannot be a measure of this challenge"),
        ({"final_measure": "auk"}, "no measure called 'auk'"),
        ({"rule": "strict"}, "no rule of a ladder called 'strict'"),
        ({"groups": "patient", "time": "day"}, "by groups or by time, not by both"),
        ({"budget_per_day": 0}, "the budget of a team is a whole number"),
        ({"closes": "soon"}, "'soon' is not a date; write it as 2031-06-30"),
        ({"groups": "patients"}, "patient"),
    ],
)
def test_bad_designs_get_one_sentence(tmp_path, options, words):
    with pytest.raises(BakeoffError, match=words):
        made_challenge(tmp_path, **options)
    assert not (tmp_path / "challenge" / "challenge.json").exists()


def test_a_folder_that_is_used_is_refused(tmp_path):
    made_challenge(tmp_path).end()
    with pytest.raises(BakeoffError, match="exists already and is not empty"):
        made_challenge(tmp_path)


def test_a_folder_without_or_with_a_damaged_challenge(tmp_path):
    with pytest.raises(BakeoffError, match="contains no challenge"):
        bo.Challenge(tmp_path)
    made_challenge(tmp_path).end()
    path = tmp_path / "challenge" / "challenge.json"
    body = json.loads(path.read_text())
    for damaged, words in (
        (b"{", "is not as bakeoff writes it"),
        (json.dumps(body | {"schema": "x/9"}).encode(), "another version"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(BakeoffError, match=words):
            bo.Challenge(tmp_path / "challenge")
    path.write_text(json.dumps(body))
    (tmp_path / "challenge" / "exchange.sqlite").write_bytes(
        b"no database at all, but long enough to be looked at" * 20
    )
    with pytest.raises(BakeoffError, match="is damaged or not the database"):
        bo.Challenge(tmp_path / "challenge")
