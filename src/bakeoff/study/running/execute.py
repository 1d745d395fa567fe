"""Execute: run a study into its file, doing again only what has changed, and saying so."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.text import abridged, counted
from bakeoff.data.characteristics import FEWEST, characteristics
from bakeoff.data.dataset import Dataset
from bakeoff.data.notes import NO_POSITIVE
from bakeoff.data.profile import study_profile
from bakeoff.learners.learner import left_out_by, steps_of
from bakeoff.measures import measure_named
from bakeoff.runs.agenda import Agenda, forget_runs, plan_run
from bakeoff.runs.expansion import tuned_keys
from bakeoff.runs.inner import INNER, search_of
from bakeoff.runs.local import run_local
from bakeoff.runs.progress import Listener, RunOutcome
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import Ledger, MemoryLedger
from bakeoff.runs.unit import UnitKey
from bakeoff.splits.condition_grid import ConditionGrid
from bakeoff.splits.plan import SplitPlan
from bakeoff.study.analysis.own_measures import changed_words, keep_own_measures, restore_own_measures
from bakeoff.study.analysis.stored_design import IMPORTED_LEARNERS, INNER_UNITS, STUDY_TOML, design_of, domain_design
from bakeoff.study.analysis.study_scores import store_scores
from bakeoff.study.running.epoch_children import EpochChildren
from bakeoff.study.running.epoch_runs import RerunRule, run_epochs
from bakeoff.study.spec.study_spec import StudySpec
from bakeoff.study.spec.unit_count import UnitCount

__all__ = ["Changes", "RunReport", "changes", "execute", "store_spec"]

_SHOWN = 5  # names of learners in one line


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The agenda of a study's run, and how the study differs from what its file holds."""

    agenda: Agenda
    count: UnitCount  # of all units of the study
    inner_to_run: (
        int  # fits inside training parts that the units to run wait for, at most, without those that are stored
    )
    hidden: tuple[UnitKey, ...]  # of learners, data sets or schemes that the study does not name; kept, not shown
    words: tuple[str, ...]

    @property
    def kept(self) -> int:
        """Units stored before, failed ones included, of which nothing they depend on has changed."""
        return self.agenda.skipped + len(self.agenda.again)

    @property
    def changed(self) -> tuple[UnitKey, ...]:
        """Units stored before, but data, split, seed or learner differ now."""
        return self.agenda.changed

    @property
    def missing(self) -> tuple[UnitKey, ...]:
        """Units never run, or interrupted."""
        return self.agenda.missing

    @property
    def to_run(self) -> int:
        """How many units are missing or have changed; those that are tried again are not among them."""
        return len(self.missing) + len(self.changed)

    @property
    def units(self) -> int:
        """How many units the study has."""
        return self.kept + len(self.changed) + len(self.missing)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunReport:
    """What a run did. Without a file the units live in `ledger`; a file is closed again and can be opened by anybody."""

    outcome: RunOutcome
    changes: Changes
    path: Path | None
    ledger: MemoryLedger | None


def execute(
    spec: StudySpec,
    path: str | Path | None = None,
    *,
    workers: int | None = None,
    timeout: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    fresh: bool = False,
    retry: str | None = None,
    listener: Listener | None = None,
    announce: Callable[[Changes], None] | None = None,
    source: Path | None = None,
    ledger: MemoryLedger | None = None,
    dask: Any = None,
    dask_options: Mapping[str, Any] | None = None,
    tell: Callable[[str], object] | None = None,
) -> RunReport:
    """Run all units that are not yet in the file; `announce` is called with the agenda and what has changed before.

    `timeout` is in seconds and `memory` in MB per unit; what is None is as the study's own settings say. `fresh` forgets
    what was run before, `retry="failed"` repeats units that failed before. Without a path the study is kept in memory, in
    `ledger` if one is given; `source` is the TOML file that it was read from. With `dask`, a client or a scheduler's
    address, units run on that cluster; `dask_options` are further arguments of `run_dask`. Curves by training steps are made
    afterwards in children on this machine, with the same limits; `tell` gets a line for each, and one for each way in which
    columns are prepared before the first fit.
    """
    if fresh and dask is not None:
        from bakeoff.runs.dask.run import check_cluster

        check_cluster(dask, **(dask_options or {}))  # before anything is forgotten
    limits = spec.run.but(workers=workers, timeout=timeout, memory=memory, threads=threads)
    in_memory = MemoryLedger() if ledger is None else ledger
    opened: AbstractContextManager[Ledger] = nullcontext(in_memory) if path is None else FileLedger.resume(path)
    with opened as book:
        if not fresh:
            _refuse_another(spec, book, path)
        study_changes = changes(spec, book, fresh=fresh, retry=retry)
        if announce is not None:
            announce(study_changes)
        if fresh:
            forget_runs(book)
        store_spec(spec, book, domains=path is not None)
        searches = {name: [search.most, search.exact] for name, search in study_changes.count.searches.items()}
        book.set_meta(INNER_UNITS, searches or None)
        if source is not None and path is not None:  # relative to the study file, so that `bakeoff retry` finds it
            book.set_meta(STUDY_TOML, os.path.relpath(source, Path(path).parent))
        book.checkpoint()  # a copy of the file alone then knows at least the plan
        _tell_preparations(spec, tell)
        book.drop(study_changes.changed)  # else an interrupted run would leave old scores among the new
        settings = dict(limits)
        if dask is not None:  # it knows its own workers
            settings = settings | dict(dask_options or {})
            del settings["workers"]
        begun, clock = datetime.now(UTC), monotonic()
        try:
            outcome = _runner(dask)(study_changes.agenda, book, **settings, listener=listener)
        finally:
            before = book.get_meta("times") or {"started": begun.isoformat(timespec="seconds"), "wall_seconds": 0.0}
            book.set_meta("times", before | {"wall_seconds": before["wall_seconds"] + monotonic() - clock})
        if not outcome.interrupted:
            store_scores(book, design_of(book), [measure_named(name) for name in spec.measures])
            keep_own_measures(book, spec.measures)
            children = EpochChildren(**limits)
            again = RerunRule.ALL if fresh else RerunRule.FAILED if retry == "failed" else RerunRule.CHANGED
            run_epochs(spec, book, children, again=again, tell=tell)
    return RunReport(
        outcome=outcome,
        changes=study_changes,
        path=None if path is None else Path(path),
        ledger=in_memory if path is None else None,
    )


