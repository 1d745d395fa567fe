"""Write the reference pages from the declarations; `--check` fails if a page is not what it would write."""

import inspect
import json
import sys
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

import beside_others
import click
import how_honest
import public_api
from pydantic import BaseModel

import bakeoff as bo
from bakeoff.core.references import cite, references
from bakeoff.report.silence import note_kinds
from bakeoff.tabular.formats import FORMATS

HERE = Path(__file__).parent
NOTE = "<!-- Made by docs/generate.py from the declarations: edit those, then run `make docs`. -->\n"


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def measures_page() -> str:
    lines = [
        NOTE,
        "# Measures\n",
        f"{len(tuple(bo.measures))} measures, each declared once. `bakeoff explain NAME` prints one of these entries.\n",
    ]
    for family, members in groupby(bo.measures, key=lambda one: one.family):
        lines.append(f"\n## {family.capitalize()}\n")
        for one in members:
            low, high = one.bounds
            lines += [
                f"### `{one.name}`\n",
                f"{one.title}. {_wish(one)}; from {low:g} to {high:g}.\n",
                f"    {one.formula}\n",
                f"- tasks: {', '.join(sorted(task.name for task in one.tasks))}; needs: {one.needs.value if one.needs else 'measured resources'}; reads: {one.reads.title}",
            ]
            if one.undefined:
                lines.append(f"- undefined (NaN) when: {one.undefined}")
            lines += [f"- caveat: {caveat}" for caveat in one.caveats]
            lines.append(f"- reference: {cite(one.reference)}\n")
    return "\n".join(lines)


def _wish(one: Any) -> str:
    if one.direction.value in {"higher", "lower"}:
        return f"{one.wish.capitalize()} is better"
    return "It describes the rows and judges nobody" if one.target is None else f"Best {one.wish}"


def tests_page() -> str:
    lines = [
        NOTE,
        "# Tests of significance\n",
        f"{len(tuple(bo.tests))} tests, each a plain function in `bakeoff.comparisons` and one declaration.\n",
    ]
    for one in bo.tests:
        lines += [
            f"## `{one.name}`\n",
            f"{one.title}. Null hypothesis: {one.null}.\n",
            f"    {one.formula}\n",
            f"- design: {'; '.join(design.value for design in one.design)}; reads {one.takes.__name__}; at least {one.min_blocks} blocks",
        ]
        lines += [f"- assumes: {text}" for text in one.assumptions]
        lines += [f"- in a verdict: {name} = {value}" for name, value in one.in_verdict]
        lines.append(f"- reference: {cite(one.reference)}\n")
    return "\n".join(lines)


def default_text(field: Any) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    return "" if value is None or value in ([], {}) or isinstance(value, BaseModel) else f"`{value}`"


def study_page() -> str:
    from bakeoff.study.spec import toml_models as models

    lines = [
        NOTE,
        "# Keys of the study file\n",
        "Unknown keys are refused with a suggestion; `bakeoff check --schema` prints the JSON Schema for editors.\n",
    ]
    parts = (
        models.StudyFile,
        models.LearnerPart,
        models.DatasetPart,
        models.ResamplingPart,
        models.ComparePart,
        models.CurvesPart,
        models.ReportPart,
        models.RunPart,
    )
    for part in parts:
        lines += [f"## {part.__doc__}\n", "| key | default | meaning |", "|---|---|---|"]
        for name, field in part.model_fields.items():
            lines.append(f"| `{name}` | {cell(default_text(field))} | {cell(field.description or '')} |")
        lines.append("")
    return "\n".join(lines)


def notes_page() -> str:
    lines = [
        NOTE,
        "# Notes\n",
        "Every remark of bakeoff is a note with a code, a severity, what it is about and its facts; the JSON of every command holds them.\n",
        "Silence a note by its code, or all notes of a group by `group.*`: `[report] silence = [...]` in a study file, `bo.Study(..., silence=[...])`, `bakeoff report --silence CODE`, `bo.open(path, silence=[...])`.\n",
    ]
    for room, kinds in groupby(note_kinds(), key=lambda kind: kind.code.partition(".")[0]):
        lines += [f"## {room}\n", "| code | severity | meaning |", "|---|---|---|"]
        lines += [f"| `{kind.code}` | {kind.severity.value} | {cell(kind.means)} |" for kind in kinds]
        lines.append("")
    return "\n".join(lines)


