"""Mutation test of the rooms that compute numbers: is a wrong formula noticed?  `python tools/mutate.py` (`make mutate`).

Each mutant is one small change of one module: another operator, comparison or constant, a condition turned round, two
arguments exchanged, nothing returned. It runs in a forked child against those tests of its room that reach the changed line,
quickest first, until one fails; slow tests are left out. Nothing is written into the tree: the changed code exists in the child only.

The sample is drawn by a seed, in proportion to the places of each module. Answers are kept as JSON lines, one for each
mutant, under a key of the module's text, so that an interrupted run goes on where it stopped.

Left out: annotations, decorators, texts, what is raised, `strict=` of zip, and `__all__`.
"""

import argparse
import ast
import gc
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import random
import resource
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["MUTATIONS", "Mutant", "mutants", "sample"]

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "bakeoff"
ROOMS = {  # a room and the tests that are its own
    "kernels/reference": ("tests/kernels",),
    "measures": ("tests/measures", "tests/rules/test_every_measure.py", "src/bakeoff/measures"),
    "estimates/analytic": (
        "tests/estimates/analytic", "tests/estimates/test_interval_oracles.py", "tests/rules/test_every_interval.py",
        "src/bakeoff/estimates/analytic",
    ),
    "comparisons/significance": (
        "tests/comparisons/significance", "tests/comparisons/test_oracles.py", "tests/comparisons/test_lecture_notes.py",
        "tests/comparisons/test_ties.py", "tests/comparisons/test_intervals.py", "tests/comparisons/test_mistakes.py",
        "tests/rules/test_every_test.py", "src/bakeoff/comparisons/significance",
    ),
}  # fmt: skip
BUDGET = {"seconds": 2.0}  # of tests for one mutant, as they took in the run that noted which test reaches which line
FAILED, SURVIVED, OUT_OF_TIME, BROKEN, UNREACHED = "killed", "survived", "timeout", "broken", "unreached"
MEMORY = 6 << 30


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module."""

    module: str  # path below src/bakeoff
    number: int  # among the changes of this module
    line: int
    change: str
    text: str  # sha256 of the module

    @property
    def key(self) -> str:
        return f"{self.module}:{self.text[:12]}:{self.number}"

    @property
    def path(self) -> Path:
        return PACKAGE / self.module

    @property
    def name(self) -> str:
        return "bakeoff." + self.module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def tree(self) -> ast.Module:
        """The changed module."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        for number, (_, _, change) in enumerate(_changes(tree)):
            if number == self.number:
                change()
                return ast.fix_missing_locations(tree)
        raise LookupError(self.key)


OTHER = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Pow: ast.Mult,
    ast.Mod: ast.Mult, ast.MatMult: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
Change = tuple[ast.AST, str, Callable[[], None]]


def _operator(node: Any, kind: str) -> Iterator[Change]:
    if (other := OTHER.get(type(node.op))) is not None:
        yield node, f"{kind} {type(node.op).__name__} -> {other.__name__}", lambda: setattr(node, "op", other())