def _runner(dask: Any) -> Callable[..., RunOutcome]:
    """Whatever runs units: this machine, or a Dask cluster."""
    if dask is None:
        return run_local
    from bakeoff.runs.dask.run import run_dask

    return partial(run_dask, where=dask)


def _refuse_another(spec: StudySpec, book: Ledger, path: str | Path | None) -> None:
    """A file of an altogether different study is more likely a slip than a change."""
    before = book.get_meta("spec")
    if before is None:
        return
    learners = {card["name"] for card in before["learners"]} & {learner.name for learner in spec.learners}
    datasets = {card["name"] for card in before["datasets"]} & {dataset.name for dataset in spec.datasets}
    if not learners or not datasets:
        raise BadInput(
            f"{path or 'the ledger'} contains another study, {before['title']!r}, which shares no learner and data set "
            "with this one; choose another file, or start it anew with --fresh (fresh=True)"
        )


def store_spec(spec: StudySpec, book: Ledger, *, domains: bool = True) -> None:
    """Everything about the study that analysis will need: afterwards neither data nor learners are.

    With `domains` also characteristics of the data sets, if they are so many that somebody can ask for them: they cost time, and
    results that live in this process make them when they are asked for.
    """
    restore_own_measures(book)
    asked = any(measure_named(name).needs_positive for name in spec.measures)
    stored = _known(book, asked)
    designs, sizes, several = [], spec.sizes(), domains and len(spec.datasets) >= FEWEST
    for data, plan in zip(spec.datasets, spec.plans(), strict=True):
        described = stored.get((data.name, plan.dataset, plan.fingerprint))
        if (
            described is None
            or described.get("evidence") is None
            or (several and not described["card"].get("characteristics"))
        ):
            described = _described(data, plan, asked, several)
        described = described | {"sizes": sizes[data.name], "preparations": _preparations(spec, data)}
        described |= {"left_out": _left_out(spec, data)}
        rest = {name: value for name, value in described.items() if name not in {"conditions", "grid"}}
        designs.append(rest | _conditions(spec.grids().get(data.name)))
        book.put_dataset(data)
        book.put_plan(data.name, plan)
    book.set_meta("domains", designs)
    book.set_meta("spec", spec.spec_card())
    book.set_meta("study_hash", spec.study_hash)
    keep_own_measures(book, spec.measures)


def _conditions(grid: ConditionGrid | None) -> dict[str, Any]:
    """The conditions of a data set for the file."""
    if grid is None:
        return {}
    return {
        "conditions": [(condition.name, condition.words, condition.used) for condition in grid.conditions],
        "grid": [(cell.key, cell.train, cell.test) for cell in grid.cells],
    }


def _known(book: Ledger, asked: bool) -> dict[tuple[str, str, str], dict[str, Any]]:
    """What the file says about data sets and plans; looking at a large data set takes a while."""
    before = book.get_meta("spec")
    if before is None or any(measure_named(name).needs_positive for name in before["measures"]) is not asked:
        return {}
    plans = {card["name"]: card["plan"] for card in before["datasets"]}
    domains = {domain["card"]["name"]: domain for domain in book.get_meta("domains") or ()}
    return {
        (name, domain["card"]["fingerprint"], plans[name]): domain for name, domain in domains.items() if name in plans
    }


def _preparations(spec: StudySpec, data: Dataset) -> list[tuple[str, str]]:
    """What happens to the columns of the data set before each learner sees them; learners that get them as they are have none."""
    steps_by_learner = ((learner.name, ", ".join(steps_of(learner, data))) for learner in spec.learners)
    return [(name, steps) for name, steps in steps_by_learner if steps]


def _left_out(spec: StudySpec, data: Dataset) -> list[tuple[str, str]]:
    """Learners and what was given for learning that their fit does not take."""
    return [(learner.name, name) for learner in spec.learners for name in left_out_by(learner, data)]


