"""Strangers' boards, searches and rows, a full disk under every writer, a closed standard output: one sentence each."""

import base64
import json
import os
import resource
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.cli.output.printing import as_json, harmless

ROWS = 20


def refused(done, *words):
    assert done.exit_code == 2, done.output
    assert "this is a bug" not in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 1500
    for word in words:
        assert word in " ".join(done.stderr.split())
    return done


@pytest.fixture
def board(bakeoff, folder):
    """A board with one team, and how to look at it."""
    Path("truth.csv").write_text("id,y\n" + "\n".join(f"{i},{'ab'[i % 2]}" for i in range(ROWS)))
    Path("sent.csv").write_text("id,pred\n" + "\n".join(f"{i},{'ab'[i % 3 > 0]}" for i in range(ROWS)))
    words = ("ladder", "truth.csv", "sent.csv", "--truth", "y", "--team")
    assert bakeoff(*words, "x", "--board", "board.json").exit_code == 0

    def send(change):
        body = json.loads(Path("board.json").read_text())
        text = change(body)
        Path("changed.json").write_text(text if isinstance(text, str) else json.dumps(body))
        before = Path("changed.json").read_bytes()
        done = bakeoff(*words, "y", "--board", "changed.json")
        assert done.exit_code == 0 or Path("changed.json").read_bytes() == before
        return done

    return send


def standing(field, value):
    return lambda body: body["standings"]["x"].update({field: value})


def team(name):
    return lambda body: body["standings"].update({name: body["standings"]["x"]})


def losses(*values):
    return standing("losses", base64.b64encode(np.resize(values, ROWS).astype("<f8").tobytes()).decode())


BOARDS = {
    "risk of NaN": standing("risk", float("nan")),
    "risk as a text of NaN": standing("risk", "nan"),
    "risk of infinity": standing("risk", float("inf")),
    "risk below zero": standing("risk", -5),
    "risk beyond the worst": standing("risk", 1e308),
    "no risk": standing("risk", None),
    "no attempt": standing("attempts", 0),
    "attempts below zero": standing("attempts", -1),
    "attempts as a fraction": standing("attempts", 1e308),
    "attempts of 300 digits": standing("attempts", 10**300),
    "attempts that are true": standing("attempts", True),
    "more seen than attempts": standing("seen", list(range(1000))),
    "seen as a text": standing("seen", "abc"),
    "seen as a number": standing("seen", 5),
    "losses beyond the worst": losses(5.0),
    "losses below zero": losses(-1e300),
    "losses of NaN": losses(np.nan, 0.0),
    "losses of another length": standing("losses", "AAAA"),
    "losses that are no numbers": standing("losses", base64.b64encode(b"\0" * (8 * ROWS + 3)).decode()),
    "losses that are no base64": standing("losses", "<script>"),
    "a team of half a character": team("\ud800"),
    "a team without a name": team(" "),
    "a team with a name of a megabyte": team("z" * 1_000_000),
    "brackets": lambda _: "[" * 100_000,
    "10,000 digits": lambda body: json.dumps(body).replace(f'"n": {ROWS}', '"n": ' + "9" * 10_000),
    "a list": lambda _: "[]",
    "teams as a list": lambda body: body.update(standings=[]),
    "another schema": lambda body: body.update(schema="bakeoff.ladder/99"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_that_no_submissions_have_led_to(board, name):
    refused(board(BOARDS[name]), "not a board that bakeoff wrote")


def test_boards_are_regular_files(bakeoff, board):
    os.mkfifo("pipe")
    for place in ("pipe", "/dev/zero", ".", "no/where.json"):
        refused(bakeoff("ladder", "truth.csv", "sent.csv", "--truth", "y", "--team", "y", "--board", place))


def test_a_team_steers_no_terminal(bakeoff, board):
    done = board(team("\x1b[2J\x9b1Aowned\r\n\u202egpj"))
    assert done.exit_code == 0
    assert not {"\x1b", "\x9b", "\r", "\u202e"} & set(done.stdout)
    name = "\x1b[31m\x9b\nred"
    assert not {"\x1b", "\x9b"} & set(bakeoff("ladder", "truth.csv", "sent.csv", "--truth", "y", "--team", name, "--board", "board.json").stdout)  # fmt: skip


def test_what_is_printed_steers_no_terminal():
    text = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0), 0x202E, 0x2066, 0xD800])) + "é\u200d\U0001f600"
    left = {char for char in harmless(text) if ord(char) < 32 or 0x7F <= ord(char) < 0xA0}
    assert left == {"\t", "\n"}
    printed = as_json("x", {"name": text})
    assert printed.encode()
    assert not {char for char in printed if ord(char) < 32 or 0x7F <= ord(char) < 0xA0}
    assert json.loads(printed)["name"] == text


