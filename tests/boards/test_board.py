"""A board: every order of columns gives one answer, claims agree with each other, and bad input gets one sentence."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.boards.separation import separate
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, BakeoffError


def table(seed=0, n=120, shares=(0.9, 0.7, 0.7, 0.4)):
    rng = np.random.default_rng(seed)
    return {f"s{place}": (rng.random(n) < share).astype(float).tolist() for place, share in enumerate(shares)}


def by_name(board):
    return {row.system: row for row in board.rows}


def test_what_a_row_states_agrees_with_the_others():
    board = bo.board(table())
    rows = by_name(board)
    assert board.leader == "s0"
    assert board.best_set == ("s0",)
    assert [row.rank for row in board.rows] == sorted(row.rank for row in board.rows)
    for row in board.rows:
        assert row.rank_low <= row.rank <= row.rank_high
        assert row.low <= row.score <= row.high
        if row.system != "s0":
            assert (
                (row.p_leader <= 0.05) == (row.difference_high < 0) == (not set(row.letters) & set(rows["s0"].letters))
            )
            assert row.difference == pytest.approx(row.score - rows["s0"].score)


def test_the_order_of_columns_and_rows_and_the_scale_change_nothing():
    scores = table()
    board = bo.board(scores)
    turned = bo.board(dict(reversed(scores.items())))
    assert turned.to_dict() == board.to_dict()
    scaled = bo.board({name: (3 * np.array(column) + 7).tolist() for name, column in scores.items()})
    assert [(row.system, row.rank_low, row.rank_high, row.letters) for row in scaled.rows] == [
        (row.system, row.rank_low, row.rank_high, row.letters) for row in board.rows
    ]
    errors = bo.board({name: (1 - np.array(column)).tolist() for name, column in scores.items()}, direction="lower")
    assert [(row.system, row.rank, row.rank_low, row.rank_high) for row in errors.rows] == [
        (row.system, row.rank, row.rank_low, row.rank_high) for row in board.rows
    ]


@pytest.mark.parametrize("turn", [1, -1])
def test_equal_perfect_and_dominated_systems_get_an_answer(turn):
    equal = {name: [1.0, 0.0] * 30 for name in "abcd"}
    board = bo.board(dict(list(equal.items())[::turn]))
    assert set(board.best_set) == set("abcd")
    assert {(row.rank, row.rank_low, row.rank_high, row.letters) for row in board.rows} == {(1, 1, 4, "a")}
    perfect = {"perfect": [1.0] * 60, **equal, "zero": [0.0] * 60}
    board = bo.board(dict(list(perfect.items())[::turn]))
    assert board.best_set == ("perfect",)
    assert (by_name(board)["zero"].rank_low, by_name(board)["zero"].rank_high) == (6, 6)


def test_two_systems_of_few_items_are_the_sign_flip_test_by_hand():
    a, b = np.array([0.9, 0.8, 0.7, 0.9, 0.8, 0.95, 0.7, 0.6]), np.array([0.5, 0.6, 0.65, 0.5, 0.7, 0.6, 0.75, 0.4])
    signs = 1 - 2 * ((np.arange(256)[:, None] >> np.arange(8)) & 1)
    flipped = np.abs(signs @ (a - b))
    expected = (flipped >= abs((a - b).sum()) - 1e-12).mean()
    (_, second) = bo.board({"a": a.tolist(), "b": b.tolist()}).rows
    assert second.p_leader == pytest.approx(expected)


def test_false_claims_keep_the_level_where_all_systems_are_equal():
    """400 boards of 8 equal systems and 30 items; .05 of them may separate a pair (.05 + 3 standard errors: 33)."""
    rng = np.random.default_rng(1)
    wrong = sum(
        bool(separate((rng.random((30, 8)) < 0.6).astype(float), seed=draw).separated.any()) for draw in range(400)
    )
    assert wrong <= 33


def test_missing_cells_are_noted_and_pairs_are_compared_on_shared_items():
    scores = {name: list(column) for name, column in table().items()}
    scores["s3"][:60] = [float("nan")] * 60
    board = bo.board(scores)
    assert {note.code for note in board.notes} == {"boards.missing_cells"}
    assert by_name(board)["s3"].items == 60
    alone = bo.board({name: column[60:] for name, column in scores.items() if name in {"s0", "s3"}})
    assert by_name(board)["s3"].difference == pytest.approx(by_name(alone)["s3"].difference)


def test_groups_count_together():
    scores = table(n=40)
    copies = {name: np.repeat(column, 10).tolist() for name, column in scores.items()}
    plain = bo.board(scores)
    grouped = bo.board(copies, groups=np.repeat(np.arange(40), 10).tolist())
    assert [(row.system, row.rank_low, row.rank_high) for row in grouped.rows] == [
        (row.system, row.rank_low, row.rank_high) for row in plain.rows
    ]
    assert len(bo.board(copies).best_set) <= len(grouped.best_set)


def test_a_long_table_is_the_same_board():
    scores = table()
    long = {"model": [], "question": [], "correct": []}
    for name, column in scores.items():
        for number, cell in enumerate(column):
            long["model"].append(name)
            long["question"].append(f"q{number}")
            long["correct"].append(cell)
    board = bo.board(long, learner="model", item="question", value="correct")
    assert [(row.system, row.score, row.rank_low, row.rank_high) for row in board.rows] == [
        (row.system, row.score, row.rank_low, row.rank_high) for row in bo.board(scores).rows
    ]


def test_few_items_and_mixed_scales_get_a_note():
    few = bo.board({"a": [1.0, 2.0], "b": [2.0, 1.0], "c": [1.0, 3.0]})
    assert "boards.few_items" in {note.code for note in few.notes}
    mixed = bo.board({"a": [0.5, 0.6, 0.7, 1000.0], "b": [0.4, 0.5, 0.6, 9000.0]})
    assert "boards.mixed_scales" in {note.code for note in mixed.notes}


def test_the_shell_prints_writes_and_gives_one_object(tmp_path):
    scores, path = table(), tmp_path / "items.csv"
    path.write_text(
        "\n".join([",".join(scores), *(",".join(map(str, row)) for row in zip(*scores.values(), strict=True))]),
        encoding="utf-8",
    )
    done = CliRunner().invoke(cli, ["board", str(path), "-o", str(tmp_path / "board.html")])
    assert done.stdout.startswith("The best is s0, with 95 % confidence.")
    assert "Rank intervals" in (tmp_path / "board.html").read_text(encoding="utf-8")
    found = json.loads(CliRunner().invoke(cli, ["board", str(path), "--json"]).stdout)
    assert found["best_set"] == ["s0"]
    assert CliRunner().invoke(cli, ["board", str(path), "-o", str(tmp_path / "board.csv")]).exit_code == 0
    assert (tmp_path / "board.csv").read_text(encoding="utf-8").startswith("system,rank,rank_low,rank_high,score")


def test_names_are_escaped_on_the_page(tmp_path):
    scores = {"<script>x</script>": [1.0, 0.0] * 20, "b": [0.0, 1.0] * 20}
    page = bo.board(scores).report(tmp_path / "board.html").read_text(encoding="utf-8")
    assert "<script>x" not in page


def test_votes_of_one_voter_count_together():
    votes = {"winner": ["a"] * 60 + ["b"] * 30, "loser": ["b"] * 60 + ["a"] * 30}
    alone = bo.bradley_terry(votes)
    assert alone.best_set == ("a",)
    together = bo.bradley_terry(votes | {"who": ["p"] * 60 + ["q"] * 30}, voter="who")
    assert set(together.best_set) == {"a", "b"}
    assert together.rows[0].score == alone.rows[0].score


@pytest.mark.parametrize(
    ("votes", "options", "words"),
    [
        ({"winner": ["a"], "loser": ["a"]}, {}, "vote 1 does not name two different systems"),
        ({"winner": ["a"] * 5, "loser": ["b"] * 5}, {}, "won or lost every vote"),
        ({"winner": [], "loser": []}, {}, "there are no votes"),
        ({"won": ["a"], "loser": ["b"]}, {}, "no column of votes called 'winner'"),
        ({"winner": ["a", "b"], "loser": ["b", "a"]}, {"tie": "draw"}, "no column of votes called 'draw'"),
    ],
)
def test_wrong_votes_get_one_sentence(votes, options, words):
    with pytest.raises(BakeoffError) as refused:
        bo.bradley_terry(votes, **options)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("scores", "options", "words"),
    [
        ({"a": [1.0, 0.0, 1.0]}, {}, "a comparison needs two learners"),
        ({"a": [1.0, 0.0], "b": [float("nan")] * 2}, {}, "'b'"),
        ({"a": [1.0, 0.0], "b": [0.0, 1.0]}, {"level": 1.5}, "level must lie strictly between 0 and 1"),
        ({"a": [1.0, 0.0], "b": ["x", "y"]}, {}, "'b'"),
    ],
)
def test_wrong_tables_get_one_sentence(scores, options, words):
    with pytest.raises(BadInput) as refused:
        bo.board(scores, **options)
    assert words in str(refused.value)
