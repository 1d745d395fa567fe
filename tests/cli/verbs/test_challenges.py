"""`bakeoff exchange`: the owner's verbs on a folder, their JSON, and one sentence for what is wrong."""

import json

import pytest

from tests.helpers.exchange import answers, lent_table


@pytest.fixture
def data(folder):
    return lent_table(folder / "data.csv")


def test_the_owners_way(bakeoff, data, folder):
    (folder / "terms.txt").write_text("Be kind.\n")
    (folder / "LICENSE").write_text("CC BY 4.0\n")
    done = bakeoff(
        "exchange", "create", data, "--target", "outcome", "--license", "LICENSE", "--terms", "terms.txt", "-o", "c"
    )
    assert done.exit_code == 0, done.output
    assert (
        "data: 180 training rows, 120 test rows (60 behind the board, 60 for the final ranking), by error."
        in done.stdout
    )
    assert "the license is read from LICENSE" in done.stderr
    assert bakeoff("exchange", "team", "c", "ada").stdout.startswith("bt_")
    assert bakeoff("exchange", "open", "c").stdout == "The challenge is open for 1 team.\n"
    import bakeoff as bo

    with bo.Challenge("c") as made:
        made.submit("ada", answers(folder / "c", "good"))
    assert "ada" in bakeoff("exchange", "board", "c").stdout
    status = bakeoff("exchange", "status", "c")
    assert "data: open; 1 of 50 submissions used today." in status.stdout
    assert "ada: submission" in status.stderr
    assert bakeoff("exchange", "limits", "c", "--budget-per-day", 7, "--closes", "2031-01-01").stdout == (
        "7 submissions of a team and 50 of all teams a day; closes at 2031-01-01T00:00 UTC.\n"
    )
    assert bakeoff("exchange", "close", "c").exit_code == 0
    final = bakeoff("exchange", "final", "c", "-o", "final.html")
    assert final.exit_code == 0, final.output
    assert (folder / "final.html").exists()
    assert "it contains the labels of the final rows" in final.stderr
    assert bakeoff("exchange", "export", "c", "-o", "out").exit_code == 0
    assert sorted(one.name for one in (folder / "out").iterdir()) == ["audit.csv", "board.csv", "submissions.csv"]


def test_every_verb_of_the_owner_has_an_object(bakeoff, data, folder):
    def run(*words):
        done = bakeoff("exchange", *words, "--json")
        assert done.exit_code == 0, done.output
        found = json.loads(done.stdout)
        assert found["schema"] == f"bakeoff.exchange.{words[0]}/1"
        return found

    made = run("create", data, "--target", "outcome", "-o", "c")
    assert (made["train_rows"], made["public_rows"], made["copies"]) == (180, 60, 0)
    assert run("team", "c", "ada")["token"].startswith("bt_")
    assert run("team", "c", "ada", "--new-token")["token"].startswith("bt_")
    assert run("open", "c")["state"] == "open"
    assert run("limits", "c")["budget_per_day"] == 5
    assert run("status", "c")["teams"][0]["team"] == "ada"
    assert run("board", "c")["board"] == []
    assert run("close", "c")["state"] == "closed"
    assert len(run("export", "c", "-o", "out")["files"]) == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("create", "data.csv", "--target", "outcom", "-o", "c"), "did you mean 'outcome'?"),
        (("create", "none.csv", "--target", "y", "-o", "c"), "none.csv"),
        (
            ("create", "data.csv", "--target", "outcome", "--public", "2", "-o", "c"),
            "public is a share between 0 and 1, not 2.0",
        ),
        (
            ("create", "data.csv", "--target", "outcome", "--measure", "roc_auc", "-o", "c"),
            "roc_auc can decide the final ranking",
        ),
        (("create", "data.csv", "--target", "outcome", "--closes", "tomorrow", "-o", "c"), "is not a date"),
        (("create", "data.csv", "--target", "a", "-o", "c"), "cannot be a measure of this challenge"),
        (("open", "nowhere"), "contains no challenge; make one with: bakeoff exchange create"),
        (("team", "made", ""), "the name of a team has 1 to 60 letters"),
        (("team", "made", "nobody", "--new-token"), "no team called 'nobody'"),
        (("close", "made"), "was never open; open it first"),
        (("final", "made"), "close the challenge first"),
        (("board",), "name the folder of a challenge, or the address of an exchange"),
        (("board", "--server", "http://example.org"), "use https://"),
        (("submit", "--server", "http://127.0.0.1:9", "data.csv"), "needs the token of your team: --token-file FILE"),
        (("serve", "made", "--host", "0.0.0.0"), "can be reached from other machines"),
        (("serve", "nowhere"), "contains no challenge"),
    ],
)
def test_bad_input_gets_one_sentence(bakeoff, data, words, sentence, monkeypatch):
    monkeypatch.delenv("BAKEOFF_TOKEN", raising=False)
    bakeoff("exchange", "create", data, "--target", "outcome", "-o", "made")
    done = bakeoff("exchange", *words)
    assert done.exit_code == 2, done.output
    assert sentence in " ".join(done.stderr.split())
    assert "Traceback" not in done.output
