"""Every verb in a folder full of decoys: no module of it is imported, no program of it is started, and no file is opened but those that the user names."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path

import pytest

from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS
from tests.helpers import watcher
from tests.helpers.decoys import DECOYS, lay_decoys
from tests.helpers.installed_command import clean_environment, command
from tests.helpers.page_server import Client

pytestmark = pytest.mark.slow
INPUTS = Path(__file__).parents[1] / "sameness" / "inputs"
STUDY = """
title = "From a stranger"
measures = ["accuracy"]
[learners.zero]
use = "majority"
[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"
params = {max_depth = 2}
[learners.steps]
use = "sklearn.linear_model.SGDClassifier"
params = {max_iter = 2, tol = "none"}
[[datasets]]
file = "flowers.csv"
target = "kind"
positive = "yes"
[resampling]
folds = 2
repeats = 2
""".replace('"none"', "0.1")

# One after another in one folder, as a user types them; SERVER is the address of the exchange of this folder.
WORDS = {
    "init": "init new.toml",
    "check": "check strange.toml",
    "run": "run strange.toml",
    "status": "status strange.bakeoff",
    "retry": "retry strange.bakeoff --failed",
    "rerun": "rerun strange.bakeoff --unit flowers/tree/0/0",
    "verify": "verify strange.bakeoff",
    "export": "export strange.bakeoff -o exported",
    "import": "import strange.bakeoff mine.csv --learner copy",
    "forget": "forget strange.bakeoff --learner copy --yes",
    "checks": "checks strange.bakeoff --every",
    "stability": "stability strange.bakeoff --pair tree,zero",
    "best": "best strange.bakeoff --resamples 5",
    "tuning": "tuning strange.bakeoff",
    "extrapolate": "extrapolate strange.bakeoff",
    "bias-variance": "bias-variance strange.bakeoff",
    "epochs": "epochs strange.toml --learner steps --scheme holdout -o epochs.svg",
    "scale": "scale strange.bakeoff",
    "report": "report strange.bakeoff -o report.html",
    "gate": "gate binary.csv --truth truth --pred label_a,label_b --base label_a --new label_b --margin 0.5",
    "deploy": "deploy strange.bakeoff --learner steps -o model.skops",
    "predict": "predict model.skops rows.csv",
    "demo": "demo",
    "compare": "compare datasets.csv",
    "board": "board datasets.csv",
    "make": "make gaussians --rows 20 -o made.csv",
    "measure": "measure binary.csv --truth truth --pred label_a --level 0",
    "repeats": "repeats repeated.csv --item item --value right",
    "curve": "curve roc binary.csv --truth truth --score p_a -o curve.svg",
    "test": "test label_permutation flowers.csv --target kind --learner sklearn.naive_bayes.GaussianNB --scheme 2-fold --resamples 2",
    "efficiency": "efficiency costs.csv --positive tpr --negative fpr",
    "map": "map strange.bakeoff",
    "cherry-pick": "cherry-pick datasets.csv",
    "profile": "profile flowers.csv --target kind",
    "domains": "domains datasets.csv --characteristics kinds.csv",
    "expand": "expand flowers.csv --target kind --rows 5 -o more.csv",
    "drift": "drift flowers.csv stones.csv --target kind --model model.skops",
    "stream": "stream flowers.csv --target kind --learner sklearn.naive_bayes.GaussianNB --chunk 10 --checkpoint stream.json",
    "ladder": "ladder truth.csv sent.csv --truth y --board board.json --team ada",
    "advise": "advise --purpose new-on-benchmark --task binary --algorithms 4 --datasets 12",
    "plan": "plan --test wilcoxon --effect 0.02 --sd 0.05",
    "measures": "measures roc_auc",
    "tests": "tests",
    "schemes": "schemes",
    "formats": "formats",
    "explain": "explain mcc",
    "help": "help --all",
    "completion": "completion bash",
    "table": "table binomial --n 5 --p 0.5 --figure table.svg",
    "sampling": "sampling --p 0.5 --n 10 --experiments 10",
    "exchange create": "exchange create lent.csv --target y --positive yes -o lent",
    "exchange team": "exchange team lent ada",
    "exchange limits": "exchange limits lent --budget-per-day 7",
    "exchange open": "exchange open lent",
    "exchange status": "exchange status lent",
}
TEAM = {
    "exchange download": "exchange download --server SERVER --token-file token.txt --accept-terms -o got",
    "exchange submit": "exchange submit --server SERVER --token-file token.txt predictions.csv",
    "exchange submissions": "exchange submissions --server SERVER --token-file token.txt",
    "exchange choose": "exchange choose --server SERVER --token-file token.txt 1",
    "exchange board": "exchange board --server SERVER",
}
END = {
    "exchange close": "exchange close lent",
    "exchange export": "exchange export lent -o taken",
    "exchange final": "exchange final lent -o final.html",
}
SERVERS = {"serve": "serve --no-browser --port 0", "exchange serve": "exchange serve lent --port 0"}
REFUSED = {
    "tuning": "no learner of this study was tuned",
    "extrapolate": "there are no learning curves",
    "scale": "does not show how costs grow",
}
DATA = {"flowers.csv"}  # of the study
BY_HAND = {".git", "HEAD", "refs", "heads", "main"}  # how the commit is found (runs/git_head.py), each by its last name
STUDIES = ("check", "run", "retry", "rerun", "epochs", "deploy", "stability")
BESIDE = {verb: {"strange.toml", *DATA, *BY_HAND} for verb in STUDIES}  # what verbs open and the command does not name
BESIDE["demo"] = {"bakeoff-demo", "bakeoff-demo/study.toml", "bakeoff-demo/flowers.csv", *BY_HAND}
COUNTERS = {"lscpu", "cat"}  # programs by which joblib counts cores; decoys of these names lie in the folder too
BESIDE["serve"] = {
    "strange.bakeoff.lock",
    "format3.bakeoff.lock",
    "bakeoff-demo/study.bakeoff.lock",
}  # of the studies that it lists

DRIVER = """
import json, os, sys
from bakeoff.cli.main import cli
reply = os.dup(1)
os.dup2(2, 1)
for line in sys.stdin:
    verb, words = json.loads(line)
    with open(os.environ["WATCHER_LOG"], "a") as log:
        print(json.dumps(["verb", verb]), file=log)
    sys.argv = ["bakeoff", *words]
    try:
        cli.main()
    except SystemExit as end:
        os.write(reply, f"{end.code}\\n".encode())
"""


def every_verb() -> set[str]:
    """All verbs of the command line, those of groups too."""
    found = set()
    for name in VERBS.names:
        inner = getattr(cli.get_command(None, name), "commands", None)
        found |= {name} if inner is None else {f"{name} {verb}" for verb in inner}
    return found


def test_every_verb_is_tried():
    assert {*WORDS, *TEAM, *END, *SERVERS} == every_verb()
    assert len(every_verb()) >= 28


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """The folder of a stranger, with tables of the user; marks of decoys and logs lie beside it."""
    place = tmp_path_factory.mktemp("strange")
    folder, marks = place / "folder", place / "marks"
    marks.mkdir()
    shutil.copytree(INPUTS, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    lay_decoys(folder, marks)
    (folder / "bakeoff-demo").mkdir()
    shutil.copy(folder / "flowers.csv", folder / "bakeoff-demo")
    for name in ("strange.toml", "bakeoff-demo/study.toml"):
        (folder / name).write_text(STUDY)
    lines = (folder / "flowers.csv").read_text().splitlines()
    tables = {
        "rows": [line.rpartition(",")[0] for line in lines],
        "repeated": ["item,right", *(f"{i % 5},{i % 2}" for i in range(15))],
        "kinds": ["dataset,rows", *(f"d{i},{100 * i}" for i in range(1, 13))],
        "truth": ["id,y", *(f"{i},{'ab'[i % 2]}" for i in range(20))],
        "sent": ["id,pred", *(f"{i},{'ab'[i % 3 > 0]}" for i in range(20))],
        "costs": ["learner,tpr,fpr", "a,.9,.2", "b,.8,.1"],
        "lent": ["a,b,y", *(f"{i},{i % 7},{'yes' if i % 3 else 'no'}" for i in range(300))],
    }
    for name, rows in tables.items():
        (folder / f"{name}.csv").write_text("\n".join(rows) + "\n")
    return place


def environment(place: Path, log: str) -> dict[str, str]:
    """Each Python of the command is watched; relative folders on the paths of the user count as the stranger's."""
    return clean_environment(
        PYTHONPATH=os.path.dirname(watcher.__file__), PATH="::.:bin", WATCHED_FOLDER=str(place / "folder"), WATCHER_LOG=str(place / log)
    )  # fmt: skip


class Driver:
    """One process of Python that runs verb after verb in the folder, each with the modules and processes of those before."""

    def __init__(self, place: Path) -> None:
        self.folder, self.codes, self.before = place / "folder", {}, {}
        self.errors = (place / "printed").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", DRIVER], cwd=self.folder, env=environment(place, "verbs.log"), text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
        )  # fmt: skip

    def files(self) -> set[str]:
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*")}

    def run(self, verb: str, words: str) -> str:
        """What the verb printed."""
        self.before[verb], start = self.files(), self.errors.seek(0, os.SEEK_END)
        self.process.stdin.write(json.dumps([verb, words.split()]) + "\n")
        self.codes[verb] = self.process.stdout.readline().strip()
        self.errors.seek(start)
        return self.errors.read()

    def end(self) -> None:
        self.process.communicate(timeout=60)
        self.process.stdout.close()
        self.errors.close()


