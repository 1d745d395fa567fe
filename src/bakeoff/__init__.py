"""bakeoff: which learning method is better, by how much, and how sure are we?

The names below are loaded when first used, so that `import bakeoff` itself stays light.
"""

from importlib import import_module
from typing import Any

from bakeoff.core import __version__ as __version__


def _homes() -> dict[str, str]:
    """The module of each public name, as the stub beside this file lists them; read by the loader that read this file."""
    stub = __spec__.loader.get_data(__file__.removesuffix(".py") + ".pyi").decode()
    rows = [line.split() for line in stub.splitlines()]
    return {row[3]: row[1] for row in rows if row[:1] == ["from"] and row[1].startswith("bakeoff.")}


_HOMES = _homes()
_RUNS_AT_ONCE = frozenset({"evaluate"})  # whoever asks for these is about to run learners
_ROOMS = ("data", "measures")  # rooms that are catalogues themselves: see core.catalogue.ask_room
__all__ = sorted(_HOMES)  # noqa: PLE0605 - one list of names, which the stub holds


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"bakeoff.{name}")
    if name not in _HOMES:
        from bakeoff.core.errors import did_you_mean

        near = did_you_mean(name, (*_HOMES, *_ROOMS)) if not name.startswith("_") else ""
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}" + (f"; {near}" if near else ""))
    if name in _RUNS_AT_ONCE:
        import_module("bakeoff.runs.process.zygote_process").warm_up()
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_ROOMS})