def detectors_page() -> str:
    lines = [
        NOTE,
        "# Detectors of change\n",
        f"{len(tuple(bo.detectors))} detectors: `bo.detectors[NAME](values, ...)` returns the positions of alarms.\n",
    ]
    for one in bo.detectors:
        lines += [f"## `{one.name}`\n", f"{one.title}. {one.text}\n", f"    {one.formula}\n"]
        lines += ["| parameter | default | meaning |", "|---|---|---|"]
        lines += [f"| `{each.name}` | `{each.default}` | {cell(each.means)} |" for each in one.parameters]
        lines.append(f"\n- reference: {cite(one.reference)}\n")
    return "\n".join(lines)


def results_page() -> str:
    """The methods of `Results`, then what its nouns answer."""
    from bakeoff.api.noun import NOUNS

    handed = {name for noun in NOUNS for name in noun.properties()}
    own, below = (
        [
            f"| `{name}{call_of(one)}` | {cell(first_line(one))} |"
            for name, one in vars(kind).items()
            if not name.startswith("_") and name not in handed
        ]
        for kind in bo.Results.__mro__[:2]
    )
    lines = [
        NOTE,
        "# Results\n",
        "What `study.run()`, `bo.evaluate` and `bo.open` return. `results` has what is asked for daily; the rest has a noun before it. `dir(results)` lists both,",
        "and a package adds a noun by the entry point `bakeoff.results`.\n",
        "| of `results` itself | |",
        "|---|---|",
        *own,
        "\n| noun | answers |",
        "|---|---|",
        *(f"| [`results.{noun.name}`](#results{noun.name}) | {cell(noun.summary)} |" for noun in NOUNS),
        "\n| what answers are made from: the stored study | |",
        "|---|---|",
        *below,
    ]
    for noun in NOUNS:
        lines += [f"\n## `results.{noun.name}`\n", f"{noun.summary}\n"]
        for name, answer in noun.answers():
            lines.append(f"```text\nresults.{name}{call_of(answer)}\n\n{inspect.getdoc(answer)}\n```\n")
    return "\n".join(lines)


def call_of(one: Any) -> str:
    """The parameters after the first one, without types; nothing of a property."""
    if not callable(one):
        return ""
    parameters = list(inspect.signature(one).parameters.values())[1:]
    return str(inspect.Signature([each.replace(annotation=each.empty) for each in parameters]))


def first_line(one: Any) -> str:
    return (inspect.getdoc(one) or "").partition("\n")[0]


