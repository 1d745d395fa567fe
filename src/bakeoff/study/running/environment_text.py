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
    apart = [
        ", ".join(_differing(_table(earlier), {*shown, *_versions(latest)}))
        for earlier in ledger.get_meta(EARLIER) or ()
    ]
    differences = "; ".join(dict.fromkeys(filter(None, apart)))
    return (*shown, ("Earlier runs", differences)) if differences else shown


def _table(stored: object) -> Mapping[str, Any]:
    """A part of what the file says; a file may come from anywhere, so nothing is taken for granted."""
    return stored if isinstance(stored, dict) else {}


def _versions(environment: Mapping[str, Any]) -> Facts:
    if "packages" not in environment:
        return tuple(
            (str(name), str(value)) for name, value in _table(environment.get("versions", environment)).items()
        )
    packages = _table(environment["packages"])
    versions = [(name, str(packages[name])) for name in TELLING if name in packages]
    return (("python", str(environment.get("python", ""))), *versions, ("system", str(environment.get("system", ""))))


def _facts(environment: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if environment.get("cpu"):
        yield "Processor", _processor(environment)
    if environment.get("libraries"):
        yield "Numerical libraries", _libraries(environment["libraries"])
    if environment.get("unit_threads"):
        yield "Threads", f"{environment['unit_threads']} per unit"
    if "git" in environment:
        yield "Git", _git(_table(environment["git"]))
    cluster = _table(environment.get("cluster"))
    if cluster:
        yield "Cluster", _cluster(cluster)


def _processor(environment: Mapping[str, Any]) -> str:
    """Its name and cores.

    >>> _processor({"cpu": "EPYC", "cores": 2})
    'EPYC, 2 cores'
    """
    cores = environment.get("cores")
    return (
        f"{environment.get('cpu', '')}, {counted(cores, 'core')}"
        if isinstance(cores, int)
        else str(environment.get("cpu", ""))
    )


def _libraries(libraries: object) -> str:
    """Linear algebra and threading, each once.

    >>> _libraries([{"internal_api": "openblas", "version": "0.3.31", "architecture": "Haswell"}])
    'openblas 0.3.31 (Haswell)'
    """
    descriptions = []
    for library in libraries if isinstance(libraries, list) else ():
        facts = _table(library)
        kind = f" ({facts['architecture']})" if facts.get("architecture") else ""
        descriptions.append(f"{facts.get('internal_api', '')} {facts.get('version') or ''}".strip() + kind)
    return ", ".join(dict.fromkeys(descriptions))


def _git(repository: Mapping[str, Any]) -> str:
    """Of the folder the run was started in; only files of earlier versions tell whether something was changed.

    >>> _git({"commit": "c0ffee", "changed": None}), _git({})
    ('commit c0ffee (whether files differ from it is unknown)', 'not in a repository')
    """
    if not repository:
        return "not in a repository"
    if not repository.get("commit"):
        return "in a repository whose commit could not be read"
    changes = {True: ", with changes that are not committed", False: ""}
    changed = repository.get("changed")
    unknown = " (whether files differ from it is unknown)"
    return f"commit {repository['commit']}" + (changes[changed] if isinstance(changed, bool) else unknown)


def _cluster(cluster: Mapping[str, Any]) -> str:
    """Dask workers, those on machines of a kind together."""
    threads, machines = _table(cluster.get("threads")), _table(cluster.get("machines"))
    kinds = dict.fromkeys(
        f"{_processor(_table(machine))}, {_libraries(_table(machine).get('libraries'))}"
        for machine in machines.values()
    )
    slots = sum(count for count in threads.values() if isinstance(count, int))
    return f"{counted(len(threads), 'Dask worker')}, {counted(slots, 'unit')} at a time; " + "; ".join(kinds)


def _differing(environment: Mapping[str, Any], shown: set[tuple[str, str]]) -> Iterator[str]:
    for name, value in (*_versions(environment), *_facts(environment)):
        if (name, value) not in shown:
            yield f"{name} {value}"