def _arithmetic(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        yield from _operator(node, "arithmetic")


def _boolean(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BoolOp):
        yield from _operator(node, "boolean")


def _comparison(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            other = OTHER[type(operator)]
            change = f"comparison {type(operator).__name__} -> {other.__name__}"
            yield node, change, lambda at=at, other=other: node.ops.__setitem__(at, other())


def _constant(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        value = node.value
        new = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else value * 1.5 or 1.0
        yield node, f"constant {value!r} -> {new!r}", lambda: setattr(node, "value", new)


def _sign(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield node, "sign -x -> +x", lambda: setattr(node, "op", ast.UAdd())


def _condition(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield node, "condition turned round", lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))


def _nothing_returned(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield node, "return None", lambda: setattr(node, "value", ast.Constant(None))


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _arguments(node: ast.AST) -> Iterator[Change]:
    if (
        isinstance(node, ast.Call)
        and len(node.args) > 1
        and not any(isinstance(one, ast.Starred) for one in node.args[:2])
    ):
        swapped = [node.args[1], node.args[0], *node.args[2:]]
        if ast.dump(node.args[0]) != ast.dump(node.args[1]):
            yield node, "arguments exchanged", lambda: setattr(node, "args", swapped)


MUTATIONS = (_arithmetic, _boolean, _comparison, _constant, _sign, _condition, _nothing_returned, _arguments)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are worth a change."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "type_params"}:
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST) and not isinstance(one, (ast.Raise, ast.JoinedStr)) and not _names(one):
                yield one


def _names(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and any(
        isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets
    )


def _changes(node: ast.AST) -> Iterator[Change]:
    for mutation in MUTATIONS:
        yield from mutation(node)
    for one in _children(node):
        yield from _changes(one)


def mutants(module: str) -> list[Mutant]:
    """Every mutant of a module, in order of its text."""
    text = (PACKAGE / module).read_text(encoding="utf-8")
    digest = sha256(text.encode()).hexdigest()
    found = enumerate(_changes(ast.parse(text)))
    return [Mutant(module, number, node.lineno, change, digest) for number, (node, change, _) in found]  # type: ignore[attr-defined]


def sample(room: str, share: float, seed: int) -> list[Mutant]:
    """A part of the mutants of a room, the same for the same seed and text."""
    modules = sorted(str(one.relative_to(PACKAGE)) for one in (PACKAGE / room).rglob("*.py"))
    drawn: list[Mutant] = []
    for module in modules:
        every = mutants(module)
        rng = random.Random(f"{seed} {module}")  # noqa: S311  # a sample, no secret
        wanted = round(share * len(every) + rng.random() / 2)
        rng.shuffle(every)  # so that a larger share holds the smaller one
        drawn += every[:wanted]
    return drawn


class Lines:
    """A plug-in of pytest that notes which test reaches which line of a room, and how long it takes."""

    def __init__(self, room: str) -> None:
        self.folder = str(PACKAGE / room)
        self.reached: dict[str, dict[str, set[int]]] = {}
        self.took: dict[str, float] = {}
        self.bad: set[str] = set()
        self.lines: dict[str, set[int]] = {}

    def pytest_runtest_protocol(self, item: Any) -> None:
        self.lines = {}
        self.reached[item.nodeid] = self.lines
        self.took[item.nodeid] = -time.process_time()
        threading.settrace(self._enter)
        sys.settrace(self._enter)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        self.took[nodeid] += time.process_time()

    def pytest_runtest_logreport(self, report: Any) -> None:
        if not report.passed:
            self.bad.add(report.nodeid)

    def _enter(self, frame: Any, event: str, argument: object) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(self.folder):
            return None
        lines = self.lines.setdefault(name, set())
        lines.add(frame.f_lineno)

        def note(frame: Any, event: str, argument: object) -> Any:  # noqa: ARG001
            lines.add(frame.f_lineno)
            return note

        return note

    def table(self) -> dict[str, Any]:
        good = {
            nodeid: {str(Path(file).relative_to(PACKAGE)): sorted(lines) for file, lines in files.items()}
            for nodeid, files in self.reached.items()
            if nodeid not in self.bad and files
        }
        return {"reached": good, "took": {nodeid: self.took[nodeid] for nodeid in good}}


class Chosen:
    """A plug-in of pytest that keeps some tests, in a given order."""

    def __init__(self, nodeids: list[str]) -> None:
        self.place = {nodeid: number for number, nodeid in enumerate(nodeids)}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted((one for one in items if one.nodeid in self.place), key=lambda one: self.place[one.nodeid])

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def _pytest(arguments: list[str], plugin: object) -> int:
    import pytest

    settings = [
        "-qq",
        "--no-header",
        "-m",
        "not slow",
        "-p",
        "no:xdist",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
    ]
    return int(pytest.main([*settings, *arguments], plugins=[plugin]))


def _in_child(work: Callable[[], Any], *, seconds: float) -> tuple[str, Any]:
    """Do it in a forked child with a limit of processor time: how it ended, and what it returned."""
    receive, send = os.pipe()
    if not (child := os.fork()):
        os.close(receive)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            answer = json.dumps(work()).encode()
            with os.fdopen(send, "wb") as pipe:
                pipe.write(answer)
        finally:  # a child must not go on with the work of its parent
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        answer = pipe.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return (OUT_OF_TIME, None)
    return (FAILED, json.loads(answer)) if answer else (BROKEN, None)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a changed tree."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != self.mutant.name:
            return None
        is_package = self.mutant.path.name == "__init__.py"
        spec = importlib.machinery.ModuleSpec(name, self, origin=str(self.mutant.path), is_package=is_package)
        if is_package:
            spec.submodule_search_locations = [str(self.mutant.path.parent)]
        spec.has_location = True
        return spec

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.tree(), str(self.mutant.path), "exec"), module.__dict__)  # noqa: S102


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module, outermost only; those of classes as well."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_flags & 2:  # CO_NEWLOCALS: a function; else the body of a class
                yield one
            else:
                yield from _codes(one)


def _place(code: CodeType) -> tuple[Any, ...]:
    return code.co_qualname, code.co_firstlineno, *next(iter(code.co_positions()), ())


def _patch(mutant: Mutant) -> bool:
    """Put the changed code into the living functions; whether there was one to change."""
    old = compile(ast.parse(mutant.path.read_text(encoding="utf-8")), str(mutant.path), "exec")
    new = compile(mutant.tree(), str(mutant.path), "exec")
    changed = {before: after for before, after in zip(_codes(old), _codes(new), strict=True) if before != after}
    living = [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__ in changed]
    for function in living:
        function.__code__ = changed[function.__code__]
    return bool(living)


@cache
def _in_function(mutant: Mutant) -> bool:
    """Whether the change is inside a function; elsewhere the module has to be imported again."""
    old = compile(ast.parse(mutant.path.read_text(encoding="utf-8")), "x", "exec")
    new = compile(mutant.tree(), "x", "exec")
    before, after = list(_codes(old)), list(_codes(new))
    return len(before) == len(after) and any(one != two for one, two in zip(before, after, strict=True))


def _tests(mutant: Mutant, table: dict[str, Any]) -> list[str]:
    """The tests that reach the line, or, of a line that runs at import, the module; quickest first, within the budget."""
    reached = {
        nodeid: set(files[mutant.module]) for nodeid, files in table["reached"].items() if mutant.module in files
    }
    at_line = (
        [nodeid for nodeid, lines in reached.items() if mutant.line in lines] if _in_function(mutant) else list(reached)
    )
    chosen, spent = [], 0.0
    for nodeid in sorted(at_line, key=table["took"].__getitem__):
        spent += table["took"][nodeid]
        if chosen and spent > BUDGET["seconds"]:
            break
        chosen.append(nodeid)
    return chosen


class Loop:
    """A plug-in of pytest that, in place of running the tests once, runs them in a child for each mutant."""

    def __init__(self, todo: list[Mutant], table: dict[str, Any], keep: Callable[[dict[str, Any]], None]) -> None:
        self.todo, self.table, self.keep = todo, table, keep

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {one.nodeid: one for one in session.items}
        for mutant in self.todo:
            chosen = [items[one] for one in _tests(mutant, self.table) if one in items]
            self.keep(_outcome(mutant, chosen, self.table, partial(self._fails, session, mutant, chosen)))
        return True

    def _fails(self, session: Any, mutant: Mutant, chosen: list[Any]) -> str | None:
        """Which test fails of the living functions with the change; None if there is no such function."""
        if not _patch(mutant):
            return None
        plugin = Chosen([])
        session.config.pluginmanager.register(plugin)
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if plugin.failed:
                break
        return plugin.failed


def _fails_at_import(mutant: Mutant, chosen: list[str]) -> str:
    """Which test fails if the module is imported with the change."""
    sys.meta_path.insert(0, _Changed(mutant))
    plugin = Chosen(chosen)
    status = _pytest(sorted({one.partition("::")[0] for one in chosen}), plugin)
    return plugin.failed or ("collection" if status not in {0, 1} else "")


def _outcome(
    mutant: Mutant, chosen: list[Any], table: dict[str, Any], fails: Callable[[], str | None]
) -> dict[str, Any]:
    """What the tests find of one mutant."""
    row = {
        "key": mutant.key,
        "module": mutant.module,
        "line": mutant.line,
        "change": mutant.change,
        "tests": len(chosen),
    }
    if not chosen:
        return {**row, "outcome": UNREACHED}
    expected = sum(table["took"][getattr(one, "nodeid", one)] for one in chosen)
    ended, by = _in_child(fails, seconds=6 + 4 * expected)
    outcome = ended if ended != FAILED else UNREACHED if by is None else FAILED if by else SURVIVED
    return {**row, "outcome": outcome, "by": by or ""}


def _noted(room: str, folder: Path) -> dict[str, Any]:
    """Which test reaches which line; kept for as long as no file of the room or its tests changes."""
    files = [
        one
        for place in (PACKAGE / room, *(ROOT / test for test in ROOMS[room]))
        for one in ([place] if place.is_file() else place.rglob("*.py"))
    ]
    digest = sha256(b"".join(sha256(one.read_bytes()).digest() for one in sorted(set(files)))).hexdigest()[:16]
    kept = folder / f"lines-{room.replace('/', '-')}-{digest}.json"
    if not kept.exists():

        def work() -> Any:
            plugin = Lines(room)
            _pytest(list(ROOMS[room]), plugin)
            return plugin.table()

        ended, table = _in_child(work, seconds=3000)
        if ended != FAILED:
            raise SystemExit(f"the tests of {room} could not be run: {ended}")
        kept.write_text(json.dumps(table), encoding="utf-8")
    return json.loads(kept.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def run(room: str, share: float, seed: int, folder: Path, *, again: bool) -> None:
    """Judge what is not judged yet, or what survived once more."""
    answers = folder / "mutants.jsonl"
    judged = {row["key"]: row["outcome"] for row in _rows(answers)}
    done = {key for key, outcome in judged.items() if not (again and outcome == SURVIVED)}
    table = _noted(room, folder)
    todo = [one for one in sample(room, share, seed) if one.key not in done]
    inside = {one.key for one in todo if _in_function(one)}
    print(f"{room}: {len(todo)} mutants to judge, {len(table['reached'])} tests", flush=True)
    with answers.open("a", encoding="utf-8") as file:

        def keep(row: dict[str, Any]) -> None:
            file.write(json.dumps(row) + "\n")
            file.flush()

        # Those at the level of a module come first: as long as the package is not imported, a child imports the changed one.
        for mutant in todo:
            if mutant.key not in inside:
                chosen = _tests(mutant, table)
                keep(_outcome(mutant, chosen, table, partial(_fails_at_import, mutant, chosen)))
        _pytest(list(ROOMS[room]), Loop([one for one in todo if one.key in inside], table, keep))


def _rows(answers: Path) -> Iterator[dict[str, Any]]:
    if answers.exists():
        yield from map(json.loads, answers.read_text(encoding="utf-8").splitlines())


def summary(folder: Path) -> str:
    """Counts by module, and what survived."""
    current = {}
    for row in _rows(folder / "mutants.jsonl"):
        path = PACKAGE / row["module"]
        if path.exists() and row["key"].split(":")[1] == sha256(path.read_bytes()).hexdigest()[:12]:
            current[row["key"]] = row
    counts: dict[str, Counter[str]] = {}
    for row in current.values():
        counts.setdefault(row["module"], Counter())[row["outcome"]] += 1
    text = [f"{'module':50} mutants killed survived unreached"]
    total: Counter[str] = Counter()
    for module in sorted(counts):
        total += counts[module]
        text.append(_line(module, counts[module]))
    text += [_line("all", total), ""]
    left = [row for row in current.values() if row["outcome"] in {SURVIVED, UNREACHED}]
    text += [
        f"{row['module']}:{row['line']}: {row['change']} ({row['outcome']})"
        for row in sorted(left, key=lambda row: (row["module"], row["line"]))
    ]
    return "\n".join(text)


def _line(name: str, found: Counter[str]) -> str:
    killed = found[FAILED] + found[OUT_OF_TIME] + found[BROKEN]
    return f"{name:50} {found.total():7} {killed:6} {found[SURVIVED]:8} {found[UNREACHED]:9}   {killed / found.total():.0%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants", help="where answers are kept")
    parser.add_argument("--share", type=float, default=0.12, help="share of the mutants of each module")
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--room", choices=ROOMS, action="append", help="only this room")
    parser.add_argument("--budget", type=float, default=10.0, help="seconds of tests for each mutant")
    parser.add_argument(
        "--again", action="store_true", help="judge survivors once more, for example with a larger budget"
    )
    parser.add_argument("--summary", action="store_true", help="print what is known and stop")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    BUDGET["seconds"] = asked.budget
    if not asked.summary:
        os.chdir(ROOT)
        os.environ["PYTHONPATH"] = str(SOURCE)
        sys.path[:0] = [str(SOURCE), str(ROOT)]
        for name in ("pytest", "hypothesis", "numpy", "scipy.stats", "sklearn.metrics"):  # once, for all children
            importlib.import_module(name)
        for room in asked.room or ROOMS:
            # Each room in a process of its own: it imports the package late, see `run`.
            if not (child := os.fork()):
                run(room, asked.share, asked.seed, asked.folder, again=asked.again)
                os._exit(0)
            os.waitpid(child, 0)
    print(summary(asked.folder))


if __name__ == "__main__":
    main()