def formats_page() -> str:
    lines = [
        NOTE,
        "# Formats\n",
        f"{len(tuple(FORMATS))} kinds of file hold tables that bakeoff reads: data sets, scores, predictions, new rows. Every verb and every function that takes a file takes all of them.\n",
        "The first bytes of a file decide where they show its format; else the ending of its name does, and what shows nothing is read as CSV. Text may be packed by gzip. `-` is the standard input. Each file is opened as a regular file, and what it unpacks to is counted while it is read.\n",
        "| name | format | endings | found by | in parts | written by `-o` | needs |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in FORMATS:
        by = "its first bytes" if one.sniff else "its ending" if one.name != "csv" else "all that is nothing else"
        facts = (
            f"`{one.name}`",
            one.title,
            " ".join(f"`{ending}`" for ending in one.endings),
            by,
            "yes" if one.chunks else "",
            "yes" if one.write else "",
            one.package,
        )
        lines.append(f"| {' | '.join(map(cell, facts))} |")
    for one in FORMATS:
        lines += [f"\n## `{one.name}`\n", f"{one.about}\n", f"- bounds: {one.bounds}", f"- cost: {one.cost}"]
    return "\n".join(lines)


def references_page() -> str:
    return "\n".join([NOTE, "# References\n", *[f"- `{one.key}`: {one}" for one in references().values()], ""])


def command_lines(command: click.Command, path: str) -> Iterable[str]:
    context = click.Context(command, info_name=path, max_content_width=100)
    yield f"## `{path}`\n\n```text\n{command.get_help(context)}\n```\n"


def cli_page() -> str:
    from bakeoff.cli.main import cli

    context = click.Context(cli, info_name="bakeoff")
    lines = [NOTE, "# The command line\n", *command_lines(cli, "bakeoff")]
    for verb in cli.list_commands(context):
        command = cli.get_command(context, verb)
        if command is not None:
            lines += command_lines(command, f"bakeoff {verb}")
            for name, each in getattr(command, "commands", {}).items():
                lines += command_lines(each, f"bakeoff {verb} {name}")
    return "\n".join(lines)


def kernels_page() -> str:
    """The dispatch table with the measured gains."""
    from bakeoff.kernels import KERNELS

    gains = json.loads((HERE.parent / "benchmarks" / "kernels.json").read_text(encoding="utf-8"))
    lines = [
        NOTE,
        "# Compiled loops\n",
        f"{len(KERNELS)} loops exist twice: compiled, and as a NumPy twin of the same name in `kernels/reference/`. One rule test compares",
        "them on every kind of array that the compiled one accepts; `make kernels-checked` repeats it with every index checked, and",
        "`make kernels-sanitized` with the sanitizers of addresses and of undefined behaviour. `BAKEOFF_NUMPY=1` uses the twins only.\n",
        "The gain is the processor time of a public call with the twin over that with the compiled loop; all other loops stay compiled in both. It was measured by",
        "`benchmarks/bench_kernels.py`, both sides in turns, on a machine that was busy: differences of a tenth say nothing. Threads do not count.\n",
        "| loop | through | gain at 1,000 rows | gain at 100,000 rows |",
        "|---|---|---|---|",
    ]
    for name in KERNELS:
        one = gains[name]
        lines.append(
            f"| `{name}` | {cell(one['call'])} | {one['rows']['1000']['gain']:.1f} | {one['rows']['100000']['gain']:.1f} |"
        )
    return "\n".join([*lines, ""])


def completion_names() -> str:
    """The names that shells complete, with what they are: `bakeoff completion` must not import the catalogues."""
    from bakeoff.comparisons.catalogue import posthoc_tests
    from bakeoff.comparisons.posthoc.adjust import METHODS
    from bakeoff.data.artificial.synthetic import DOMAINS
    from bakeoff.panels.curves.kinds import KINDS
    from bakeoff.streams.made import domains

    names = {
        "measures": {one.name: one.title for one in bo.measures if one.name.isidentifier()},
        "tests": {one.name: one.title for one in bo.tests},
        "schemes": {one.name: one.title for one in bo.schemes},
        "tasks": {one.name: "" for one in bo.tasks},
        "formats": {one.name: one.title for one in FORMATS},
        "datasets": dict.fromkeys(bo.data.names, "a data set that comes with bakeoff"),
        "adjustments": dict.fromkeys(METHODS, "an adjustment of p-values")
        | {name: bo.tests[name].title for name in posthoc_tests()},
        "curves": {one.name: one.title for one in KINDS},
        "domains": {one.name: one.title for one in (*DOMAINS, *domains)},
        "detectors": {one.name: one.title for one in bo.detectors},
    }
    return json.dumps(names, indent=1, ensure_ascii=False)


PAGES: dict[str, Callable[[], str]] = {
    "measures.md": measures_page,
    "tests.md": tests_page,
    "study-file.md": study_page,
    "notes.md": notes_page,
    "results.md": results_page,
    "detectors.md": detectors_page,
    "formats.md": formats_page,
    "references.md": references_page,
    "kernels.md": kernels_page,
    "command-line.md": cli_page,
    "../../src/bakeoff/cli/completion_names.json": completion_names,
    "public-api.md": lambda: f"{NOTE}\n{public_api.page()}",
    "../beside-others.md": lambda: f"{NOTE}\n{beside_others.page()}",
    "../how-honest.md": lambda: f"{NOTE}\n{how_honest.page()}",
}
PICTURE = HERE / "images" / "how-honest.svg"


def run(*, check: bool) -> int:
    folder = HERE / "reference"
    folder.mkdir(exist_ok=True)
    stale = []
    for name, make in PAGES.items():
        text, path = make().rstrip() + "\n", folder / name
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            stale.append(name)
        elif not check:
            path.write_text(text, encoding="utf-8")
    if not how_honest.is_current(PICTURE):
        if check:
            stale.append(PICTURE.name)
        else:
            PICTURE.write_text(how_honest.picture(), encoding="utf-8")
    if stale:
        print(f"out of date: {', '.join(stale)}; run `make docs`", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(run(check="--check" in sys.argv[1:]))