@contextmanager
def server(place: Path, words: str, log: str):
    """A verb that serves, until the block ends; gives what it printed first."""
    with subprocess.Popen(
        command(*words.split()), cwd=place / "folder", env=environment(place, log), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:  # fmt: skip
        try:
            yield process.stdout.readline() + process.stdout.readline()
        finally:
            process.terminate()
            process.communicate(timeout=60)


@pytest.fixture(scope="module")
def watched(place):
    """All verbs, run once: the driver with their exit codes, what they printed, and the events of each."""
    driver, printed, token = Driver(place), {}, ""
    folder = place / "folder"
    try:
        for verb, words in WORDS.items():
            printed[verb] = driver.run(verb, words)
            if verb == "export":
                (folder / "mine.csv").write_text(
                    predictions_of((folder / "exported" / "predictions" / "flowers.csv").read_text())
                )
        token = re.search(r"[\w-]{40,}", printed["exchange team"]).group()
        (folder / "token.txt").write_text(token)
        with server(place, SERVERS["exchange serve"], "exchange serve.log") as told:
            address = re.search(r"http://[\d.]+:\d+", told).group()
            for verb, words in TEAM.items():
                printed[verb] = driver.run(verb, words.replace("SERVER", address))
                if verb == "exchange download":
                    rows = (folder / "got" / "test.csv").read_text().splitlines()[1:]
                    answers = ["id,prediction", *(f"{row.partition(',')[0]},yes" for row in rows)]
                    (folder / "predictions.csv").write_text("\n".join(answers))
        for verb, words in END.items():
            printed[verb] = driver.run(verb, words)
        with server(place, SERVERS["serve"], "serve.log") as told:
            client = Client(re.search(r"http\S+", told).group()).open()
            assert client.verdict((folder / "datasets.csv").read_text())[0] == 200
            assert "strange.bakeoff" in client.get("/studies")[2]
    finally:
        driver.end()
    return driver, printed, events(place)


def predictions_of(exported: str) -> str:
    """The rows of one learner in an exported file, as they are imported."""
    rows = list(csv.DictReader(exported.splitlines()))
    columns = ("dataset", "row", "repeat", "fold", "label")
    return "\n".join(
        [",".join(columns), *(",".join(row[name] for name in columns) for row in rows if row["learner"] == "tree")]
    )


def events(place: Path) -> dict[str, list[tuple[str, str]]]:
    """What was written down of each verb."""
    found, verb = defaultdict(list), ""
    for log in place.glob("*.log"):
        for line in log.read_text().splitlines():
            event, what = json.loads(line)
            if event == "verb":
                verb = what
            else:
                found[verb if log.name == "verbs.log" else log.stem].append((event, what))
    return found


def test_every_verb_did_its_work_or_refused(watched):
    driver, printed, _ = watched
    wrong = [
        f"{verb}: {code}, {printed[verb]}"
        for verb, code in driver.codes.items()
        if code != ("2" if verb in REFUSED else "0")
    ]
    assert not wrong, "\n".join(wrong)
    for verb, sentence in REFUSED.items():
        assert sentence in " ".join(printed[verb].split())


def test_no_decoy_ran(watched, place):
    assert not list((place / "marks").iterdir())


def test_no_verb_has_the_folder_on_its_path_of_modules(watched):
    _, _, seen = watched
    imported = {"path", "import", "exec", "ctypes.dlopen"}
    assert not {
        verb: events for verb, found in seen.items() if (events := [pair for pair in found if pair[0] in imported])
    }


def test_the_only_program_that_verbs_start_is_python_itself(watched):
    _, _, seen = watched
    started = {verb: {what for event, what in found if event == "start"} for verb, found in seen.items()}
    assert set().union(*started.values()) <= {sys.executable, *COUNTERS}
    assert started["run"]
    assert started["serve"]


def test_no_verb_opens_a_file_that_the_user_did_not_name(watched):
    driver, _, seen = watched
    words = {**WORDS, **TEAM, **END, **SERVERS}
    for verb, found in seen.items():
        opened = {what for event, what in found if event == "open"} & driver.before.get(verb, driver.files())
        named = BESIDE.get(verb, set()).union(words[verb].split())
        assert not {
            path for path in opened if not any(path == name or path.startswith(f"{name}/") for name in named)
        }, verb
        assert not opened & DECOYS


TRAPS = {
    "a module": ("import lz4", [["path", "lz4"], ["open", "lz4.py"], ["exec", "lz4.py"]], "lz4.py"),
    "a program": ("import subprocess; subprocess.run(['./git'])", [["start", "./git"]], "program git"),
    "a file": ("open('matplotlibrc').close()", [["open", "matplotlibrc"]], None),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_the_watcher_sees_what_it_looks_for(place, tmp_path, trap):
    """The control: Python without protection in the same folder."""
    code, expected, mark = TRAPS[trap]
    folder, marks = tmp_path / "folder", tmp_path / "marks"
    folder.mkdir()
    marks.mkdir()
    lay_decoys(folder, marks)
    for name in ("json", "sitecustomize"):  # the watcher itself would stumble over them
        (folder / f"{name}.py").unlink()
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment(tmp_path, "control.log"), check=False
    )
    assert done.returncode == 0
    found = [json.loads(line) for line in (tmp_path / "control.log").read_text().splitlines()]
    assert all(event in found for event in expected), found
    assert mark is None or (marks / mark).exists()
