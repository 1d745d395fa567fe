"""Running a study for a verb: show what is reused and what runs, run it, print verdict, scores and failures."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.cli.output.printing import as_json, headed, note, print_result, warn, width_of_terminal, wrap_text
from bakeoff.cli.verbs.check import study_at
from bakeoff.core.text import counted

if TYPE_CHECKING:
    from bakeoff.study.analysis.condition_effects import ConditionFindings
    from bakeoff.study.analysis.findings import Findings
    from bakeoff.study.running.execute import Changes
    from bakeoff.study.spec.study_spec import StudySpec

__all__ = [
    "RunOptions",
    "conditions_text",
    "dry_run",
    "findings_of",
    "print_findings",
    "print_run",
    "run_study",
    "scores_text",
]


def failures_text(findings: "Findings") -> str:
    """Units that did not finish; the same trouble of a learner on a data set is one line with a count."""
    from collections import Counter

    from bakeoff.cli.output.printing import aligned_table
    from bakeoff.core.text import clean, elide

    most = 20
    kinds = Counter((one.learner, one.dataset, one.kind, one.stage, one.message) for one in findings.failures)
    rows = [
        [clean(learner), clean(dataset), f"{count}", f"{kind} in {stage}", elide(clean(message), 120)]
        for (learner, dataset, kind, stage, message), count in kinds.most_common(most)
    ]
    text = aligned_table(["learner", "data set", "units", "what", "message"], rows, "llrll")
    rest = len(kinds) - most
    return text + (f"\nand {rest} more kinds of trouble; the report lists them" if rest > 0 else "")


def scores_text(findings: "Findings", width: int | None) -> str:
    """The table of scores; without its standard errors where the terminal is too narrow for them."""
    from dataclasses import replace

    from bakeoff.cli.output.printing import fitted, width_of
    from bakeoff.report.sections.scores import FITTED, score_table

    table = score_table(findings, look=FITTED)
    if width is not None and width_of(table) > width:
        table = score_table(findings, look=replace(FITTED, spread="none"))
    return fitted(table, width)


def conditions_text(found: "ConditionFindings", width: int | None) -> str:
    """What other conditions change: the verdict, and the table of scores and losses."""
    from bakeoff.cli.output.printing import fitted
    from bakeoff.core.notes import plain_text
    from bakeoff.report.sections.conditions import condition_tables, condition_words

    tables = "\n\n".join(fitted(one, width) for one in condition_tables(found))
    return f"{wrap_text(plain_text(condition_words(found)).strip())}\n\n{tables}"


def print_findings(findings: "Findings") -> None:
    """Verdict, scores and every measure to stdout; failures, problems and notes to stderr."""
    from bakeoff.report.sections.notices import is_problem, silenced_text
    from bakeoff.report.study_text import lead_of, measure_lines, notes_of_result
    from bakeoff.study.facts.study_facts import CONDITIONS
    from bakeoff.study.notes import UNITS_FAILED

    headline, facts = lead_of(findings)
    print_result("\n".join([headed(headline, ""), *(wrap_text(f"  {line}", indent="    ") for line in facts)]))
    print_result("\n" + scores_text(findings, width_of_terminal()))
    if measures := measure_lines(findings):
        print_result("\n".join(["\nBy each measure:", *(wrap_text(f"  {line}", indent="      ") for line in measures)]))
    for one in findings.of(CONDITIONS):
        print_result("\n" + conditions_text(one, width_of_terminal()))
    if findings.failures:
        note(f"\n{len(findings.failures)} of {findings.card.units_planned} units did not finish:")
        note(failures_text(findings))
    shown = {UNITS_FAILED} if findings.failures else set()  # the table above
    for remark in notes_of_result(findings):
        if remark.kind not in shown and remark not in findings.no_verdict:
            warn(str(remark), mild=not is_problem(remark))
    if any(remark not in notes_of_result(findings) for remark in findings.visible_notes):
        note("More: the report has every note on the method.")
    for text in silenced_text(findings.notes, findings.silence):
        note(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What the command line says about a run; what it leaves open is taken from the study file's [run]."""

    study: Path
    file: Path
    workers: int | None = None
    dask: str | None = None
    insecure: bool = False
    allow_mismatch: bool = False
    timeout: float | None = None
    memory: float | None = None
    fresh: bool = False
    retry: bool = False  # run units again that failed before
    allow: tuple[str, ...] = ()
    verbose: bool = False
    quiet: bool = False
    as_object: bool = False
    verb: str = "run"
    spec: "StudySpec | None" = None  # described on the command line instead of in a file


def print_run(settings: RunOptions, findings: "Findings") -> int:
    """Print what was found; the exit code says whether units failed."""
    if settings.as_object:
        from bakeoff.report.render.json import as_payload

        print_result(as_json(settings.verb, {"file": str(settings.file), **as_payload(findings)}))
    else:
        note("")
        print_findings(findings)
        _what_next(settings, findings)
    return 3 if findings.all_failures else 0


