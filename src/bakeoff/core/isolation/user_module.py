"""The one place that runs a Python file because a user typed its name: `--measure my_metrics.py:profit`.

A file is code. No study file, results file or page gets here: they name modules, which the user allows one by one.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.foreign_file import open_regular
from bakeoff.core.text import clean, elide

__all__ = ["object_from_file"]

LONGEST = 160  # characters of a foreign message in a sentence


def object_from_file(path: str, name: str) -> Any:
    """What the file calls by that name, after the file was run once; every failure is one sentence."""
    file = Path(path).expanduser()
    try:
        open_regular(file).close()
    except OSError as error:
        raise BadInput(f"cannot read {clean(path)}: {error.strerror}") from None
    spec = spec_from_file_location(f"bakeoff_typed_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise BadInput(f"{clean(path)} is not a Python file; a function is named as my_metrics.py:profit")
    module, before = module_from_spec(spec), sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # nothing is left beside the user's file
    sys.modules[spec.name] = module  # where the file's own classes look for their module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001 - a user's file may raise anything
        text = elide(clean(f"{type(error).__name__}: {error}"), LONGEST)
        raise BadInput(f"{clean(path)} cannot be run: {text}; correct the file") from None
    finally:
        sys.dont_write_bytecode = before
    if not hasattr(module, name):
        functions = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise UnknownName(f"function of {clean(path)}", name, functions)
    return getattr(module, name)
