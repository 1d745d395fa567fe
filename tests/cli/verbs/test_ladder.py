"""`bakeoff ladder`: a board that lives in a file, submissions matched by id, bad input."""

import json

import pytest


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    truth = ["yes" if i % 3 else "no" for i in range(90)]
    (tmp_path / "truth.csv").write_text("id,y\n" + "".join(f"r{i},{one}\n" for i, one in enumerate(truth)))
    (tmp_path / "poor.csv").write_text("id,pred\n" + "".join(f"r{i},yes\n" for i in reversed(range(90))))
    (tmp_path / "good.csv").write_text("id,pred\n" + "".join(f"r{i},{one}\n" for i, one in enumerate(truth)))
    return tmp_path


CALL = ("ladder", "truth.csv", "--truth", "y", "--board", "board.json")


def test_submissions_climb_and_the_board_is_kept(files, bakeoff):
    first = bakeoff(*CALL, "poor.csv", "--team", "ada")
    assert first.exit_code == 0, first.stderr
    assert "first submission of ada" in first.stdout
    second = bakeoff(*CALL, "good.csv", "--team", "ada")
    assert "is an improvement: error 0.0000" in second.stdout.replace("error rate", "error")
    again = bakeoff(*CALL, "good.csv", "--team", "ada")
    assert "nothing was counted" in again.stdout
    found = json.loads(bakeoff(*CALL, "--json").stdout)
    assert found["schema"] == "bakeoff.ladder/1"
    assert [(one["team"], one["attempts"]) for one in found["board"]] == [("ada", 2)]
    assert (files / "board.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("id,pred\nr0,yes\n", "rows of the test set have no prediction"),
        ("id,pred\n" + "".join(f"r{i},yes\n" for i in range(91)), "1 id is not in the test set: r90"),
        ("id,pred\nr0,no\n" + "".join(f"r{i},yes\n" for i in range(90)), "1 id is repeated: r0"),
        ("id,guess\n" + "".join(f"r{i},yes\n" for i in range(90)), "no column of"),
        ("id,pred\n" + "".join(f"r{i},\n" for i in range(90)), "predictions are empty"),
        ("id,pred\n" + "".join(f"r{i},NaN\n" for i in range(90)), "90 predictions are empty"),
    ],
)
def test_wrong_files_get_one_sentence_and_count_nothing(files, bakeoff, text, sentence):
    (files / "wrong.csv").write_text(text)
    done = bakeoff(*CALL, "wrong.csv", "--team", "ada")
    assert done.exit_code == 2
    assert sentence in " ".join(done.stderr.split())
    assert not (files / "board.json").exists()


def test_a_board_of_another_measure_or_a_damaged_one_is_refused(files, bakeoff):
    bakeoff(*CALL, "poor.csv", "--team", "ada")
    other = bakeoff(*CALL, "--measure", "accuracy")
    assert other.exit_code == 2
    assert "board of another measure" in other.stderr
    (files / "board.json").write_text("[]")
    assert bakeoff(*CALL).exit_code == 2
    missing = bakeoff(*CALL, "poor.csv")
    assert missing.exit_code == 2


def test_a_truth_with_gaps_is_refused(files, bakeoff):
    (files / "truth.csv").write_text("id,y\n" + "".join(f"r{i},{'' if i == 5 else i % 2}\n" for i in range(90)))
    done = bakeoff(*CALL, "poor.csv", "--team", "ada")
    assert done.exit_code == 2
    assert "truth.csv has no truth for 1 row: r5" in " ".join(done.stderr.split())
    assert not (files / "board.json").exists()


def test_numbers_are_classes_however_they_are_written_and_strange_classes_are_named(files, bakeoff):
    """Frames write 1.0 for the class 1 as soon as a column had a gap."""
    (files / "truth.csv").write_text("id,y\n" + "".join(f"r{i},{i % 2}\n" for i in range(90)))
    (files / "floats.csv").write_text("id,pred\n" + "".join(f"r{i},{i % 2}.0\n" for i in range(90)))
    done = bakeoff(*CALL, "floats.csv", "--team", "ada")
    assert "first submission of ada: error rate 0.0000" in done.stdout
    assert not done.stderr
    (files / "strange.csv").write_text("id,pred\n" + "".join(f"r{i},{'si' if i < 30 else i % 2}\n" for i in range(90)))
    done = bakeoff(*CALL, "strange.csv", "--team", "bob")
    assert "30 predictions name classes that no row of the truth has, which counts as wrong: si" in " ".join(done.stderr.split())  # fmt: skip