TUNE = {
    'memory = ["cache"]': "caches on disk",
    'pca__memory = {choice = ["cache"]}': "caches on disk",
    'steps = {choice = [[{use = "sklearn.cluster.FeatureAgglomeration", params = {memory = "cache"}}]]}': "caches on disk",
    'max_depth = {choice = [{use = "os.system"}]}': "taken from scikit-learn only",
    'max_depth = [[{use = "subprocess.Popen", params = {args = "touch marker"}}]]': "taken from scikit-learn only",
    "max_depth = {int = [1, 5]}, trials = 100000000": "trials must be at most",
    "max_depth = {int = [1, 5]}, seconds = inf": "seconds must be finite",
    "max_depth = {int = [1, 9223372036854775807]}": "must lie within",
    "ccp_alpha = {uniform = [-1.7e308, 1.7e308]}": "too wide",
    f'method = "grid", {", ".join(f"{name} = {list(range(2, 1002))}" for name in ("max_depth", "min_samples_leaf", "max_leaf_nodes", "min_samples_split"))}': "1,000,000,000,000 candidates",
}  # fmt: skip


@pytest.mark.parametrize("tune", TUNE)
def test_a_search_of_a_study_file(bakeoff, folder, tune):
    text = (folder / "study.toml").read_text().replace("params = {max_depth = 3}", f"tune = {{{tune}}}")
    (folder / "tuned.toml").write_text(text)
    refused(bakeoff("check", "tuned.toml"), TUNE[tune])
    refused(bakeoff("run", "tuned.toml"), TUNE[tune])
    assert not (folder / "marker").exists()
    assert not (folder / "tuned.bakeoff").exists()


@pytest.mark.parametrize(
    "use",
    ["sklearn.utils.tests.test_estimator_checks.BaseBadClassifier", "sklearn.conftest.X", "sklearn.externals.x.Y"],
)
def test_the_tests_of_scikit_learn_are_no_learners(bakeoff, folder, use):
    text = (folder / "study.toml").read_text().replace("sklearn.tree.DecisionTreeClassifier", use)
    (folder / "odd.toml").write_text(text.replace("params = {max_depth = 3}", ""))
    refused(bakeoff("check", "odd.toml"), "not a public class")


def in_child(work):
    """Whatever a forked child returns as JSON."""
    receive, send = os.pipe()
    child = os.fork()
    if not child:
        try:
            answer = work()
        except BaseException as error:
            answer = {"code": -1, "stderr": repr(error), "stdout": ""}
        os.write(send, json.dumps(answer).encode()[:60_000])
        os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        answer = json.loads(pipe.read())
    os.waitpid(child, 0)
    return answer


SMALL = 100  # bytes that a file may have on the full disk
WRITERS = {
    "report": "report study.bakeoff -o page.html",
    "report in Markdown": "report study.bakeoff -o page.md",
    "report in LaTeX": "report study.bakeoff -o page.tex",
    "report as JSON": "report study.bakeoff -o page.json",
    "export": "export study.bakeoff -o exported",
    "deploy": "deploy study.bakeoff --dataset iris --learner tree -o model.skops",
    "ladder": "ladder truth.csv sent.csv --truth y --team y --board new.json",
    "checkpoint": "stream stream.csv --target y --learner sklearn.naive_bayes.GaussianNB --checkpoint kept.json --chunk 10",
    "stream": "stream stream.csv --target y --learner sklearn.naive_bayes.GaussianNB -o page.html --chunk 10",
    "drift": "drift stream.csv stream.csv -o page.html",
    "expand": "expand stream.csv --target y --rows 50 -o more.csv",
    "curve": "curve roc scores.csv --truth y --score s -o points.csv",
    "a curve's figure": "curve roc scores.csv --truth y --score s -o points.svg",
    "compare": "compare table.csv -o page.html",
    "measure": "measure scores.csv --truth y --score s -o page.html",
    "map": "map study.bakeoff -o map.svg",
    "init": "init fresh.toml",
}


@pytest.fixture
def desk(study, board, folder):
    """Everything that the verbs read."""
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(60, 2))
    label = np.where(rows[:, 0] > 0, "p", "n")
    Path("stream.csv").write_text(
        "a,b,y\n" + "\n".join(f"{a:.4f},{b:.4f},{y}" for (a, b), y in zip(rows, label, strict=True))
    )
    Path("scores.csv").write_text(
        "y,s\n" + "\n".join(f"{int(y == 'p')},{a + 0.3 * b:.4f}" for (a, b), y in zip(rows, label, strict=True))
    )
    Path("table.csv").write_text("data,x,y\n" + "\n".join(f"d{i},{0.5 + i / 50},{0.4 + i / 60}" for i in range(12)))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_under_every_writer(desk, name):
    before = {one: one.read_bytes() for one in desk.rglob("*") if one.is_file()}

    def work():
        sys.dont_write_bytecode = True  # Python would cut its own compiled files short, and others would read them
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))
        done = CliRunner().invoke(cli, WRITERS[name].split())
        return {"code": done.exit_code, "stderr": done.stderr, "stdout": done.stdout[:1000]}

    done = in_child(work)
    assert done["code"] == 2, done
    assert "full" in done["stderr"], done
    assert "bug" not in done["stderr"]
    assert not [one for one in desk.rglob("*") if one.is_file() and one not in before]
    assert all(one.read_bytes() == content for one, content in before.items())
