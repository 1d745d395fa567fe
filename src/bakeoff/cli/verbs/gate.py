"""`bakeoff gate`: is the new model not worse than the base? Exit 0 pass, 4 fail, 5 undecided."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.printing import as_json, columns, headed, json_option, note, print_result, warn, wrap_text
from bakeoff.cli.verbs._own_measures import EXTRA, typed_names
from bakeoff.cli.verbs._spelled_choice import SpelledChoice
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Severity

if TYPE_CHECKING:
    from bakeoff.release_gate.gate import Gate
    from bakeoff.release_gate.gate_facts import GateRule

__all__ = ["command"]

EXAMPLES = """\b
For example:
  bakeoff gate base.csv new.csv --truth y --pred yhat --margin 0.01
  bakeoff gate base.csv new.csv --truth y --proba p --margin roc_auc=0.01 --margin log_loss=2%
  bakeoff gate base.csv new.csv --item question --value correct --margin 0.02
  bakeoff gate study.bakeoff --base old --new new --margin 0.01
  bakeoff gate new.csv --base base.csv --truth y --pred yhat --margin 0.01 --save-base base.csv
"""


@click.command("gate", epilog=EXAMPLES, short_help="Is a new model not worse than the one in use?")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=str))
@click.option(
    "--margin",
    "margins",
    multiple=True,
    metavar="[MEASURE=]SIZE",
    help="How much worse is still accepted, stated beforehand: 0.01 in the unit of the measure, 2% of the base; one for each measure.",
)
@click.option("--measure", help="What is measured; accuracy, of numbers RMSE, unless it is named here or by --margin.")  # fmt: skip
@click.option("--extra", metavar="COLUMNS", help=f"With --truth: {EXTRA[0].lower()}{EXTRA[1:]}")
@click.option("--truth", metavar="COLUMN", help="The files hold predictions, and this column what was true.")
@click.option("--pred", metavar="COLUMN", help="With --truth: predicted classes or numbers; in one file two, OLD,NEW.")
@click.option("--score", metavar="COLUMN", help="With --truth: scores that rank the positive class; OLD,NEW in one file.")  # fmt: skip
@click.option("--proba", metavar="COLUMNS", help="With --truth: probabilities, of the positive class or of each class.")
@click.option("--row", metavar="COLUMN", help="With --truth: row ids, by which files are matched; else by position.")
@click.option("--positive", metavar="CLASS", help="With --truth: the positive class; 1 and true need not be named.")
@click.option("--labels", metavar="CLASSES", help="With --truth: the classes in order, comma-separated.")
@click.option("--task", help="With --truth: binary, multiclass, ordinal or regression, if the column is ambiguous.")
@click.option("--threshold", type=float, help="With --score or --proba: the positive class from this number on.")
@click.option("--by", multiple=True, metavar="COLUMN", help="With --truth: look at each value of this column apart, too.")  # fmt: skip
@click.option("--item", metavar="COLUMN", help="The files hold scores of items, and this column names the items.")
@click.option("--value", metavar="COLUMN", help="With --item or a long table: the column of scores.")
@click.option("--runs", metavar="COLUMN", help="With --item: repeats of an item; they are averaged.")
@click.option("--learner", metavar="COLUMN", help="The column of a long table that names the learners.")
@click.option("--rows", type=SpelledChoice(["datasets", "folds", "runs", "rows"]), help="What one row of a table of scores is.")  # fmt: skip
@click.option("--direction", type=SpelledChoice(["higher", "lower"]), help="Which scores of a table are better.")
@click.option("--test-share", type=float, help="With --rows folds: n_test / n_train of the splits.")
@click.option("--scheme", help="With --rows folds: how the splits were made, as 10-fold.")
@click.option("--groups", metavar="COLUMN", help="Rows that belong together, as those of a patient.")
@click.option("--weight", metavar="COLUMN", help="How much a row counts.")
@click.option("--base", metavar="NAME|FILE", help="The base: a learner of one table or study, or a file that --save-base wrote.")  # fmt: skip
@click.option("--new", metavar="NAME", help="The new learner of one table or study.")
@click.option("--save-base", type=click.Path(path_type=Path), metavar="FILE", help="Keep the predictions of NEW as the next base (.csv), if the gate is passed or there is no base yet.")  # fmt: skip
@click.option("--missing", type=SpelledChoice(["wrong", "drop"]), help="Rows that one side lacks count as wrong answers, or are left out.")  # fmt: skip
@click.option(
    "--any", "some", is_flag=True, help="Enough if one of several measures passes (Holm); else all must pass."
)
@click.option("--look", type=int, help="This is the look with that number, of those planned (--looks).")
@click.option("--looks", type=int, help="How many looks at the growing data are planned in all.")
@click.option("--planned-rows", type=int, help="With --look: rows at the last look; else looks are equally far apart.")
@click.option("--anytime", is_flag=True, help="Hold however often one looks; for means of bounded values of rows.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="One-sided level; the interval that decides is the 90% one.")  # fmt: skip
@click.option("--undecided", type=SpelledChoice(["pass", "fail"]), help="What an undecided gate is for the exit code; 5 unless stated.")  # fmt: skip
@click.option("--summary", type=click.Path(path_type=Path), metavar="FILE.md", help="Write Markdown for a pull request, with its picture beside it.")  # fmt: skip
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE.xml", help="Write test cases for a build server.")  # fmt: skip
@click.option("--flips", type=click.Path(path_type=Path), metavar="FILE.csv", help="Write the rows whose answer changed.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write a page: .html, .md, .tex or .json.")
@json_option
def command(**given: Any) -> int:
    """Is the new model not worse than the base by more than a margin that was stated beforehand?

    FILES are BASE and NEW: files of predictions (--truth), of scores per item (--item, --value); or one table or study with the learners --base and
    --new. The exit code is 0 if the new model is shown not to be worse by more than the margin, 4 if it is shown to be worse, 5 if the
    evidence cannot tell.
    """
    from bakeoff.release_gate.card import exit_code_of

    if given["save_base"] is not None and len(given["files"]) == 1 and given["base"] is None:
        return _save_first(given)
    gate = _of_predictions(given) if given["truth"] else _of_scores(given)
    _show(gate, given)
    if given["save_base"] is not None and gate.passed:
        _save(_files(given)[-1], given)
    return exit_code_of(gate, given["undecided"])


def _margins(given: Mapping[str, Any]) -> dict[str, Any]:
    """The margin of each measure as it was typed; the name is empty where none was named."""
    from bakeoff.release_gate.ask import margins_by_name

    named = dict[str, str]()
    for text in given["margins"]:
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
        margins={}, alpha=probability("alpha", given["alpha"]), some=given["some"], looks=looks, anytime=given["anytime"]
    )  # fmt: skip


def _files(given: Mapping[str, Any]) -> tuple[str, ...]:
    """BASE and NEW, or the one file that holds both."""
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
    from bakeoff.cli.verbs._compare_inputs import id_column, read_columns, read_predictions
    from bakeoff.core.text import plural
    from bakeoff.release_gate.ask import gate_of_pair

    _refuse(given, "--truth", "item", "value", "runs", "learner", "rows", "direction", "test_share", "scheme")
    files, margins = _files(given), _margins(given)
    names = _names(files, given) if len(files) == 2 else ()
    first = next(iter(margins))
    layout = {**given, "by": None, "measure": first}
    sides = {name: pred for name, (pred, _) in read_predictions(files, layout, names).items()}
    base, new = names or _two_columns(sides, given)
    if len(sides[base]) != len(sides[new]) and (given["row"] or id_column(files)) is None:
        raise BadInput(
            f"{base} has {plural(len(sides[base]), 'row')} and {new} {plural(len(sides[new]), 'row')}, and rows without ids cannot be matched; "
            "name the column of row ids (--row)"
        )
    usual = "accuracy" if sides[base].task.classifies else sides[base].task.study_measures[0]
    slices = dict(read_columns(files[0], given["by"])) if given["by"] else None
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

    _refuse(given, "a table of scores", "pred", "score", "proba", "row", "positive", "labels", "task", "threshold", "flips", "save_base", "extra", needs="; add --truth COLUMN")  # fmt: skip
    if given["by"]:
        raise BadInput("--by is for predictions (--truth); filter the table and ask once for each slice")
    margins, files, rule = _margins(given), _files(given), _rule(given)
    names = ("item", "runs", "value", "learner", "rows", "direction", "test_share", "scheme", "groups")
    options = {name: given[name] for name in names if given[name] is not None}
    options |= {"sample_weight": given["weight"], "missing": given["missing"], "alpha": given["alpha"], "looks": rule.looks, "anytime": rule.anytime, "some": rule.some}  # fmt: skip
    measures = [name for name in margins if name] or None
    margin = margins if measures else margins[""]
    if len(files) == 2:
        if not (given["item"] and given["value"]):
            raise BadInput("two files are predictions (--truth y --pred yhat) or scores of items (--item question --value correct)")  # fmt: skip
        base, new = _names(files, given)
        table: Any = _long(files, (base, new), given)
        options["learner"] = "learner"
    else:
        base, new, table = given["base"], given["new"], files[0]
        if base is None or new is None:
            raise BadInput("one file holds both learners: name them with --base NAME and --new NAME, or name two files, BASE and NEW")  # fmt: skip
        table = table if table.endswith(".bakeoff") else columns(table)
    return gate(table, base=base, new=new, measure=measures, margin=margin, **options)


def _long(files: Sequence[str], names: Sequence[str], given: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The items of both files below each other, with a column that names the learner."""
    from bakeoff.core.errors import UnknownName

    wanted = [given[name] for name in ("item", "value", "runs", "groups", "weight") if given[name] is not None]
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