def _tell_preparations(spec: StudySpec, tell: Callable[[str], object] | None) -> None:
    """One line for each way of preparing a data set, with the learners it is for."""
    for data in spec.datasets if tell is not None else ():
        names = defaultdict[str, list[str]](list)
        for learner, steps in _preparations(spec, data):
            names[steps].append(learner)
        for steps, learners in names.items():
            where = f" on {data.name}" if len(spec.datasets) > 1 else ""
            tell(f"prepared for {abridged(learners, _SHOWN)}{where}: {steps}")  # type: ignore[misc]


def _described(data: Dataset, plan: SplitPlan, asked: bool, several: bool) -> dict[str, Any]:
    """A data set for the file; whether its positive class is stated matters only if a measure asks."""
    profile, notes = study_profile(data)
    warnings = [note for note in notes if asked or note.kind is not NO_POSITIVE]
    finite = characteristics(data, profile).finite if several and profile is not None else ()
    return domain_design(data, plan, warnings, profile, finite).to_json()


def changes(spec: StudySpec, ledger: Ledger, *, fresh: bool = False, retry: str | None = None) -> Changes:
    """Compare a study with what its file holds; reads no predictions and changes nothing."""
    agenda = plan_run(spec.work(), ledger, fresh=fresh, retry=retry)
    imported = {card["name"] for card in ledger.get_meta(IMPORTED_LEARNERS) or ()}
    hidden = tuple(key for key in agenda.foreign if key.learner not in imported)
    kept = agenda.skipped + len(agenda.again)
    words = [
        *_design_words(spec, ledger.get_meta("spec")),
        *changed_words(ledger, spec.measures),
        *_unit_words(spec, agenda.changed, kept, hidden),
    ]
    count = UnitCount.of(agenda.work, agenda.contents)
    inner = _inner_to_run(agenda, count, {} if fresh else ledger.contents())
    return Changes(agenda=agenda, count=count, inner_to_run=inner, hidden=hidden, words=() if fresh else tuple(words))


def _inner_to_run(agenda: Agenda, count: UnitCount, stored: Iterable[UnitKey]) -> int:
    """Fits inside training parts, of the units to run."""
    if not count.searches:
        return 0
    todo = set(agenda.todo)
    planned = count if len(todo) == len(agenda.contents) else UnitCount.of(agenda.work, todo)
    searches = {agenda.work.search_key(key) for key in tuned_keys(agenda.work, todo)}
    kept = sum(key.role == INNER and search_of(key) in searches for key in stored)
    return max(planned.inner.most - kept, 0)


def _design_words(spec: StudySpec, before: Mapping[str, Any] | None) -> Iterator[str]:
    if before is None:
        return
    now = spec.spec_card()
    for key, name in (("seed", "the seed"), ("scheme", "the splitting scheme")):
        if now[key] != before[key]:
            yield f"{name} changed from {before[key]} to {now[key]}: every unit is run again"
    yield from _named_changes("learner", "settings", before["learners"], now["learners"])
    yield from _named_changes("data set", "fingerprint", before["datasets"], now["datasets"])


def _unit_words(spec: StudySpec, changed: tuple[UnitKey, ...], kept: int, hidden: tuple[UnitKey, ...]) -> Iterator[str]:
    learners, datasets = {learner.name for learner in spec.learners}, {dataset.name for dataset in spec.datasets}
    gone = [key for key in hidden if key.learner not in learners or key.dataset not in datasets]
    if gone:
        names = {key.learner for key in gone} - learners | {key.dataset for key in gone} - datasets
        yield _stay(len(gone), f"of {', '.join(sorted(names))}")
    rest = [key for key in hidden if key not in set(gone)]
    sized = [key for key in rest if key.size and key.scheme == spec.scheme.name]
    if sized:
        yield _stay(len(sized), "of training sizes that are no longer in the study")
    under = [key for key in rest if key.condition and key.scheme == spec.scheme.name]
    if under:
        yield _stay(len(under), "of conditions that are no longer in the study")
    if len(rest) > len(sized) + len(under):
        yield _stay(len(rest) - len(sized) - len(under), "of another splitting scheme")
    if changed:
        again, stand = ("is" if len(changed) == 1 else "are"), ("is kept" if kept == 1 else "are kept")
        yield f"{counted(len(changed), 'unit')} {again} run again, {kept} {stand}"


def _stay(number: int, which: str) -> str:
    verbs = ("stays", "is") if number == 1 else ("stay", "are")
    return f"{counted(number, 'unit')} {which} {verbs[0]} in the file and {verbs[1]} not shown"


def _named_changes(kind: str, what: str, before: list[dict[str, Any]], now: list[dict[str, Any]]) -> Iterator[str]:
    old = {card["name"]: card[what] for card in before}
    new = {card["name"]: card[what] for card in now}
    for name, value in new.items():
        if name not in old:
            yield f"{kind} {name} is new"
        elif old[name] != value:
            yield f"{kind} {name} has changed: its units are run again"
    for name in old:
        if name not in new:
            yield f"{kind} {name} is no longer in the study"
