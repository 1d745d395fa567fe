"""`bakeoff gate`: is the new model not worse than the base? Exit 0 pass, 4 fail, 5 undecided."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.declared_options import declared, refuse_options
from bakeoff.cli.output.printing import as_json, columns, headed, json_option, note, print_result, warn, wrap_text
from bakeoff.cli.verbs._own_measures import typed_names
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Severity
from bakeoff.core.options import comparing, prediction_columns
from bakeoff.core.options.option import Mode, Option, for_modes

if TYPE_CHECKING:
    from bakeoff.release_gate.gate import Gate
    from bakeoff.release_gate.gate_facts import GateRule

__all__ = ["command"]


MODES = {
    mode.name: mode
    for mode in (
        Mode(name="predictions", title="predictions", brings="--truth COLUMN"),
        Mode(name="scores", title="scores", brings="--item COLUMN, a table or FILE.bakeoff"),
    )
}
_RULE, _SIDES = "The rule", "The two sides"
OPTIONS = (
    Option(
        name="margin", many=True, metavar="[MEASURE=]SIZE", heading=_RULE,
        help="How much worse is still accepted, stated beforehand: 0.01 in the unit of the measure, 2% of the base; one for each measure.",
    ),
    replace(comparing.MEASURE, default=None, help="What is measured; accuracy, of numbers RMSE, unless it is named here or by --margin.", heading=_RULE),
    Option(name="any", kind=bool, help="Enough if one of several measures passes (Holm); else all must pass.", heading=_RULE),
    replace(comparing.ALPHA, limits={}, help="One-sided level; the interval that decides is the 90% one.", heading=_RULE),
    Option(name="look", kind=int, help="This is the look with that number, of those planned (--looks).", heading=_RULE),
    Option(name="looks", kind=int, help="How many looks at the growing data are planned in all.", heading=_RULE),
    Option(name="planned_rows", kind=int, help="With --look: rows at the last look; else looks are equally far apart.", heading=_RULE),
    Option(name="anytime", kind=bool, help="Hold however often one looks; for means of bounded values of rows.", heading=_RULE),
    Option(name="undecided", kind=("pass", "fail"), help="What an undecided gate is for the exit code; 5 unless stated.", heading=_RULE),
    Option(name="base", metavar="NAME|FILE", help="The base: a learner of one table or study, or a file that --save-base wrote.", heading=_SIDES),
    Option(name="new", help="The new learner of one table or study.", heading=_SIDES),
    Option(name="missing", kind=("wrong", "drop"), help="Rows that one side lacks count as wrong answers, or are left out.", heading=_SIDES),
    *for_modes(("scores",), comparing.ERRORS, comparing.MATCH),
    comparing.GROUPS,
    comparing.SAMPLE_WEIGHT,
    comparing.TIME,
    comparing.SERIES,
    prediction_columns.TRUTH,
    *for_modes(("predictions",), *prediction_columns.COLUMNS[1:], prediction_columns.EXTRA),
    Option(name="by", many=True, metavar="COLUMN", help="Look at each value of this column apart, too.", heading=prediction_columns.HEADING),
    *for_modes(
        ("scores",), comparing.ITEM, comparing.VALUE, comparing.RUNS, comparing.LEARNER, comparing.ROWS, replace(comparing.DIRECTION, heading="The table"),
        comparing.TEST_SHARE, replace(comparing.SCHEME, default=None),
    ),
    Option(
        name="save_base", kind="output", metavar="FILE.csv", modes=("predictions",), heading="Output",
        help="Keep the predictions of NEW as the next base, if the gate is passed or there is no base yet.",
    ),
    Option(name="summary", kind="output", metavar="FILE.md", help="Write Markdown for a pull request, with its picture beside it.", heading="Output"),
    Option(name="junit", kind="output", metavar="FILE.xml", help="Write test cases for a build server.", heading="Output"),
    Option(name="flips", kind="output", metavar="FILE.csv", help="Write the rows whose answer changed.", heading="Output"),
    replace(comparing.REPORT, help="Write a page: .html, .md, .tex or .json."),
)  # fmt: skip


@click.command("gate", short_help="Is a new model not worse than the one in use?")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=str))
@declared(*OPTIONS)
@json_option
@click.pass_context
def command(context: click.Context, /, **given: Any) -> int:
    """Is the new model not worse than the base by more than a margin that was stated beforehand?

    FILES are BASE and NEW: files of predictions (--truth), of scores per item (--item, --value), evaluation logs; or one table or study with the learners --base and
    --new. The exit code is 0 if the new model is shown not to be worse by more than the margin, 4 if it is shown to be worse, 5 if the
    evidence cannot tell.
    """
    from bakeoff.release_gate.card import exit_code_of

    if given["save_base"] is not None and len(given["files"]) == 1 and given["base"] is None:
        return _save_first(given)
    mode = MODES["predictions" if given["truth"] else "scores"]
    refuse_options(context, mode, list(MODES.values()))
    gate = _of_predictions(given) if given["truth"] else _of_scores(given)
    _show(gate, given)
    if given["save_base"] is not None and gate.passed:
        _save(_files(given)[-1], given)
    return exit_code_of(gate, given["undecided"])


def _margins(given: Mapping[str, Any]) -> dict[str, Any]:
    """The margin of each measure as it was typed; the name is empty where none was named."""
    from bakeoff.release_gate.ask import margins_by_name

    named = dict[str, str]()
    for text in given["margin"]:
        name, equals, size = text.rpartition("=")
        if name in named:
            raise BadInput(f"there are two margins for {name or 'one measure'}; name each measure, as --margin accuracy=0.01 --margin f1=0.02")  # fmt: skip
        named[name if equals else ""] = size
    if len(named) > 1 and "" in named:
        raise BadInput(f"a margin of {named['']} names no measure; write it as MEASURE={named['']}")
    return margins_by_name(typed_names(given["measure"]) or None, named if any(named) else named.get(""))


def _rule(given: Mapping[str, Any], rows: int | None = None) -> "GateRule":
    from bakeoff.core.checks import probability
    from bakeoff.release_gate.gate_facts import GateRule
    from bakeoff.release_gate.looks import Looks

    looks = None
    if given["look"] is not None or given["looks"] is not None:
        if given["look"] is None or given["looks"] is None:
            raise BadInput("a look needs its number and how many are planned: --look 2 --looks 3")
        planned = given["planned_rows"]
        looks = Looks(given["look"], given["looks"], None if planned is None or rows is None else rows / planned)
    elif given["planned_rows"] is not None:
        raise BadInput("--planned-rows belongs to planned looks: add --look 2 --looks 3")
    if looks is not None and given["anytime"]:
        raise BadInput("--look and --anytime exclude each other; choose one")
    return GateRule(
        margins={}, alpha=probability("alpha", given["alpha"]), some=given["any"], looks=looks, anytime=given["anytime"]
    )  # fmt: skip


def _files(given: Mapping[str, Any]) -> tuple[str, ...]:
    """BASE and NEW, or the one file that contains both."""
    files = given["files"]
    if len(files) > 2:
        raise BadInput("a gate takes two files, BASE and NEW")
    if len(files) == 1 and given["truth"] and given["base"] and _is_file(given["base"]):
        files = (given["base"], files[0])
    if len(files) == 2 and files[0] == files[1] == "-":
        raise BadInput("standard input can be read once; name a file for BASE or for NEW")
    if len(files) == 2 and Path(files[0]).resolve() == Path(files[1]).resolve():
        raise BadInput(f"{files[0]} was given twice; name the predictions of the base and those of the new model")
    return tuple(files)


def _is_file(name: str) -> bool:
    return Path(name).is_file()


def _of_predictions(given: Mapping[str, Any]) -> "Gate":
    from bakeoff.cli.verbs._compare_inputs import id_column, named_times, read_predictions
    from bakeoff.core.text import plural
    from bakeoff.release_gate.ask import gate_of_pair

    files, margins = _files(given), _margins(given)
    names = _names(files, given) if len(files) == 2 else ()
    first = next(iter(margins))
    sides, slices = read_predictions(files, {**given, "slices": given["by"], "measure": first}, names)
    base, new = names or _two_columns(sides, given)
    named_times(sides)
    if len(sides[base]) != len(sides[new]) and (given["row"] or id_column(files)) is None:
        raise BadInput(
            f"{base} has {plural(len(sides[base]), 'row')} and {new} {plural(len(sides[new]), 'row')}, and rows without ids cannot be matched; "
            "name the column of row ids (--row)"
        )
    usual = "accuracy" if sides[base].task.classifies else sides[base].task.study_measures[0]
    return gate_of_pair(
        sides[base], sides[new], {name or usual: size for name, size in margins.items()}, _rule(given, len(sides[new])),
        names=(base, new), missing=given["missing"], slices=slices,
    )  # fmt: skip


def _names(files: Sequence[str], given: Mapping[str, Any]) -> tuple[str, str]:
    """What the two files are called: by their own names, or base and new where those are alike."""
    stems = ["stdin" if file == "-" else Path(file).stem for file in files]
    base = given["base"] if given["base"] and not _is_file(given["base"]) else stems[0]
    new = given["new"] or stems[1]
    return (base, new) if base != new else ("base", "new")


def _two_columns(sides: Mapping[str, Any], given: Mapping[str, Any]) -> tuple[str, str]:
    from bakeoff.core.errors import UnknownName

    names = list(sides)
    for name in (given["base"], given["new"]):
        if name is not None and name not in names:
            raise UnknownName("column of predictions", name, names)
    base = given["base"] or next(name for name in names if name != given["new"])
    new = given["new"] or next(name for name in names if name != base)
    if len(names) > 2 and not (given["base"] and given["new"]):
        raise BadInput(f"the columns are {', '.join(names)}; state which is the base and which is new: --base {names[0]} --new {names[1]}")  # fmt: skip
    return base, new


def _of_scores(given: Mapping[str, Any]) -> "Gate":
    """From scores per item in two files, or from one table or study."""
    from bakeoff.release_gate.ask import gate

    margins, files, rule = _margins(given), _files(given), _rule(given)
    names = (
        "item",
        "runs",
        "value",
        "learner",
        "rows",
        "direction",
        "test_share",
        "scheme",
        "groups",
        "time",
        "series",
    )
    options = {name: given[name] for name in names if given[name] is not None}
    options |= {"sample_weight": given["sample_weight"], "missing": given["missing"], "alpha": given["alpha"], "looks": rule.looks, "anytime": rule.anytime, "some": rule.some, "by": given["by"] or None}  # fmt: skip
    measures = [name for name in margins if name] or None
    margin = margins if measures else margins[""]
    if len(files) == 2 and _are_logs(files, given):
        return _of_logs(files, given, margins, {name: options[name] for name in ("alpha", "looks", "anytime", "some")})
    if len(files) == 2:
        if not (given["item"] and (given["value"] or len(margins) > 1)):
            raise BadInput("two files are predictions (--truth y --pred yhat) or scores of items (--item question --value correct)")  # fmt: skip
        base, new = _names(files, given)
        table: Any = _long(files, (base, new), given, tuple(margins))
        options["learner"] = "learner"
    else:
        base, new, table = given["base"], given["new"], files[0]
        if base is None or new is None:
            raise BadInput("one file contains both learners: name them with --base NAME and --new NAME, or name two files, BASE and NEW")  # fmt: skip
        table = table if table.endswith(".bakeoff") else columns(table)
    return gate(table, base=base, new=new, measure=measures, margin=margin, **options)


def _are_logs(files: Sequence[str], given: Mapping[str, Any]) -> bool:
    """Whether the files are logs of a harness, or plain lines for items about which nothing else is stated."""
    from bakeoff.api.logs.read_log import is_in_records, is_log

    if any(map(is_log, files)):
        return True
    others = ("rows", "test_share", "scheme", "time", "series", "sample_weight", "base", "new")
    return all(map(is_in_records, files)) and not any(given[name] for name in others)


def _of_logs(
    files: Sequence[str], given: Mapping[str, Any], margins: Mapping[str, Any], options: Mapping[str, Any]
) -> "Gate":
    """From two evaluation logs: the first is the base, items are matched."""
    from bakeoff.api.logs.compare_logs import joined_files
    from bakeoff.release_gate.ask import gate

    if len(margins) > 1:
        raise BadInput("a gate on logs looks at one score; name one margin, and run the gate again for the next score")
    measure, margin = next(iter(margins.items()))
    by = [name for name in given["by"] if name != "task"]
    asked = {
        name: given[name] for name in ("item", "learner", "runs", "value", "groups", "errors", "match", "direction")
    }
    joined = joined_files(files, measure=measure, by=by, **asked)
    if len(joined.learners) != 2:
        raise BadInput(
            f"a gate compares two learners, and the logs contain {len(joined.learners)}; give two logs of one learner each"
        )
    base, new = joined.learners
    table: dict[str, Any] = {"item": joined.matrix.blocks, **{name: list(map(repr, column.tolist())) for name, column in zip(joined.learners, joined.matrix.values.T, strict=True)}}  # fmt: skip
    table = {name: ["" if cell == "nan" else cell for cell in cells] for name, cells in table.items()}
    table |= {name: joined.columns[name] for name in (*by, *((given["groups"],) if given["groups"] else ()))}
    table |= {"task": joined.tasks} if "task" in given["by"] else {}
    answer = gate(
        table, base=base, new=new, measure=joined.measure, margin=margin, item="item", rows="rows", direction=joined.matrix.direction.value, groups=given["groups"],
        missing="drop" if given["errors"] == "drop" else given["missing"], by=given["by"] or None, **options,
    )  # fmt: skip
    return replace(answer, notes=(*joined.notes, *answer.notes))


def _long(
    files: Sequence[str], names: Sequence[str], given: Mapping[str, Any], scores: Sequence[str]
) -> dict[str, list[Any]]:
    """The items of both files below each other, with a column that names the learner."""
    from bakeoff.core.errors import UnknownName

    wanted = [given[name] for name in ("item", "value", "runs", "groups", "sample_weight") if given[name] is not None]
    wanted += [*(() if given["value"] else scores), *given["by"]]
    if "learner" in wanted:
        raise BadInput("a column called learner would be taken for names; rename it")
    table: dict[str, list[Any]] = {"learner": [], **{name: [] for name in wanted}}
    for file, learner in zip(files, names, strict=True):
        part = columns(file)
        for name in wanted:
            if name not in part:
                raise UnknownName(f"column of {file}", name, part)
            table[name] += list(part[name])
        table["learner"] += [learner] * len(part[wanted[0]])
    return table


def _show(gate: "Gate", given: Mapping[str, Any]) -> None:
    """Print the card and write the files that were asked for."""
    from bakeoff.cli.output.changed_rows import flips_csv
    from bakeoff.core.whole_file import write_whole
    from bakeoff.release_gate.card import headline, lines_of

    written = []
    if given["output"] is not None:
        written.append(gate.report(given["output"]))
    if given["summary"] is not None:
        gate.summary(given["summary"])
        written.append(given["summary"])
    if given["junit"] is not None:
        write_whole(given["junit"], gate.junit(undecided=given["undecided"] or "fail"))
        written.append(given["junit"])
    if given["flips"] is not None:
        write_whole(given["flips"], flips_csv({} if gate.flips is None else {(gate.base, gate.new): gate.flips}))
        written.append(given["flips"])
    if given["as_object"]:
        print_result(as_json("gate", gate.to_dict()))
    else:
        lines = [wrap_text(f"  {name}: {text}", indent="    ") for name, text in lines_of(gate)]
        print_result("\n".join([headed(headline(gate), ""), *lines]))
        for remark in gate.notes:
            warn(str(remark), mild=remark.severity is Severity.INFO)
    for path in written:
        note(f"wrote {path}")


def _save_first(given: Mapping[str, Any]) -> int:
    """Keep a first base; there is nothing to compare it with yet."""
    _save(given["files"][0], given)
    return 0


def _save(file: str, given: Mapping[str, Any]) -> None:
    """Write the columns that a gate reads, so that the next one can read them as its base."""
    import csv
    from io import StringIO

    from bakeoff.cli.verbs._compare_inputs import read_columns
    from bakeoff.cli.verbs.measure import split_names
    from bakeoff.core.whole_file import write_whole
    from bakeoff.tabular.formats import FORMATS

    if not given["truth"] or file == "-":
        raise BadInput("--save-base keeps predictions of a file: name the file and its columns (--truth y --pred yhat)")
    if given["save_base"].suffix != FORMATS["csv"].endings[0]:
        raise BadInput(f"a base is kept as CSV: end {given['save_base'].name!r} in .csv")
    asked = [
        given["row"],
        given["truth"],
        given["groups"],
        given["sample_weight"],
        *given["by"],
        *split_names(given["extra"]),
    ]
    asked += [name for kind in ("pred", "score", "proba") if given[kind] for name in split_names(given[kind])]
    names = list(dict.fromkeys(name for name in asked if name is not None))
    cells = read_columns(file, names)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(zip(*(cells[name].tolist() for name in names), strict=True))
    write_whole(given["save_base"], out.getvalue())
    note(f"kept {file} as the base in {given['save_base']}")
