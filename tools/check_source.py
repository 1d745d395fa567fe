"""House rules about the text of the source, checked by `make lint`: `python tools/check_source.py`.

Every offender is listed, and the exit code is 1 if there is one. Long files are only noticed: they are a question to ask.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["notices", "offenders", "timed_assertions"]

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "bakeoff"
TESTS = ROOT / "tests"
LONG_FILE = 500  # lines
LISTS = {"core/references.py"}  # entries, however many
FORBIDDEN_CALLS = {"eval", "exec", "__import__", "compile"}
FORBIDDEN_MODULES = {"pickle", "_pickle", "cPickle", "dill", "shelve", "marshal", "joblib", "cloudpickle"}
FORBIDDEN_KEYWORDS = {"shell", "allow_pickle"}
ALLOWED_MODULES = {
    "runs/process/pickling.py": {"cloudpickle"},  # from a parent to its own child, and nowhere else
    "learners/hazards.py": {"joblib"},  # takes joblib's caches away; loads nothing with it
}
# Methods and functions by their last name, with what is wrong with them.
FORBIDDEN_NAMES = {
    "query": "which executes text",  # of a frame
    "read_pickle": "which can execute what a user brought",
    "extract": "which writes where an archive says",
    "extractall": "which writes where an archive says",
    "unpack_archive": "which writes where an archive says",
    "GzipFile": "which unpacks without a bound",
    "BZ2File": "which unpacks without a bound",
    "LZMAFile": "which unpacks without a bound",
    "ZipFile": "which unpacks without a bound",
    "TarFile": "which writes where an archive says",
    "spec_from_file_location": "which runs a file",
    "exec_module": "which runs a file",
    "run_path": "which runs a file",
}
ALLOWED_NAMES = {
    "data/characteristics.py": {"query"},  # of a k-d tree: numbers only
    "tabular/encoding.py": {"GzipFile"},  # read up to a size, or in pieces by a reader with a bound of its own
    "data/openml.py": {"GzipFile"},  # read up to a size
    "tabular/formats/excel.py": {"ZipFile"},  # sizes are added up before a member is opened
    "tabular/logs/bounded.py": {"ZipFile"},  # members are read in pieces that are counted
    "deployment/model_file.py": {"ZipFile"},  # the same
    "publication/crate/write_crate.py": {"ZipFile"},  # it only writes
    "core/isolation/user_module.py": {"spec_from_file_location", "exec_module"},  # a file that the user typed
}
# Whoever starts a process names one of these; core/isolation/child_process.py does, and forks of our own process are made in two places.
STARTERS = {"subprocess", "multiprocessing", "pty", "popen2"}
STARTING = {
    "fork",
    "forkpty",
    "posix_spawn",
    "posix_spawnp",
    "startfile",
    "create_subprocess_exec",
    "create_subprocess_shell",
}
STARTING |= {f"{kind}{form}" for kind in ("exec", "spawn") for form in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")}
STARTING |= {"ProcessPoolExecutor", "LocalCluster", "Nanny"}
STARTED_IN = {"core/isolation/child_process.py": {"subprocess", "executable"}}
FORKED_IN = {"runs/process/child_supervisor.py", "web/answering.py"}
OPENED_IN = {"web/serve.py"}  # the user's own browser, at the user's wish
# Whoever reads a file that a stranger may have put there does it by core/foreign_file.py; these read what Python, the system or we wrote.
READ_IN = {
    "core/foreign_file.py", "core/references.py", "core/calibration.py", "kernels/dispatch.py", "runs/process/procfs.py",
    "runs/environment.py", "streams/evaluate.py", "report/print_pdf.py", "challenges/challenge.py", "core/isolation/limits.py",
    "runs/process/child_supervisor.py", "cli/main.py",
    "data/openml.py",  # the user's own cache, each file with its checksum
    "core/install_line.py",  # the record that pip keeps of this package
}  # fmt: skip
UNPACKERS = {"gzip", "bz2", "lzma", "zlib", "tarfile"}
CLOCKS = {"perf_counter", "monotonic", "process_time", "thread_time", "time"}
CLOCKS |= {f"{one}_ns" for one in CLOCKS}
RANDOM_ALLOWED = {"Generator", "PCG64", "SeedSequence", "default_rng", "Philox", "SFC64", "BitGenerator"}
RANDOM_STATE = {"get_state", "set_state"}  # of foreign code: put back as it was
RANDOM_ISOLATION = RANDOM_STATE | {"seed"}  # in the child that runs a unit

# The report words and draws what is finished. From the rooms below it takes types, constants and facts, and of functions these: names, words,
# and numbers that a finished judgement gives of itself.
REPORT_MAY_CALL = {
    "comparisons": {
        "tests", "verdict_notes", "adjustment_phrase", "equivalence_legend", "declared_test", "pair_sentence", "phrase_of_test", "title_of_test", "headline", "leading_gap", "verdict_text", "statistics_of",
        "words_for", "words_of", "rope_words", "sort_best_first", "standing_of", "led_pairs", "best_of_blocks", "differences_of", "effect_from",
        "favour_first", "mean_scores_of", "mixed_scales", "pair_grid", "pair_of", "running_difference", "wins",
    },
    "criteria": {"out_of_reach"},
    "data": {"task_named"},
    "measures": {"measure_named", "measures", "in_percent", "lowered", "resolve", "score_text", "short_name", "best_of", "is_cost"},
    "splits": {"scheme_words", "shown_size"},
}  # fmt: skip
REPORT_ROOMS = {"report", "core", "figures"}  # of these it may take everything
COMPUTING_MODULES = {"scipy", "sklearn", "statistics", "random"}
REDUCTIONS = {"mean", "median", "average", "std", "var", "quantile", "percentile", "corrcoef", "cov", "random"}
REDUCTIONS |= {f"nan{one}" for one in REDUCTIONS}
LEVELS = {"alpha", "ALPHA", "_ALPHA"}


def offenders(name: str, text: str) -> Iterator[str]:
    """What is wrong with one file of the package; `name` is its path inside the package."""
    tree = ast.parse(text)
    if not ast.get_docstring(tree):
        yield f"{name}: no docstring that says what the module is"
    archives = _archives(tree)
    for node in ast.walk(tree):
        for found in (
            *_imports(name, node),
            *_calls(node),
            *_unpacking(name, node, archives),
            *_random_state(name, node),
            *_processes(name, node),
            *_reading(name, node),
            *_computing(name, node),
        ):
            yield f"{name}:{node.lineno}: {found}"


def timed_assertions(name: str, text: str) -> Iterator[str]:
    """Assertions about the time that something took: they fail on a busy machine. A wait with a deadline raises instead."""
    tree = ast.parse(text)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    found = set()
    for scope in (tree, *functions):
        times = _names_of_times(scope)
        found |= {
            node.lineno for node in ast.walk(scope) if isinstance(node, ast.Assert) and _reads_clock(node.test, times)
        }
    for line in sorted(found):
        yield f"{name}:{line}: asserts a time, which a busy machine breaks; assert a count, or raise at a deadline"


def notices(name: str, text: str) -> Iterator[str]:
    """What is worth a question."""
    lines = text.count("\n")
    if lines > LONG_FILE and name not in LISTS:
        yield f"{name}: {lines} lines; does it hold more than one idea?"


def _imports(name: str, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        modules = [one.name for one in node.names]
    elif isinstance(node, ast.ImportFrom):
        modules = [node.module or ""]
    else:
        return
    for root in sorted({one.split(".")[0] for one in modules}):
        if root in FORBIDDEN_MODULES - ALLOWED_MODULES.get(name, set()):
            yield f"imports {root}, which can execute what a user brought"
        if root == "matplotlib" and not name.startswith("figures/"):
            yield "imports matplotlib outside figures"


def _calls(node: ast.AST) -> Iterator[str]:
    if not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
        yield f"calls {node.func.id}, which executes text"
    for keyword in node.keywords:
        on = isinstance(keyword.value, ast.Constant) and keyword.value.value is True
        if on and keyword.arg in FORBIDDEN_KEYWORDS:
            yield f"passes {keyword.arg}=True, which executes what a user brought"


def _archives(tree: ast.AST) -> set[str]:
    """The names of opened zip archives."""
    bound: list[tuple[ast.expr, ast.expr | None]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.withitem):
            bound.append((node.context_expr, node.optional_vars))
        elif isinstance(node, ast.Assign):
            bound += [(node.value, target) for target in node.targets]
    return {
        name.id
        for value, name in bound
        if isinstance(name, ast.Name) and isinstance(value, ast.Call) and _last_name(value.func) == "ZipFile"
    }


def _unpacking(name: str, node: ast.AST, archives: set[str]) -> Iterator[str]:
    """Calls that unpack without a bound, write where an archive says, or execute text by a method."""
    if not isinstance(node, ast.Call):
        return
    called, module = _last_name(node.func), _module(node.func)
    if called in FORBIDDEN_NAMES and called not in ALLOWED_NAMES.get(name, set()):
        yield f"calls {called}, {FORBIDDEN_NAMES[called]}"
    if called == "open" and module in UNPACKERS:
        yield f"calls {module}.open, which unpacks without a bound"
    if called == "decompress" and (module in UNPACKERS or len(node.args) + len(node.keywords) < 2):
        yield "calls decompress without a bound"
    if module == "os" and called in {"system", "popen"}:
        yield f"calls os.{called}, which starts a shell"
    if called == "load" and module == "joblib":
        yield "calls joblib.load, which can execute what a user brought"
    if called == "read" and module in archives:
        yield "reads a member of an archive without a bound"


def _processes(name: str, node: ast.AST) -> Iterator[str]:
    """Any way to start a process but the one of core/isolation/child_process.py."""
    allowed = STARTED_IN.get(name, set())
    if name in FORKED_IN:
        allowed = allowed | {"fork"}
    if name in OPENED_IN:
        allowed = allowed | {"webbrowser"}
    used: set[str] = set()
    if isinstance(node, ast.Import):
        used = {part.name.split(".")[0] for part in node.names} & (STARTERS | {"webbrowser"})
    elif isinstance(node, ast.ImportFrom):
        used = {(node.module or "").split(".")[0]} & (STARTERS | {"webbrowser"})
        used |= {part.name for part in node.names} & (STARTERS | STARTING)
        used |= {
            part.name
            for part in node.names
            if (node.module, part.name) in {("sys", "executable"), ("os", "system"), ("os", "popen")}
        }
    elif isinstance(node, ast.Attribute):
        used = {node.attr} & STARTING
        used |= {"executable"} if _module(node) == "sys" and node.attr == "executable" else set()
    for word in sorted(used - allowed):
        yield f"names {word}, which starts a process; core/isolation/child_process.py is the one place for that"


def _reading(name: str, node: ast.AST) -> Iterator[str]:
    """Files that are read in another way than the one of core/foreign_file.py; resources of the package are ours."""
    if name in READ_IN or not isinstance(node, ast.Call):
        return
    called = _last_name(node.func)
    plain = called == "open" and (isinstance(node.func, ast.Name) or _is_path(node.func))
    of_path = called in {"read_text", "read_bytes"} and isinstance(node.func, ast.Attribute)
    if plain or (of_path and not _is_resource(node.func)):
        yield f"calls {called}, which follows whatever lies there; core/foreign_file.py opens files"


def _is_path(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Call)
        and _last_name(function.value.func) == "Path"
    )


def _is_resource(function: ast.expr) -> bool:
    """`files(...).joinpath(...).read_text()`, or a name that holds such a folder."""
    inner = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(inner, ast.Call) and _last_name(inner.func) == "joinpath"


def _last_name(function: ast.expr) -> str:
    return getattr(function, "attr", None) or getattr(function, "id", None) or ""


def _module(function: ast.expr) -> str:
    """The name before the dot, if there is one."""
    inner = function.value if isinstance(function, ast.Attribute) else None
    return inner.id if isinstance(inner, ast.Name) else ""


def _computing(name: str, node: ast.AST) -> Iterator[str]:
    """What the report may not do: compute, read a study file, compare a p-value or use a level."""
    if not name.startswith("report/"):
        return
    cure = "the report computes nothing; declare a fact in study, criteria, shift or streams"
    if isinstance(node, ast.Import | ast.ImportFrom):
        modules = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        for root in sorted({one.split(".")[0] for one in modules} & COMPUTING_MODULES):
            yield f"imports {root}: {cure}"
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bakeoff."):
        room = (node.module or "").split(".")[1]
        allowed = REPORT_MAY_CALL.get(room, set())
        functions = [one.name for one in node.names if one.name[0].islower() and one.name not in allowed]
        if room == "runs" or (room not in REPORT_ROOMS and functions):
            yield f"imports {', '.join(functions) or room} of {room}: {cure}"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in REDUCTIONS:
        yield f"calls {node.func.attr}: {cure}"
    if isinstance(node, ast.Compare) and _orders_by_level(node):
        yield "compares a p-value or a level: read the claim that was decided"
    if isinstance(node, ast.BinOp) and {_bare(node.left), _bare(node.right)} & LEVELS:
        yield "computes with a level of significance: read the claim that was decided"


def _orders_by_level(node: ast.Compare) -> bool:
    """Whether a p-value or a level is compared by size."""
    by_size = any(isinstance(kind, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for kind in node.ops)
    names = [_bare(one) for one in (node.left, *node.comparators)]
    return by_size and any(one.startswith("p_") or one in LEVELS for one in names)


def _bare(expression: ast.expr) -> str:
    """The last name of an expression that is a name, empty of any other."""
    return _last_name(expression) if isinstance(expression, ast.Name | ast.Attribute) else ""


def _names_of_times(scope: ast.AST) -> set[str]:
    """Names that are given a time of a clock, or something computed from one."""
    times: set[str] = set()
    for node in ast.walk(scope):
        if (
            isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr)
            and node.value
            and _reads_clock(node.value, times)
        ):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            times |= {one.id for one in targets if isinstance(one, ast.Name)}
    return times


def _reads_clock(expression: ast.AST, times: set[str]) -> bool:
    for node in ast.walk(expression):
        if isinstance(node, ast.Name) and node.id in times:
            return True
        if isinstance(node, ast.Call):
            bare = isinstance(node.func, ast.Name) and node.func.id != "time"
            if _last_name(node.func) in CLOCKS and (bare or _module(node.func) == "time"):
                return True
    return False


def _random_state(name: str, node: ast.AST) -> Iterator[str]:
    inner = node.value if isinstance(node, ast.Attribute) else None
    if not (isinstance(inner, ast.Attribute) and inner.attr == "random" and isinstance(inner.value, ast.Name)):
        return
    allowed = RANDOM_ALLOWED
    if name == "learners/estimators.py":
        allowed = allowed | RANDOM_STATE
    elif name.startswith("runs/"):
        allowed = allowed | RANDOM_ISOLATION
    if inner.value.id in {"np", "numpy"} and node.attr not in allowed:
        yield f"touches the global random state by np.random.{node.attr}"


def main() -> int:
    files = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    wrong = [one for name, text in sorted(files.items()) for one in offenders(name, text)]
    tests = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")}
    wrong += [one for name, text in sorted(tests.items()) for one in timed_assertions(name, text)]
    asked = [one for name, text in sorted(files.items()) for one in notices(name, text)]
    for one in asked:
        print(f"notice: {one}")
    for one in wrong:
        print(one)
    print(f"{len(files)} source files and {len(tests)} test files checked: {len(wrong)} offences, {len(asked)} notices")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