def _refuse(given: Mapping[str, Any], mode: str, *names: str, needs: str = "") -> None:
    for name in names:
        if given[name] is not None:
            raise BadInput(f"{mode} does not use --{name.replace('_', '-')}{needs}")


def _show(gate: "Gate", given: Mapping[str, Any]) -> None:
    """Print the card and write the files that were asked for."""
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
        write_whole(given["flips"], _flips_csv(gate))
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


def _flips_csv(gate: "Gate") -> str:
    import csv
    from io import StringIO

    from bakeoff.tabular.safe_cells import safe_cell

    if gate.flips is None:
        raise BadInput("flips are rows whose predicted class changed; these predictions have no classes")
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["row", "truth", "base", "new", "effect"])
    for place, (row, answers) in enumerate(zip(gate.row_ids[gate.flips.changed], gate.flips.answers, strict=True)):
        writer.writerow([safe_cell(cell) for cell in (str(row), *answers, gate.flips.effect(place))])
    return out.getvalue()


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
    asked = [given["row"], given["truth"], given["groups"], given["weight"], *given["by"], *split_names(given["extra"])]
    asked += [name for kind in ("pred", "score", "proba") if given[kind] for name in split_names(given[kind])]
    names = list(dict.fromkeys(name for name in asked if name is not None))
    cells = read_columns(file, names)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(zip(*(cells[name].tolist() for name in names), strict=True))
    write_whole(given["save_base"], out.getvalue())
    note(f"kept {file} as the base in {given['save_base']}")
