"""What can change a figure: the modules that a simulation imports, directly or through others, and its own parameters.

A kept result counts as long as this key stays the same. A change of the command line, of pages, reports and pictures, of a comment or of a
docstring leaves it as it is.
"""

import ast
import hashlib
import platform
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from calibration.case import Simulation

__all__ = ["files_of", "source_key"]

ROOT = Path(__file__).parents[1]
PACKAGES = {"bakeoff": ROOT / "src", "calibration": ROOT}
SHOWN = ("bakeoff.cli", "bakeoff.web", "bakeoff.report", "bakeoff.figures")  # rooms that show what others computed
COMPILED = "bakeoff.kernels"
OUTSIDE = ("numpy", "scipy", "scikit-learn")  # whose random numbers, functions and trees the figures rest on


def source_key(simulation: Simulation, draws: int) -> str:
    """A key of the source that a simulation runs, of its name and the number of draws."""
    run = getattr(simulation.run, "func", simulation.run)  # a partial function is at home where its function is
    made = f"{simulation.name}\n{draws}\n{_digest(run.__module__)}\n{_environment()}"
    return hashlib.sha256(made.encode()).hexdigest()[:24]


@cache
def _digest(module: str) -> str:
    """A digest of all files of a module."""
    made = hashlib.sha256()
    for path in files_of(module):
        made.update(path.relative_to(ROOT).as_posix().encode())
        made.update(_content(path))
    return made.hexdigest()


@cache
def files_of(module: str) -> tuple[Path, ...]:
    """The files of the modules that this one imports, also inside functions, and of those that they import; sources of compiled loops too."""
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _path(name)
        if path is not None and name not in found and not name.startswith(SHOWN):
            found[name] = path
            waiting += _imports(name)
    compiled = (PACKAGES["bakeoff"] / "bakeoff" / "kernels").glob("*.p[yx][xd]") if COMPILED in _rooms(found) else ()
    return (*(found[name] for name in sorted(found)), *sorted(compiled))


def _rooms(names: Iterable[str]) -> set[str]:
    return {".".join(name.split(".")[:2]) for name in names}


def _path(module: str) -> Path | None:
    """The file of a module of ours; None of what is no module, or of other packages."""
    top, *_ = module.partition(".")
    if top not in PACKAGES:
        return None
    base = PACKAGES[top].joinpath(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.exists()), None)


@cache
def _imports(module: str) -> tuple[str, ...]:
    """What a module imports. A package's own file counts where a name is taken from it, not where it is only passed on the way."""
    path = _path(module)
    tree = ast.parse(path.read_text(encoding="utf-8")) if path is not None else ast.Module([], [])
    return tuple(dict.fromkeys(name for node in ast.walk(tree) for name in _named(node, module)))


def _named(node: ast.AST, module: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names if one.name != "bakeoff")
    elif isinstance(node, ast.ImportFrom):
        source = _absolute(node, module)
        for one in node.names:
            submodule = f"{source}.{one.name}"
            yield submodule if _path(submodule) is not None else source
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "bo":
        homes = vars(import_module("bakeoff"))["_HOMES"]  # names of the front door are loaded when they are used
        yield homes.get(node.attr, "")
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _path(node.value) is not None:
        yield node.value  # import_module("bakeoff.comparisons.bayes.sign")


def _absolute(node: ast.ImportFrom, module: str) -> str:
    if not node.level:
        return node.module or ""
    path = _path(module)
    up = node.level - (path is not None and path.name == "__init__.py")
    return ".".join([*module.split(".")[: len(module.split(".")) - up], *filter(None, [node.module])])


@cache
def _content(path: Path) -> bytes:
    """The code of a file without comments and docstrings; of a compiled loop the text."""
    if path.suffix != ".py":
        return path.read_bytes()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:]
    return ast.dump(tree).encode()


@cache
def _environment() -> str:
    return " ".join([platform.python_version(), *(f"{name} {version(name)}" for name in OUTSIDE)])
