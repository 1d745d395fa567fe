"""The door to a Dask cluster: which addresses are let in, the connection, its workers and their versions."""

import contextlib
import json
import logging
import warnings
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bakeoff.core.errors import BadInput, BakeoffError, MissingPackage
from bakeoff.runs.dask.versions import ASKED, differences, found_versions, worker_versions

__all__ = ["Client", "NoCluster", "address_of", "check_versions", "connected", "refuse_insecure", "wait_for_workers"]

Client = Any  # a distributed.Client, whose own type hints cover only parts of it

_ENCRYPTED = ("tls", "wss", "inproc")  # inproc never leaves the process
_CONNECT = 10.0  # seconds


class NoCluster(BakeoffError):
    """There is no cluster, or it has no worker."""


def address_of(where: str) -> str:
    """A scheduler's address as it was given, or from the JSON file that `dask scheduler --scheduler-file` writes."""
    if not where.endswith(".json"):
        return where
    try:
        return str(json.loads(Path(where).read_text(encoding="utf-8"))["address"])
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(f"{where} is no scheduler file; `dask scheduler --scheduler-file {where}` writes one") from None


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
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise NoCluster(f"no Dask scheduler answers at {address} ({said}); start one with `dask scheduler`") from None
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

    for one in loggers:
        one.addFilter(nothing)
    try:
        yield
    finally:
        for one in loggers:
            one.removeFilter(nothing)


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
            "or go on nevertheless (--allow-mismatch, allow_mismatch=True)"
        )
    if slight:
        sentence = f"the Dask workers have other versions: {_listed(slight)}"
        warnings.warn(sentence, stacklevel=3) if notify is None else notify(sentence)
    return there


def _listed(found: dict[str, list[str]]) -> str:
    return "; ".join(
        f"{words} on {workers[0] if len(workers) == 1 else f'{len(workers)} workers'}"
        for words, workers in found.items()
    )
