"""The pages of the API: one for each public name, made from the docstrings when the site is built."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import bakeoff as bo
import bakeoff.comparisons
import bakeoff.estimates

__all__ = ["names", "write"]

GROUPS = {
    "functions": "Functions",
    "classes": "Classes",
    "catalogues": "Catalogues",
}
ROOMS = {"comparisons": bakeoff.comparisons, "estimates": bakeoff.estimates}
FOREIGN = "set_fit_request, set_predict_request, set_score_request"  # made by scikit-learn
CATALOGUES = ("measures", "data")  # names of `bo` that are modules, too


def names() -> dict[str, list[str]]:
    """The public names of `bo` by kind."""
    kinds: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name in sorted({*bo.__all__, *CATALOGUES} - {"__version__"}, key=str.lower):
        public = getattr(bo, name)
        kind = "classes" if inspect.isclass(public) else "functions" if inspect.isfunction(public) else "catalogues"
        kinds[kind].append(name)
    return kinds


def tests_and_intervals(room: str) -> Iterator[str]:
    """The public functions of a room whose names users type."""
    return (name for name in sorted(ROOMS[room].__all__) if inspect.isfunction(getattr(ROOMS[room], name)))


def write(target: Path) -> None:
    """Write `api/` of the source folder."""
    folder = target / "api"
    for group, members in names().items():
        (folder / group).mkdir(parents=True, exist_ok=True)
        for name in members:
            (folder / group / f"{name}.rst").write_text(page(group, name), encoding="utf-8")
    for room in ROOMS:
        (folder / room).mkdir(parents=True, exist_ok=True)
        for name in tests_and_intervals(room):
            directive = f".. autofunction:: bakeoff.{room}.{name}"
            (folder / room / f"{name}.rst").write_text(f"{titled(name)}\n{directive}\n", encoding="utf-8")
    (folder / "index.rst").write_text(index(), encoding="utf-8")


def titled(text: str) -> str:
    """A heading."""
    return f"{text}\n{'=' * len(text)}\n"


def page(group: str, name: str) -> str:
    """The page of a public name."""
    title = titled(f"bo.{name}")
    if group == "functions":
        return f"{title}\n.. autofunction:: bakeoff.{name}\n"
    if group == "classes":
        inherited = "   :inherited-members:\n" if name == "Results" else ""
        return f"{title}\n.. autoclass:: bakeoff.{name}\n   :members:\n   :exclude-members: {FOREIGN}\n{inherited}"
    return f"{title}\n{catalogue(name)}"


def catalogue(name: str) -> str:
    """What a catalogue holds: a row for each entry."""
    public = getattr(bo, name)
    if inspect.ismodule(public) and not hasattr(public, "__iter__"):
        text = inspect.getdoc(public) or ""
        return f"{text}\n"
    rows = [f"   * - ``{entry.name}``\n     - {getattr(entry, 'title', '')}" for entry in public]
    head = f"``bo.{name}`` can be iterated, ``bo.{name}[NAME]`` gives one declaration, ``NAME in bo.{name}`` asks for it.\n"
    return "\n".join([head, ".. list-table::", "   :header-rows: 1", "", "   * - name\n     - title", *rows, ""])


def first_line(owner: object, name: str) -> str:
    """The question that a name answers."""
    text = " ".join((inspect.getdoc(getattr(owner, name)) or "").partition("\n\n")[0].split())
    return text.replace("*", r"\*").replace("|", r"\|").replace("`", "``").replace("````", "``")


def index() -> str:
    """The list of all names with what each is for."""
    lines = [
        titled("API: every public name"),
        "Each page is made from the docstring that ``help`` shows. ``bo`` is ``import bakeoff as bo``.\n",
    ]
    for group, members in names().items():
        lines += listed(GROUPS[group], group, "bo", bo, members)
    for room, owner in ROOMS.items():
        lines += listed(f"Functions of bakeoff.{room}", room, room, owner, list(tests_and_intervals(room)))
    return "\n".join(lines)


def listed(title: str, folder: str, prefix: str, owner: object, members: list[str]) -> list[str]:
    """A group of names as a table, and its part of the navigation."""
    rows = [
        f"   * - :doc:`{prefix}.{name} </api/{folder}/{name}>`\n     - {first_line(owner, name) if folder != 'catalogues' else 'a catalogue'}"
        for name in members
    ]
    tree = [".. toctree::", "   :hidden:", "", *(f"   /api/{folder}/{name}" for name in members), ""]
    return [title, "-" * len(title), "", ".. list-table::", "   :widths: 30 70", "", *rows, "", *tree]
