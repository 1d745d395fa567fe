"""Files of predictions: every problem at once, each with its cure; the same answers have the same digest."""

import pytest

from bakeoff.challenges.submission import ExpectedRows, read_submission, submission_columns
from bakeoff.core.errors import BakeoffError

TWO = ExpectedRows(ids=("ra", "rb", "rc", "rd"), classes=("0", "1"), id_column="id", needs_proba=False)
WORDS = ExpectedRows(ids=("ra", "rb", "rc"), classes=("no", "yes"), id_column="id", needs_proba=False)
PROBA = ExpectedRows(ids=("ra", "rb"), classes=("no", "yes"), id_column="id", needs_proba=True)
NUMBERS = ExpectedRows(ids=("ra", "rb"), classes=(), id_column="id", needs_proba=False)


def _read(text, expected):
    return read_submission(submission_columns(text.encode()), expected)


@pytest.mark.parametrize(
    ("text", "expected", "problems"),
    [
        ("id,prediction\nra,no\nrb,yes\n", WORDS, ["1 row of test.csv has no prediction: rc; predict every row"]),
        ("id,prediction\nra,no\nrb,yes\nrc,no\n1,no\n2,no\n", WORDS, ["2 ids are not in test.csv: 1, 2; copy the column id"]),
        ("id,prediction\nra,no\nrb,yes\nrc,no\nrc,no\n", WORDS, ["1 id is repeated: rc; give each row"]),
        ("id,prediction\nra,yess\nrb,yes\nrc,no\n", WORDS, ["1 prediction names a class that the challenge does not have: 'yess'; its classes are no, yes"]),
        ("id,prediction\nra,\nrb,NaN\nrc,no\n", WORDS, ["2 predictions are empty; predict every row"]),
        (
            "id,prediction\nra,yess\nra,\nx,no\n", WORDS,
            ["1 id is not in test.csv: x", "2 rows of test.csv have no prediction: rb, rc", "1 id is repeated: ra", "1 prediction is empty", "'yess'"],
        ),
        ("row,prediction\nra,no\n", WORDS, ["there is no column 'id'; copy the one of test.csv (the columns here are row, prediction)", "1 column cannot be used: row"]),
        ("id,guess\nra,no\n", WORDS, ["there are no predictions; send the columns id and prediction, or id and proba_CLASS", "1 column cannot be used: guess"]),
        ("id,proba_yes\nra,.2\nrb,.3\nrc,.4\n", WORDS, ["one column for each class: proba_no missing"]),
        ("id,proba_yes,proba_no,proba_x\nra,.2,.8,0\n", WORDS, ["proba_x not known"]),
        ("id,prediction\nra,no\nrb,no\n", PROBA, ["reads probabilities; send the columns id and proba_CLASS for each class"]),
        ("id,proba_no,proba_yes\nra,.5,.3\nrb,.5,.5\n", PROBA, ["the probabilities of 1 row do not sum to 1, the first is row ra with 0.8; divide"]),
        ("id,proba_no,proba_yes\nra,1.5,-.5\nrb,.5,.5\n", PROBA, ["the probabilities of 1 row leave 0 to 1, the first is row ra"]),
        ("id,proba_no,proba_yes\nra,nan,.3\nrb,.5,inf\n", PROBA, ["1 cell of column proba_no is empty, NaN or infinite", "1 cell of column proba_yes is empty"]),
        ("id,proba_no,proba_yes\nra,a lot,.3\nrb,.5,.5\n", PROBA, ["1 cell of column proba_no is not a number: 'a lot'; write plain numbers"]),
        ("id,prediction\nra,much\nrb,1\n", NUMBERS, ["1 cell of column prediction is not a number: 'much'"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_at_once(text, expected, problems):
    sent, found = _read(text, expected)
    assert sent is None
    assert len(found) == len(problems), found
    for want, got in zip(problems, found, strict=True):
        assert want in got


def test_order_and_writing_do_not_matter():
    first, _ = _read("id,prediction\nra,0\nrb,1\nrc,1\nrd,0\n", TWO)
    other, _ = _read("prediction;id\n1.0;rc\n0;ra\n0.0;rd\n1;rb\n", TWO)
    third, _ = _read("id,prediction\nra,1\nrb,1\nrc,1\nrd,0\n", TWO)
    assert first.label.tolist() == other.label.tolist() == [0, 1, 1, 0]
    assert first.digest == other.digest != third.digest


def test_probabilities_give_labels_and_another_digest():
    sent, _ = _read("id,proba_yes,proba_no\nrb,.9,.1\nra,.25,.75\n", PROBA)
    assert sent.label.tolist() == [0, 1]
    assert sent.proba.tolist() == [[0.75, 0.25], [0.1, 0.9]]
    labels, _ = _read(
        "id,prediction\nra,no\nrb,yes\n",
        ExpectedRows(ids=("ra", "rb"), classes=("no", "yes"), id_column="id", needs_proba=False),
    )
    assert labels.digest != sent.digest


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x1f\x8b\x08rest", "is packed or not a CSV file; send the CSV file itself"),
        (b"PK\x03\x04rest", "is packed or not a CSV file"),
        (b"PAR1rest", "is packed or not a CSV file"),
        (b"", "is empty"),
        (b"id,prediction\n", "contains no rows"),
        (b"id,prediction\nra,no,3\n", "line 2"),
        (b"\xff\xfe\x00", "."),
        (b"id,prediction\nra,\xff\n", "UTF-8"),
        (b"id,id\nra,no\n", "id"),
        (b"{}", r"is not a CSV file \(JSON\)"),
        (b"| id | prediction |\n|---|---|\n| ra | no |\n", r"is not a CSV file \(Markdown table\)"),
        (17, "predictions are the path of a CSV file, a frame, or a mapping"),
    ],
)
def test_what_is_no_table(content, words):
    with pytest.raises(BakeoffError, match=words):
        submission_columns(content)


def test_damaged_files_get_a_sentence_and_nothing_else():
    """Bytes changed, cut, doubled and inserted at random: either an answer or a refusal, never another error."""
    import random

    rng = random.Random(0)
    plain = b"id,proba_no,proba_yes\nra,.25,.75\nrb,.5,.5\n"
    for _ in range(600):
        damaged = bytearray(plain)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(damaged) + 1)
            kind = rng.randrange(4)
            if kind == 0:
                damaged[at:at] = rng.choice(
                    [b"\x00", b'"', b"\xff", b"\n", b",", b"nan", b"1e999", b"\xef\xbb\xbf", b"'", b"|", b"\r"]
                )
            elif kind == 1:
                del damaged[at : at + rng.randint(1, 9)]
            elif kind == 2:
                damaged[at:at] = damaged[: rng.randrange(20)]
            else:
                damaged[at : at + 1] = bytes([rng.randrange(256)])
        try:
            sent, problems = read_submission(submission_columns(bytes(damaged)), PROBA)
        except BakeoffError:
            continue
        assert (sent is None) == bool(problems)
        assert sent is None or sent.proba.shape == (2, 2)


def test_a_long_line_is_refused_before_it_is_read(monkeypatch):
    """The cell of 120 KB that took a server minutes: no step of the reader is made for it."""
    monkeypatch.setattr("bakeoff.challenges.submission.read", lambda *_, **__: pytest.fail("the line was read"))
    for end in ("\n", "\r"):
        text = f"id;prediction{end}x;{'1,' * 60_000}a"
        with pytest.raises(
            BakeoffError, match=r"line 2 of the file has 120,003 bytes, and no line .* more than 1,\d+; send"
        ):
            submission_columns(text.encode(), longest_line=WORDS.longest_line)


@pytest.mark.parametrize("expected", [WORDS, NUMBERS, PROBA])
def test_cells_of_a_submission_are_bounded(expected):
    long, ids = "1" * 65, expected.ids
    names = ["proba_no", "proba_yes"] if expected.needs_proba else ["prediction"]
    text = "\n".join([",".join(["id", *names]), *(",".join([one, *[long] * len(names)]) for one in ids)])
    sent, problems = read_submission(submission_columns(text.encode(), longest_line=expected.longest_line), expected)
    assert sent is None
    assert len(problems) == len(names)
    assert (
        f"{len(ids)} cells of column {names[0]} have more than 64 characters; write a class or a number" in problems[0]
    )


def test_long_classes_and_ids_of_the_challenge_may_be_sent():
    expected = ExpectedRows(ids=("r" * 300, "s"), classes=("no", "y" * 200), id_column="id", needs_proba=False)
    text = "id,prediction\n" + "r" * 300 + ',"' + "y" * 200 + '"\ns,no\n'
    sent, problems = read_submission(submission_columns(text.encode(), longest_line=expected.longest_line), expected)
    assert not problems
    assert sent.label.tolist() == [1, 0]
    wide = "id;proba_no;proba_" + "y" * 200 + "\n" + "r" * 300 + ";.5;.5\ns;1;0\n"
    assert (
        read_submission(submission_columns(wide.encode(), longest_line=expected.longest_line), expected)[0] is not None
    )


def test_a_long_id_is_named_and_cut():
    sent, problems = _read("id,prediction\nra,no\nrb,no\nrc,no\n" + "i" * 900 + ",no\n", WORDS)
    assert sent is None
    assert len(problems[0]) < 200
