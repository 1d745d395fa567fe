"""The connection to a Dask cluster: which addresses are allowed, its workers, and their versions: the same numbers need the same packages."""

import contextlib
import json
import logging
import platform
import warnings
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bakeoff.core.errors import BadInput, BakeoffError, MissingPackage
from bakeoff.core.foreign_file import read_regular

__all__ = [
    "Client",
    "NoCluster",
    "address_of",
    "check_versions",
    "connected",
    "describe_serious",
    "differences",
    "found_versions",
    "refuse_insecure",
    "wait_for_workers",
    "worker_versions",
]

NUMERIC = ("bakeoff", "numpy", "scipy", "scikit-learn")  # other versions, other numbers
PACKAGES = (*NUMERIC, "cloudpickle")
_OLD_NAMES = {"scikit-learn": "sklearn"}  # Dask used to ask the module, not the distribution
ASKED = (*PACKAGES, *_OLD_NAMES.values())


def found_versions() -> dict[str, str]:
    """Of this process; what is not installed is "missing".

    >>> sorted(found_versions())
    ['bakeoff', 'cloudpickle', 'numpy', 'python', 'scikit-learn', 'scipy']
    """
    return {"python": platform.python_version(), **{name: _installed(name) for name in PACKAGES}}


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def worker_versions(report: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """From what Dask's get_versions says about workers: worker, package, version."""
    versions = {}
    for worker, facts in report["workers"].items():
        packages = facts["packages"]
        python = ".".join(str(packages["python"]).split(".")[:3])
        named = {name: packages.get(name) or packages.get(_OLD_NAMES.get(name, name)) for name in PACKAGES}
        versions[worker] = {"python": python, **{name: str(number or "missing") for name, number in named.items()}}
    return versions


def differences(here: Mapping[str, str], there: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What differs so that numbers could differ or nothing would run, and what is only worth a word.

    >>> differences({"python": "3.11.7", "numpy": "2.4.6"}, {"python": "3.11.9", "numpy": "2.1.0"})
    (['numpy 2.1.0 (here 2.4.6)'], ['python 3.11.9 (here 3.11.7)'])
    """
    grave, slight = [], []
    for name, ours in here.items():
        theirs = there.get(name, "missing")
        if theirs == ours:
            continue
        words = f"{name} {theirs} (here {ours})"
        same_minor = ours.split(".")[:2] == theirs.split(".")[:2]
        if name in NUMERIC or theirs == "missing" or (name == "python" and not same_minor):
            grave.append(words)
        elif name != "cloudpickle" or ours.split(".")[0] != theirs.split(".")[0]:
            slight.append(words)
    return grave, slight


def describe_serious(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """The grave differences in words, or nothing.

    >>> describe_serious({"numpy": "2.4.6"}, {"numpy": "2.1.0"})
    'it has numpy 2.1.0 (here 2.4.6)'
    """
    grave, _ = differences(here, there)
    return f"it has {', '.join(grave)}" if grave else ""


Client = Any  # a distributed.Client, whose own type hints cover only parts of it

_ENCRYPTED = ("tls", "wss", "inproc")  # inproc never leaves the process
_CONNECT = 10.0  # seconds


class NoCluster(BakeoffError):
    """There is no cluster, or it has no worker."""


_FILE_ENDING = ".json"
_SCHEDULER_FILE = 1 << 20  # bytes: what Dask writes has a few hundred and a line for each worker


def address_of(where: str) -> str:
    """A scheduler's address as it was given, or from the JSON file that `dask scheduler --scheduler-file` writes."""
    if not where.endswith(_FILE_ENDING):
        return where
    try:
        return str(json.loads(read_regular(where, _SCHEDULER_FILE))["address"])
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(
            f"{where} is not a scheduler file; `dask scheduler --scheduler-file {where}` writes one"
        ) from None


def refuse_insecure(address: str) -> None:
    """Units carry code: whoever can listen to or speak on an open connection can run anything on both sides.

    >>> refuse_insecure("tcp://127.0.0.1:8786")
    >>> refuse_insecure("tls://scheduler.example:8786")
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme in _ENCRYPTED or _loopback(parts.hostname or ""):
        return
    raise BadInput(
        f"{address} is another machine and the connection is not encrypted, but units carry code; "
        "use TLS (tls://...), or allow it on a network that you trust (--insecure, allow_insecure=True)"
    )


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextlib.contextmanager
def connected(where: Any, *, allow_insecure: bool) -> Iterator[Client]:
    """A client: the one given, that of the cluster given, or a new one for an address, closed again afterwards."""
    if isinstance(where, (str, Path)):
        address = address_of(str(where))
        if not allow_insecure:
            refuse_insecure(address)
        with _new_client(address) as client:
            yield client
        return
    client = where.get_client() if hasattr(where, "get_client") else where
    if not hasattr(client, "scheduler_info"):
        raise BadInput(f"dask must be a scheduler's address or a distributed.Client, not {type(where).__name__}")
    if client.asynchronous:
        raise BadInput("an asynchronous Dask client cannot be used here; make one with Client(..., asynchronous=False)")
    if client.scheduler is None or client.status != "running":
        raise NoCluster("the Dask client given is not connected; make a new one")
    if not allow_insecure:
        refuse_insecure(client.scheduler.address)
    yield client


@contextlib.contextmanager
def _new_client(address: str) -> Iterator[Client]:
    try:
        import distributed
    except ImportError:
        raise MissingPackage("distributed", "running on a Dask cluster", extra="dask") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about versions: we look ourselves, and say it in one sentence
            make: Any = distributed.Client
            client = make(address, timeout=_CONNECT, set_as_default=False, name="bakeoff")
    except (OSError, ValueError, TimeoutError, ImportError) as error:
        cause = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise NoCluster(f"no Dask scheduler answers at {address} ({cause}); start one with `dask scheduler`") from None
    try:
        yield client
    finally:
        with contextlib.suppress(OSError, TimeoutError), _hushed():
            client.close(timeout=2)


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Dask logs a traceback when a client is closed whose scheduler has died; we say that in a sentence."""
    loggers = [logging.getLogger(f"distributed.{name}") for name in ("client", "core", "utils")]

    def nothing(_: logging.LogRecord) -> bool:
        return False

    for logger in loggers:
        logger.addFilter(nothing)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(nothing)


def wait_for_workers(client: Client, patience: float) -> dict[str, int]:
    """Threads of each worker; waits for the first worker."""
    from distributed import TimeoutError as DaskTimeout

    try:
        client.wait_for_workers(1, timeout=patience)
    except (DaskTimeout, TimeoutError):
        address = client.scheduler.address
        raise NoCluster(
            f"the cluster at {address} has no worker; start one with `dask worker {address}`, and try again"
        ) from None
    return dict(client.nthreads())


def check_versions(
    client: Client, *, allow_mismatch: bool, notify: Callable[[str], object] | None
) -> dict[str, dict[str, str]]:
    """Versions on each worker; refused, or only told, where they differ from ours."""
    here = found_versions()
    there = worker_versions(client.get_versions(packages=list(ASKED)))
    grave: dict[str, list[str]] = {}
    slight: dict[str, list[str]] = {}
    for worker, versions in there.items():
        one_grave, one_slight = differences(here, versions)
        for words in one_grave:
            grave.setdefault(words, []).append(worker)
        for words in (*one_slight, *(one_grave if allow_mismatch else ())):
            slight.setdefault(words, []).append(worker)
    if grave and not allow_mismatch:
        raise BadInput(
            f"the Dask workers have other versions, so numbers could differ: {_listed(grave)}; install the same there, "
            "or accept the difference (--allow-mismatch, allow_mismatch=True)"
        )
    if slight:
        sentence = f"the Dask workers have other versions: {_listed(slight)}"
        warnings.warn(sentence, stacklevel=3) if notify is None else notify(sentence)
    return there


def _listed(workers_by_words: dict[str, list[str]]) -> str:
    return "; ".join(
        f"{words} on {workers[0] if len(workers) == 1 else f'{len(workers)} workers'}"
        for words, workers in workers_by_words.items()
    )
