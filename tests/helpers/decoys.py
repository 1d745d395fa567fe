"""A stranger's folder: files under the names that Python, matplotlib, git and bakeoff might look for, each of which leaves a mark when it runs."""

from pathlib import Path

__all__ = ["DECOYS", "lay_decoys"]

MODULES = (
    "bakeoff", "joblib", "numpy", "lz4", "sitecustomize", "usercustomize", "narwhals", "polars", "pandas", "pyarrow", "scipy", "sklearn", "matplotlib",
    "click", "json", "skops", "dask", "cloudpickle", "uvicorn", "starlette", "openpyxl", "torch", "cupy", "conftest",
)  # fmt: skip
PACKAGES = ("bakeoff_plugin", "xgboost")
PROGRAMS = (
    "git",
    "chromium",
    "google-chrome",
    "python3",
    "python",
    "xdg-open",
    "www-browser",
    "firefox",
    "sh",
    "lscpu",
    "cat",
)
HOOKS = ("post-checkout", "post-index-change", "pre-commit", "reference-transaction")
DECOYS = frozenset(
    {f"{name}.py" for name in MODULES} | {f"{name}/__init__.py" for name in PACKAGES} | {*PROGRAMS, "matplotlibrc"}
)
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def lay_decoys(folder: Path, marks: Path) -> None:
    """Put all of them into the folder; what runs makes a file in `marks` that is named after it."""
    for path in sorted(f"{name}.py" for name in MODULES) + [f"{name}/__init__.py" for name in PACKAGES]:
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(f"open({str(marks / path.replace('/', ' '))!r}, 'w').close()\n")
    for name in PROGRAMS:
        _program(folder / name, marks)
    (folder / "matplotlibrc").write_text("savefig.dpi: 7\n")
    _lay_repository(folder / ".git", marks)
    (folder / ".gitattributes").write_text("* filter=x diff=x\n")


def _program(path: Path, marks: Path) -> None:
    path.write_text(f"#!/bin/sh\n: > '{marks}/program {path.name}'\n")
    path.chmod(0o755)


def _lay_repository(place: Path, marks: Path) -> None:
    """A repository whose configuration names programs for all that git may do."""
    for name in ("objects", "refs/heads", "info", "hooks"):
        (place / name).mkdir(parents=True)
    for name in (*HOOKS, "monitor", "filter"):
        _program(place / "hooks" / name, marks)
    run = f"{place}/hooks/filter"
    (place / "config").write_text(
        f'[core]\n\trepositoryformatversion = 0\n\tfsmonitor = {place}/hooks/monitor\n\tpager = {run}\n\tsshCommand = {run}\n'
        f'[filter "x"]\n\tclean = {run}\n\tsmudge = {run}\n\tprocess = {run}\n[diff "x"]\n\ttextconv = {run}\n\tcommand = {run}\n'
        f'[remote "origin"]\n\turl = .\n\tuploadpack = {run}\n'
    )  # fmt: skip
    (place / "info" / "attributes").write_text("* filter=x\n")
    (place / "HEAD").write_text("ref: refs/heads/main\n")
    (place / "refs" / "heads" / "main").write_text(f"{COMMIT}\n")
