"""`bakeoff compare`: which learner is better, by a table of scores or by files of predictions?"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from bakeoff.cli.output.printing import json_option, note, print_result, warn
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["command"]

_ALWAYS = {"files", "as_object", "alpha", "measure", "lower_is_better"}
_JUDGED = {"baseline", "pairs", "rope", "test", "posthoc", "by", "required", "stability", "why", "output"}
_MODES = {
    "--unpaired": _ALWAYS | {"unpaired", "required"},
    "--published": _ALWAYS | {"published"},
    "--truth": (_ALWAYS - {"lower_is_better"}) | _JUDGED | {"truth", "pred", "score", "proba", "row", "positive", "labels", "task"},
    "a table of scores": _ALWAYS | _JUDGED | {"rows", "test_share", "scheme", "value", "force"},
}  # fmt: skip


@click.command("compare", short_help="Which learner is better, by scores or by predictions?")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=str))
@click.option(
    "--rows",
    type=click.Choice(["datasets", "folds", "runs", "rows"]),
    default="datasets",
    show_default=True,
    help="What one row of the table is: a data set, a split of one data set, an independent run, or one test row.",
)
@click.option("--test-share", type=float, help="n_test / n_train of the splits (10-fold: 0.111).")
@click.option("--scheme", default="", help="How the splits were made, instead of --test-share: 10-fold, 10x10, 5x2.")
@click.option(
    "--lower-is-better/--higher-is-better",
    default=None,
    help="Scores are errors, losses or times, or not; by default as --measure says, else higher.",
)
@click.option("--baseline", help="Compare every learner with this one only.")
@click.option("--pair", "pairs", multiple=True, metavar="A,B", help="A planned pair; may be given several times.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Level of significance.")
@click.option("--rope", type=float, help="Differences up to this size do not matter.")
@click.option("--test", "test", default="auto", show_default=True, help="Another test; `bakeoff tests` lists them.")
@click.option(
    "--posthoc",
    default="auto",
    show_default=True,
    help="nemenyi, bonferroni_dunn, conover, or an adjustment: holm, shaffer, ...",
)
@click.option("--measure", default="", help="What the scores are; with --truth, what is measured (accuracy).")
@click.option("--value", help="Score column of a long table.")
@click.option("--by", metavar="COLUMN", help="One comparison for each value of this column.")
@click.option("--unpaired", is_flag=True, help="Two files whose rows do not belong together.")
@click.option("--published", is_flag=True, help="The file holds columns learner, mean, sd, n: a vague hint only.")
@click.option("--truth", metavar="COLUMN", help="FILES hold predictions, and this column what was true.")
@click.option("--pred", metavar="COLUMN", help="With --truth: predicted classes or numbers; in one file several, A,B.")
@click.option("--score", metavar="COLUMN", help="With --truth: scores that rank the positive class; A,B in one file.")
@click.option("--proba", metavar="COLUMNS", help="With --truth: probabilities, of the positive class or of each class.")
@click.option("--row", metavar="COLUMN", help="With --truth: row ids, by which files are matched; else by position.")
@click.option("--positive", metavar="CLASS", help="With --truth: the positive class; 1 and true need not be named.")
@click.option("--labels", metavar="CLASSES", help="With --truth: the classes in order, comma-separated.")
@click.option("--task", help="With --truth: binary, multiclass, ordinal or regression, if the column does not say.")
@click.option("--force", is_flag=True, help="Run the named test although it does not fit.")
@click.option(
    "--require",
    "required",
    multiple=True,
    metavar="A>B",
    help="Exit with code 4 unless A is shown to be better than B; with --by in every group.",
)
@click.option(
    "--stability/--no-stability",
    default=True,
    show_default=True,
    help="Say whether the verdict survives other tests, other corrections and fewer data sets.",
)
@click.option("--why", is_flag=True, help="For every other test, why it was not taken.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Also write a report: .html, .md, .tex or .json.")
@json_option
@click.pass_context
def command(context: click.Context, /, **given: Any) -> int:
    """Which learner is better, by how much, and how sure are we?

    FILES is a CSV or Parquet file (- for a CSV on stdin): one row per data set, split or run, one column per learner;
    the first column may name the rows. A long table (columns learner, dataset or fold, score) works too. With --truth,
    FILES are predictions on one test set: a file for each learner, or one file with a column for each.
    """
    mode = _mode(context, given)
    for text in given["required"]:
        if ">" not in text:
            raise BadInput(f"a requirement is written A>B, not {text!r}")
    claims = _MAKERS[mode](given)
    return 0 if all([_met(one, claims, given["by"]) for one in given["required"]]) else 4  # noqa: C419 - tell all


def _mode(context: click.Context, given: Mapping[str, Any]) -> str:
    """What the files are; flags that mean nothing there are refused, not ignored."""
    asked = [name for name in ("unpaired", "published", "truth") if given[name]]
    mode = f"--{asked[0]}" if asked else "a table of scores"
    for one in context.command.params:
        asked_for = context.get_parameter_source(one.name or "") is ParameterSource.COMMANDLINE
        if asked_for and one.expose_value and one.name not in _MODES[mode]:
            needs = "; say --truth COLUMN first" if one.name in _MODES["--truth"] and not asked else ""
            raise BadInput(f"{mode} does not use {one.opts[-1]}{needs}")
    if mode == "a table of scores" and len(given["files"]) != 1:
        raise BadInput(
            "give one table of scores; several files are predictions (--truth COLUMN) or two --unpaired samples"
        )
    for flag, value in (("--test-share", given["test_share"]), ("--scheme", given["scheme"])):
        if value and given["rows"] != "folds":
            raise BadInput(f"{flag} is about splits of one data set; add --rows folds, or leave it out")
    return mode


Claims = dict[str, dict[frozenset[str], str | None]]  # group, pair, the one that is shown to be better


def _unpaired(given: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.unpaired import compare_unpaired

    return {"": compare_unpaired(given["files"], **_asked(given))}


def _published(given: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.unpaired import compare_published

    compare_published(given["files"], **_asked(given))
    return {}


def _asked(given: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "as_object": given["as_object"],
        "lower": given["lower_is_better"],
        "alpha": given["alpha"],
        "measure": given["measure"],
    }


def _table(given: Mapping[str, Any]) -> Claims:
    from bakeoff.api.compare_by import compare_by
    from bakeoff.api.comparison import compare
    from bakeoff.cli.output.read_table import columns

    lower = given["lower_is_better"]
    names = (
        "rows",
        "test_share",
        "scheme",
        "value",
        "force",
        "measure",
        "baseline",
        "alpha",
        "rope",
        "test",
        "posthoc",
    )
    options = {name: given[name] for name in names}
    options["pairs"] = [_pair(one) for one in given["pairs"]] or None
    options["direction"] = None if lower is None else "lower" if lower else "higher"
    source = given["files"][0]
    options["source"] = "stdin" if source == "-" else source
    table = columns(source)
    return _told(compare(table, **options) if given["by"] is None else compare_by(table, given["by"], **options), given)


def _predictions(given: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs._compare_files import compare_files

    pairs = [_pair(one) for one in given["pairs"]] or None
    return _told(compare_files(given["files"], given, pairs), given)


_MAKERS = {
    "--unpaired": _unpaired, "--published": _published, "--truth": _predictions, "a table of scores": _table,
}  # fmt: skip


def _told(made: Any, given: Mapping[str, Any]) -> Claims:
    """Print it and write the report; the claims are left to be held against what is required."""
    from bakeoff.api.compare_by import GroupedComparison
    from bakeoff.cli.output.comparison import comparison_text

    groups = made if isinstance(made, GroupedComparison) else {"": made}
    if given["as_object"]:
        import json

        print_result(json.dumps(made.to_dict(stability=given["stability"]), ensure_ascii=False, allow_nan=False))
    else:
        for name, one in groups.items():
            if name or given["by"]:
                print_result(f"{'' if name == next(iter(groups)) else chr(10)}== {given['by']}: {name or '(empty)'}")
            print_result(comparison_text(one, stability=given["stability"], why=given["why"]))
            for text in one.warnings:
                warn(f"{given['by']} {name}: {text}" if given["by"] else text)
    if given["output"] is not None:
        note(f"wrote {made.report(given['output'])}")
    return {
        name: {frozenset((p.pair.a, p.pair.b)): p.verdict.winner for p in one.pairs} for name, one in groups.items()
    }


def _pair(text: str) -> tuple[str, str]:
    a, comma, b = text.partition(",")
    if not comma:
        raise BadInput(f"a planned pair is written A,B, not {text!r}")
    return a.strip(), b.strip()


def _met(text: str, claims: Claims, by: str | None) -> bool:
    """Whether the evidence of every group shows it; says where it does not."""
    a, b = (one.strip() for one in text.split(">", 1))
    for group, shown in claims.items():
        known = sorted({name for pair in shown for name in pair})
        for name in (a, b):
            if name not in known:
                raise UnknownName("learner", name, known)
        if frozenset((a, b)) not in shown:
            raise BadInput(
                f"{a} and {b} were not compared{f' in {group}' if group else ''}; leave out --baseline or add --pair {a},{b}"
            )
    failed = [group for group, shown in claims.items() if shown[frozenset((a, b))] != a]
    if failed:
        where = f" for {by} {', '.join(failed)}; it must be shown in every group" if by else ""
        note(f"required {a} > {b} was not shown{where}")
    return not failed