def run_study(settings: RunOptions) -> "Findings":
    """Run what is not yet in the file, and analyse the file."""
    if settings.dask is None and (settings.fresh or not settings.file.exists()):
        from bakeoff.runs.process.zygote_process import warm_up

        warm_up()  # it imports what learners need while the study is read and planned
    from bakeoff.api.progress import with_progress
    from bakeoff.core.text import duration
    from bakeoff.study.running.execute import execute

    spec = settings.spec or study_at(settings.study, settings.allow)
    announce = partial(_announce, settings, spec)
    with with_progress(shown=not (settings.quiet or settings.as_object), log=settings.verbose) as listener:
        done = execute(
            spec,
            settings.file,
            source=None if settings.spec else settings.study,
            announce=announce,
            listener=listener,
            tell=None if settings.quiet or settings.as_object else note,
            **_how(settings),
        ).outcome
    if done.interrupted:
        if done.reason:
            note(done.reason)
        ended = counted(done.done + done.failed + done.invalid, "unit")
        note(f"stopped after {ended}; all are kept in {settings.file}")
        raise KeyboardInterrupt
    if settings.verbose:
        ran, busy = counted(done.done + done.failed + done.invalid, "unit"), duration(done.unit_seconds)
        spent = f"{duration(done.startup_seconds)} to start, {duration(done.wall_seconds)} to run"
        note(f"{ran}: {spent}, {busy} of fitting and predicting")
    return findings_of(settings.file)


def findings_of(file: Path) -> "Findings":
    """What a study file says."""
    from bakeoff.report.render.json import PAYLOAD
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.analysis.analyse import analyse

    with FileLedger.open(file) as ledger:
        return analyse(ledger, facts=PAYLOAD)


def dry_run(settings: RunOptions) -> int:
    """Say what would run."""
    spec = settings.spec or study_at(settings.study, settings.allow)
    found = _changes(settings, spec)
    if settings.as_object:
        counts = {
            "units": found.units,
            "to_run": found.to_run,
            "reused": found.kept,
            "failed_before": found.agenda.failed,
            "inner_units": found.count.inner.most,
            "inner_to_run": found.inner_to_run,
        }
        print_result(as_json("run", {"file": str(settings.file), "dry_run": True, **counts, "changes": found.words}))
        return 0
    _announce(settings, spec, found)
    most = "" if found.count.inner.exact else "at most "
    inner = f"{most}{found.to_run + found.inner_to_run} of {found.count.total}"
    print_result(
        f"would run {inner if found.count.searches else f'{found.to_run} of {found.units}'} units; nothing was done"
    )
    return 0


def _changes(settings: RunOptions, spec: "StudySpec") -> "Changes":
    """The agenda of a run that is not made, and what has changed since the last one."""
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.runs.store.ledger import MemoryLedger
    from bakeoff.study.running.execute import changes

    if settings.fresh or not settings.file.exists():
        return changes(spec, MemoryLedger())
    with FileLedger.open(settings.file) as ledger:
        return changes(spec, ledger)


def _announce(settings: RunOptions, spec: "StudySpec", found: "Changes") -> None:
    from bakeoff.core.text import clean, plural
    from bakeoff.splits.catalogue import scheme_words
    from bakeoff.study.spec.review import undecidable

    if settings.as_object:
        return
    title = scheme_words(spec.scheme, classed=any(data.task.coded for data in spec.datasets))
    note(wrap_text(clean(spec.title)))
    sizes = f"{plural(len(spec.learners), 'learner')} on {plural(len(spec.datasets), 'data set')}"
    inner = found.count.inner.most
    note(
        wrap_text(
            f"{sizes}, {title}: {found.count.words()}{f', {inner} of them inside training parts' if inner else ''}"
        )
    )
    for words in found.words:
        note(f"  {clean(words)}")
    few = undecidable(spec)
    if few is not None and found.to_run:
        note(wrap_text(f"which learners differ cannot be decided with this many data sets. {few}"))
    to_run, failed = found.to_run, found.agenda.failed
    if not to_run and not (failed and settings.retry):
        every = f"all {found.count.total} units" if found.count.inner.exact else "all units"
        note(f"{every} are in {settings.file} already; nothing to run")
    elif found.kept and to_run:
        are = "is" if found.kept == 1 else "are"
        note(f"{plural(found.kept, 'unit')} {are} in {settings.file} already and {are} used again; {to_run} to run")
    if failed and settings.retry:
        note(f"{plural(failed, 'unit')} failed before and {'is' if failed == 1 else 'are'} run again")
    elif failed:
        note(f"{plural(failed, 'unit')} failed before; to try them again: bakeoff retry {settings.file} --failed")


def _how(settings: RunOptions) -> dict[str, Any]:
    """As the command line says; what it leaves open is as the study's [run] says."""
    return {
        "workers": settings.workers,
        "timeout": settings.timeout,
        "memory": settings.memory,
        "fresh": settings.fresh,
        "retry": "failed" if settings.retry else None,
        "dask": settings.dask,
        "dask_options": {
            "allow_insecure": settings.insecure,
            "allow_mismatch": settings.allow_mismatch,
            "notify": note,
        },
    }


def _what_next(settings: RunOptions, findings: "Findings") -> None:
    if findings.all_failures:
        note(f"\nto run the failed units again: bakeoff retry {settings.file} --failed")
    note(f"\nfor the report: bakeoff report {settings.file}")
