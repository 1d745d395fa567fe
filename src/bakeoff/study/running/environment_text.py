"""The environment of a run, in words: versions, processor, numerical libraries, threads, git, cluster."""

from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.core.text import counted
from bakeoff.runs.environment import EARLIER, LATEST
from bakeoff.runs.store.ledger import Ledger

__all__ = ["machine", "versions"]

Facts = tuple[tuple[str, str], ...]

TELLING = ("bakeoff", "numpy", "scipy", "scikit-learn", "pandas", "polars", "pyarrow", "xgboost", "lightgbm", "torch")


def versions(ledger: Ledger) -> Facts:
    """Of everything that was installed, what can change a number."""
    return _versions(_table(ledger.get_meta(LATEST)))


def machine(ledger: Ledger) -> Facts:
    """The machine and what else is not a version; last, how earlier runs of the same study differed, if any did."""
    latest = _table(ledger.get_meta(LATEST))
    shown = tuple(_facts(latest))
    apart = [", ".join(_differing(_table(one), {*shown, *_versions(latest)})) for one in ledger.get_meta(EARLIER) or ()]
    said = "; ".join(dict.fromkeys(filter(None, apart)))
    return (*shown, ("Earlier runs", said)) if said else shown


def _table(found: object) -> Mapping[str, Any]:
    """A part of what the file says; a file may come from anywhere, so nothing is taken for granted."""
    return found if isinstance(found, dict) else {}


def _versions(told: Mapping[str, Any]) -> Facts:
    if "packages" not in told:
        return tuple((str(name), str(value)) for name, value in _table(told.get("versions", told)).items())
    packages = _table(told["packages"])
    known = [(name, str(packages[name])) for name in TELLING if name in packages]
    return (("python", str(told.get("python", ""))), *known, ("system", str(told.get("system", ""))))


def _facts(told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if told.get("cpu"):
        yield "Processor", _processor(told)
    if told.get("libraries"):
        yield "Numerical libraries", _libraries(told["libraries"])
    if told.get("unit_threads"):
        yield "Threads", f"{told['unit_threads']} per unit"
    if "git" in told:
        yield "Git", _git(_table(told["git"]))
    cluster = _table(told.get("cluster"))
    if cluster:
        yield "Cluster", _cluster(cluster)


def _processor(told: Mapping[str, Any]) -> str:
    """Its name and cores.

    >>> _processor({"cpu": "EPYC", "cores": 2})
    'EPYC, 2 cores'
    """
    cores = told.get("cores")
    return f"{told.get('cpu', '')}, {counted(cores, 'core')}" if isinstance(cores, int) else str(told.get("cpu", ""))


def _libraries(found: object) -> str:
    """Linear algebra and threading, each once.

    >>> _libraries([{"internal_api": "openblas", "version": "0.3.31", "architecture": "Haswell"}])
    'openblas 0.3.31 (Haswell)'
    """
    said = []
    for one in found if isinstance(found, list) else ():
        facts = _table(one)
        kind = f" ({facts['architecture']})" if facts.get("architecture") else ""
        said.append(f"{facts.get('internal_api', '')} {facts.get('version') or ''}".strip() + kind)
    return ", ".join(dict.fromkeys(said))


def _git(found: Mapping[str, Any]) -> str:
    """Of the folder the run was started in; only files of earlier versions tell whether something was changed.

    >>> _git({"commit": "c0ffee", "changed": None}), _git({})
    ('commit c0ffee (whether files differ from it is unknown)', 'not in a repository')
    """
    if not found:
        return "not in a repository"
    if not found.get("commit"):
        return "in a repository whose commit could not be read"
    changes = {True: ", with changes that are not committed", False: ""}
    changed = found.get("changed")
    unknown = " (whether files differ from it is unknown)"
    return f"commit {found['commit']}" + (changes[changed] if isinstance(changed, bool) else unknown)


def _cluster(found: Mapping[str, Any]) -> str:
    """Dask workers, those on machines of a kind together."""
    threads, machines = _table(found.get("threads")), _table(found.get("machines"))
    kinds = dict.fromkeys(
        f"{_processor(_table(one))}, {_libraries(_table(one).get('libraries'))}" for one in machines.values()
    )
    slots = sum(one for one in threads.values() if isinstance(one, int))
    return f"{counted(len(threads), 'Dask worker')}, {counted(slots, 'unit')} at a time; " + "; ".join(kinds)


def _differing(told: Mapping[str, Any], shown: set[tuple[str, str]]) -> Iterator[str]:
    for name, value in (*_versions(told), *_facts(told)):
        if (name, value) not in shown:
            yield f"{name} {value}"
