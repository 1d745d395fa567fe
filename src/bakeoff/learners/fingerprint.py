"""Everything that changes a learner's outcome, as stable text: no memory addresses, the same in every process."""

import functools
import inspect
import json
import re
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.random import Generator, RandomState

__all__ = ["canonical", "class_path", "settings_text"]

_DEEPEST = 12
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def settings_text(**parts: object) -> str:
    """The parts as canonical JSON, with the versions of all packages whose classes occur in them.

    >>> settings_text(columns=("a",), scale=True)
    '{"columns":["a"],"scale":true}'
    """
    packages: set[str] = set()
    tree: dict[str, Any] = {key: canonical(value, packages) for key, value in parts.items()}
    versions = {name: version for name in sorted(packages) if (version := _version(name))}
    if versions:
        tree["versions"] = versions
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def class_path(kind: type) -> str:
    """Module and name of a class.

    >>> class_path(json.JSONDecoder)
    'json.decoder.JSONDecoder'
    """
    return f"{kind.__module__}.{kind.__qualname__}"


def canonical(value: Any, packages: set[str] | None = None, depth: int = 0) -> Any:
    """The value as plain JSON: estimators by class and parameters, functions by name and code, arrays by their hash.

    >>> canonical({"b": 1.0, "a": [np.int64(2), None]})
    {'a': [2, None], 'b': 1.0}
    """
    used_packages = packages if packages is not None else set()
    if depth > _DEEPEST:
        return f"<{class_path(type(value))}>"
    deeper = functools.partial(canonical, packages=used_packages, depth=depth + 1)
    for kinds, write in _WRITERS:
        if isinstance(value, kinds):
            return write(value, deeper)
    if isinstance(value, type):
        return {"class": _known(value, used_packages)}
    if _is_distribution(value):
        used_packages.add("scipy")
        name = {"reciprocal": "loguniform"}.get(value.dist.name, value.dist.name)
        return {"class": f"scipy.stats.{name}", "args": deeper(value.args), "params": deeper(value.kwds)}
    return {"class": _known(type(value), used_packages), **_object(value, deeper)}


def _is_distribution(value: Any) -> bool:
    """Whether it is a frozen distribution of scipy, which a random search draws from."""
    home = type(value).__module__.startswith("scipy.stats.")
    return home and all(hasattr(value, part) for part in ("dist", "args", "kwds"))


Deeper = Callable[[object], Any]


def _object(value: Any, deeper: Deeper) -> dict[str, Any]:
    """Something with parameters or fields, or at last its text."""
    if callable(getattr(value, "get_params", None)):
        return {"params": deeper(value.get_params(deep=False))}
    if is_dataclass(value):
        return {"fields": {field.name: deeper(getattr(value, field.name)) for field in fields(value)}}
    return {"fields": deeper(getattr(value, "__dict__", {})), "text": _ADDRESS.sub("", repr(value))}


def _float(value: Any, _: Deeper) -> Any:
    return float(value) if np.isfinite(value) else str(float(value))


def _array(value: Any, deeper: Deeper) -> Any:
    if value.dtype == object:
        return deeper(value.tolist())
    digest = sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
    return {"array": digest, "dtype": value.dtype.str, "shape": list(value.shape)}


def _mapping(value: Any, deeper: Deeper) -> Any:
    return {str(key): deeper(item) for key, item in sorted(value.items(), key=lambda item: str(item[0]))}


def _generator(value: Any, deeper: Deeper) -> Any:
    state = value.get_state() if isinstance(value, RandomState) else value.bit_generator.state
    return {"random": deeper(state)}


def _function(value: Any, deeper: Deeper) -> Any:
    held = [cell.cell_contents for cell in value.__closure__ or ()]
    return {
        "function": f"{value.__module__}.{value.__qualname__}",
        "code": sha256(_code(value.__code__)).hexdigest()[:16],
        "defaults": deeper([value.__defaults__, value.__kwdefaults__, held]),
    }


_WRITERS: tuple[tuple[Any, Callable[[Any, Deeper], Any]], ...] = (
    ((bool, int, str, types.NoneType), lambda value, _: value),
    ((float, np.floating), _float),
    (np.generic, lambda value, deeper: deeper(value.item())),
    (np.ndarray, _array),
    (Mapping, _mapping),
    ((list, tuple), lambda value, deeper: [deeper(item) for item in value]),
    ((set, frozenset), lambda value, deeper: sorted((deeper(item) for item in value), key=repr)),
    (functools.partial, lambda value, deeper: {"partial": deeper([value.func, value.args, value.keywords])}),
    (types.MethodType, lambda value, deeper: {"method": deeper([value.__self__, value.__func__])}),
    (types.FunctionType, _function),
    ((RandomState, Generator), _generator),
)


def _known(kind: type, packages: set[str]) -> Any:
    """The class's path; its code too where no version says whether it has changed."""
    package = kind.__module__.partition(".")[0]
    packages.add(package)
    if package in sys.stdlib_module_names or _version(package):
        return class_path(kind)
    digest = sha256()
    for name, member in sorted(vars(kind).items()):
        if inspect.isfunction(member):
            digest.update(name.encode() + _code(member.__code__))
    return f"{class_path(kind)}#{digest.hexdigest()[:16]}"


def _code(code: types.CodeType) -> bytes:
    """What the code does, without where it stands."""
    constants = [
        _code(constant) if isinstance(constant, types.CodeType) else repr(constant).encode()
        for constant in code.co_consts
    ]
    return b"\0".join([code.co_code, repr(code.co_names).encode(), *constants])


@functools.cache
def _version(package: str) -> str:
    if package in sys.stdlib_module_names or package == "__main__":
        return ""
    number = getattr(sys.modules.get(package), "__version__", "")
    return number if isinstance(number, str) else ""
