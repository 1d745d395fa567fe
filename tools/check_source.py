"""House rules about the text of the source, checked by `make lint`: `python tools/check_source.py`.

Every offender is listed, and the exit code is 1 if there is one. Long files are only noticed: they are a question to ask.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["notices", "offenders"]

PACKAGE = Path(__file__).parents[1] / "src" / "bakeoff"
LONG_FILE = 500  # lines
LISTS = {"core/references.py"}  # entries, however many
FORBIDDEN_CALLS = {"eval", "exec", "__import__", "compile"}
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "shelve", "marshal", "joblib", "cloudpickle"}
FORBIDDEN_KEYWORDS = {"shell", "allow_pickle"}
ALLOWED_MODULES = {
    "runs/process/pickling.py": {"cloudpickle"},  # from a parent to its own child, and nowhere else
    "learners/hazards.py": {"joblib"},  # takes joblib's caches away; loads nothing with it
}
RANDOM_ALLOWED = {"Generator", "PCG64", "SeedSequence", "default_rng", "Philox", "SFC64", "BitGenerator"}
RANDOM_STATE = {"get_state", "set_state"}  # of foreign code: put back as it was
RANDOM_ISOLATION = RANDOM_STATE | {"seed"}  # in the child that runs a unit


def offenders(name: str, text: str) -> Iterator[str]:
    """What is wrong with one file of the package; `name` is its path inside the package."""
    tree = ast.parse(text)
    if not ast.get_docstring(tree):
        yield f"{name}: no docstring that says what the module is"
    for node in ast.walk(tree):
        for found in (*_imports(name, node), *_calls(node), *_random_state(name, node)):
            yield f"{name}:{node.lineno}: {found}"


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
    asked = [one for name, text in sorted(files.items()) for one in notices(name, text)]
    for one in asked:
        print(f"notice: {one}")
    for one in wrong:
        print(one)
    print(f"{len(files)} source files checked: {len(wrong)} offences, {len(asked)} notices")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
