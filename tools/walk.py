"""Follow one score from `bakeoff run` to the page of `bakeoff report`, and count the calls that hand it on.

    python tools/walk.py            how many steps, stage by stage
    python tools/walk.py --steps    every step as well

A study of one data set and two learners runs under a profiler: in the coordinator, in the zygote and in the child that fits. LANDMARKS
lists what the value must pass: where it gets another form, enters a process or a file, is read, tested or worded. A step is a call of a
function of bakeoff that is under way when a landmark of its stage is reached for the first time; comprehensions, lambdas and the
methods that dataclasses make are no steps. Each call counts once, in the first stage that sees it.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FrameType

__all__ = ["Walk", "main"]

STUDY = """
title = "Two learners"
seed = 1
measures = ["accuracy"]

[[datasets]]
name = "iris"

[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"
params = {max_depth = 2}

[learners.stump]
use = "sklearn.tree.DecisionTreeClassifier"
params = {max_depth = 1}

[resampling]
scheme = "kfold"
folds = 5

"""
# By process, then stage by stage: module.function, with | between the names that it has had, and ? before what a walk may leave out.
LANDMARKS: dict[str, list[tuple[str, list[str]]]] = {
    "run": [
        ("read", ["read_toml._toml", "study_spec.StudySpec.__post_init__", "kfold.KFold.plan"]),
        (
            "plan",
            [
                "work.content_hashes",
                "records.StoredDataset.about",
                "storage.to_arrays",
                "sql.UnitTable._write_blobs",
                "study_spec.StudySpec.spec_card",
            ],
        ),
        (
            "start",
            [
                "zygote_process.ZygoteProcess.lend",
                "pool.Pool._fork",
                "shared_memory.write_shared",
                "messages.Outbox.push",
            ],
        ),
        (
            "keep",
            [
                "messages.decoded",
                "arrays.array_of",
                "coordinator.CommitBuffer.enter",
                "assemble.complaint",
                "assemble.build_predictions|assemble.assemble",
                "file_ledger.FileLedger._explaining",
                "arrays.pack",
                "sql.UnitTable._write_blobs",
            ],
        ),
        ("score", ["study_scores.store_scores"]),
        (
            "score",
            [
                "?records.checksum",
                "?arrays.array_of",
                "?assemble.build_predictions",
                "file_ledger.FileLedger.__iter__|file_ledger.FileLedger._runs",
                "score._counts",
                "accuracy._accuracy",
                "?score_cube.UnitScores.rows",
                "study_scores._table",
                "?study_scores._column",
                "score_table.write_scores",
            ],
        ),
    ],
    "child": [
        ("start", ["child_supervisor.ChildSupervisor._fork", "worker.serve"]),
        (
            "fit",
            [
                "messages.decoded",
                "shared_memory.open_shared",
                "estimators.SklearnLearner.fit",
                "estimators.SklearnModel.predict",
                "arrays.npy_bytes",
                "messages.send",
            ],
        ),
    ],
    "report": [
        (
            "ask",
            [
                "score_table.read_scores",
                "score_cube.UnitScores.rows",
                "score_cube.ScoreCube.cells",
                "score_cube.ScoreCube.matrix",
                "rules.recommended",
                "t.corrected_t",
                "verdict.decide|verdict._claim",
            ],
        ),
        (
            "show",
            [
                "verdict_card.verdict_card|verdict.verdict_section|verdict.headline_callout",
                "headline.headline|sentences.pair_headline",
                "html.render",
                "html._inline",
            ],
        ),
    ],
}
STAGES = ("read", "plan", "start", "fit", "keep", "score", "ask", "show")


class Walk:
    """The steps of one process, found while it runs."""

    def __init__(self, name: str, file: Path) -> None:
        self._name, self._file = name, file
        self._stages = [(stage, list(marks)) for stage, marks in LANDMARKS[name]]
        self._seen: dict[int, FrameType] = {}  # kept, so that no other frame gets the same id
        names = (name for _, marks in self._stages for mark in marks for name in spellings(mark))
        self._functions = {name.partition(".")[2] for name in names}

    def start(self) -> None:
        """Watch every call from now on."""
        sys.setprofile(self._call)

    def missing(self) -> list[str]:
        """Landmarks that were not reached."""
        return [f"{stage}: {mark}" for stage, marks in self._stages for mark in marks if mark[0] != "?"]

    def _call(self, frame: FrameType, event: str, _argument: object) -> None:
        if event != "call" or not self._stages or frame.f_code.co_qualname not in self._functions:
            return
        stage, marks = self._stages[0]
        reached = next((mark for mark in marks if address(frame) in spellings(mark)), None)
        if reached is None:
            return
        marks.remove(reached)
        self._note(stage, frame)
        if all(mark[0] == "?" for mark in marks):
            del self._stages[0]
            if not self._stages:
                sys.setprofile(None)

    def _note(self, stage: str, frame: FrameType | None) -> None:
        stack: list[FrameType] = []
        while frame is not None:
            if is_step(frame):
                stack.append(frame)
            frame = frame.f_back
        lines = []
        for caller, called in zip([None, *reversed(stack)], reversed(stack), strict=False):
            if id(called) not in self._seen:
                self._seen[id(called)] = called
                outside = caller is None or caller.f_code.co_filename != called.f_code.co_filename
                lines.append(json.dumps([self._name, stage, address(called), outside]))
        with self._file.open("a") as file:
            file.write("".join(f"{line}\n" for line in lines))


def spellings(mark: str) -> list[str]:
    """The names of the function at a landmark."""
    return mark.removeprefix("?").split("|")


def address(frame: FrameType) -> str:
    """Module and function, without the package's folders."""
    return f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}"


