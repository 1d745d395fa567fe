"""Units on a Dask cluster: the same units, checks and book as on one machine; only the children are elsewhere."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from bakeoff.runs.agenda import Agenda, Schedule, cost_guess, open_run, plan_run
from bakeoff.runs.coordinator import CommitBuffer, conduct
from bakeoff.runs.dask.connection import (
    address_of,
    check_versions,
    connected,
    found_versions,
    refuse_insecure,
    wait_for_workers,
)
from bakeoff.runs.environment import hardware, write_environment
from bakeoff.runs.local import limits_of
from bakeoff.runs.progress import Listener, Meter, RunOutcome
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.runs.work import Work, packed_learners

__all__ = ["check_cluster", "run_dask"]


def check_cluster(
    where: Any, *, allow_insecure: bool = False, allow_mismatch: bool = False, patience: float = 60.0, **_: Any
) -> None:
    """Raise what `run_dask` would refuse of this cluster, in a sentence."""
    with connected(where, allow_insecure=allow_insecure) as client:
        wait_for_workers(client, patience)
        check_versions(client, allow_mismatch=allow_mismatch, notify=lambda _: None)


def run_dask(
    asked: Work | Agenda,
    ledger: Ledger,
    where: Any,
    *,
    timeout: float | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
    order: Sequence[UnitKey] | None = None,
    fresh: bool = False,
    retry: str | None = None,
    threads: int = 1,
    allow_insecure: bool = False,
    allow_mismatch: bool = False,
    patience: float = 60.0,
    notify: Callable[[str], object] | None = None,
) -> RunOutcome:
    """Run what is missing or has changed on a cluster; everything else is as in `run_local`.

    `where` is a scheduler's address, the path of its scheduler file (`.json`), a `distributed.Client` or a cluster
    object. An address of another machine without TLS is refused unless `allow_insecure`; workers with other versions
    that change numbers are refused unless `allow_mismatch`, and lesser differences are passed to `notify`. `patience`
    is how many seconds a cluster may be without any worker.

    A lost worker costs the units it had in hand, which run again elsewhere. A lost scheduler ends the run early with
    everything that had come back stored, `interrupted` set and `reason` saying so: the same call goes on, on this or
    another cluster or with `run_local`.
    """
    limits = limits_of(timeout, memory)
    if isinstance(where, str) and not allow_insecure:
        refuse_insecure(address_of(where))
    agenda = plan_run(asked, ledger, fresh=fresh, retry=retry) if isinstance(asked, Work) else asked
    if not agenda.todo:
        return Meter(0, 1, listener).outcome(skipped=agenda.skipped, changed=0, interrupted=False, startup=0.0)
    began = monotonic()
    with connected(where, allow_insecure=allow_insecure) as client:
        slots = wait_for_workers(client, patience)
        versions = check_versions(client, allow_mismatch=allow_mismatch, notify=notify)
        if isinstance(asked, Work):
            open_run(agenda, ledger, fresh=fresh)
        machines = client.run(hardware, on_error="ignore")
        write_environment(
            ledger, threads=threads, cluster={"threads": slots, "versions": versions, "machines": machines}
        )
        from bakeoff.runs.dask.executor import ClusterLost, DaskExecutor, new_token
        from bakeoff.runs.dask.worker import StationPlugin

        learners = packed_learners(agenda.work)
        checked = {} if allow_mismatch else found_versions()  # what workers that join later must have; none: any
        plugin = StationPlugin(new_token(), learners=learners, threads=threads, versions=checked)
        schedule = Schedule(agenda.todo, sizes=cost_guess(agenda.work), costs=ledger.costs(), order=order)
        meter = Meter(len(agenda.todo), sum(slots.values()), listener)
        interrupted, startup, reason = False, 0.0, ""
        try:
            with DaskExecutor(client, agenda.work, slots, plugin, patience=patience) as executor:
                startup = monotonic() - began
                meter.began = monotonic()
                score = CommitBuffer(agenda.work, ledger, agenda.contents, meter)
                conduct(agenda.work, executor, schedule, score, limits)
        except KeyboardInterrupt:
            interrupted = True
        except ClusterLost as lost:
            interrupted, reason = True, str(lost)
        counts = {"skipped": agenda.skipped, "changed": len(agenda.changed)}
        return meter.outcome(**counts, interrupted=interrupted, startup=startup, reason=reason)