def is_step(frame: FrameType) -> bool:
    """Whether the call is one of bakeoff's own functions."""
    code = frame.f_code
    return "/bakeoff/" in code.co_filename and code.co_filename.endswith(".py") and not code.co_name.startswith("<")


def walk(verb: str, arguments: list[str], steps: Path) -> None:
    """Run a verb of bakeoff in this process and note its steps."""
    from bakeoff.cli.main import main as command_line

    sys.argv = ["bakeoff", verb, *arguments]
    found = Walk(verb, steps)
    found.start()
    try:
        command_line()
    except SystemExit as end:
        sys.setprofile(None)
        if end.code:
            raise
    if found.missing():
        sys.exit(f"not reached in {verb}: {found.missing()}")


def main() -> None:
    """Run the study and its report, each in a process of its own, and print the count."""
    if len(sys.argv) > 2 and sys.argv[1] in LANDMARKS:
        walk(sys.argv[1], sys.argv[3:], Path(sys.argv[2]))
        return
    with tempfile.TemporaryDirectory() as folder:
        home, steps = Path(folder), Path(folder, "steps")
        Path(home, "study.toml").write_text(STUDY)
        # Python imports sitecustomize in every process: there the zygote begins to be followed, and with it its children.
        follow = f"import sys, pathlib\nif any('zygote' in one for one in sys.orig_argv):\n    import walk\n    walk.Walk('child', pathlib.Path({str(steps)!r})).start()\n"
        Path(home, "sitecustomize.py").write_text(follow)
        path = os.pathsep.join([folder, str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])])
        for verb, arguments in (("run", ["study.toml", "-j", "1", "-q"]), ("report", ["study.bakeoff"])):
            command = [sys.executable, str(Path(__file__).resolve()), verb, str(steps), *arguments]
            subprocess.run(  # noqa: S603 - our own
                command, cwd=home, env={**os.environ, "PYTHONPATH": path}, check=True, stdout=subprocess.DEVNULL
            )
        lines = [json.loads(line) for line in dict.fromkeys(steps.read_text().splitlines())]  # every child walks alike
    for stage in STAGES:
        own = [(process, place, outside) for process, at, place, outside in lines if at == stage]
        print(f"{stage:6} {len(own):4} ({sum(outside for _, _, outside in own)})")
        for process, place, outside in own if "--steps" in sys.argv else ():
            print(f"         {'->' if outside else '  '} {place}  [{process}]")
    print(f"{len(lines)} steps, {sum(line[3] for line in lines)} of them to another file")


if __name__ == "__main__":
    main()
