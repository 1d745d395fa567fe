"""`bakeoff compare`: which learner is better, by a table of scores or by files of predictions?"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from bakeoff.cli.output.printing import fitted, json_option, note, print_result, warn, wrap_text
from bakeoff.cli.verbs._own_measures import EXTRA
from bakeoff.cli.verbs._spelled_choice import SpelledChoice
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Severity

__all__ = ["command"]

_ALWAYS = {"files", "as_object", "alpha", "measure", "direction", "lower_is_better"}
_JUDGED = {
    "alternative",
    "baseline",
    "pairs",
    "rope",
    "test",
    "posthoc",
    "by",
    "required",
    "stability",
    "why",
    "output",
    "ranks",
}
_MODES = {
    "--unpaired": _ALWAYS | {"unpaired", "required"},
    "--published": _ALWAYS | {"published"},
    "--columns measures": {"files", "as_object", "columns", "positive", "negative", "ties", "dataset", "totals", "by", "output"},
    "--truth": (_ALWAYS - {"direction", "lower_is_better"}) | _JUDGED | {"truth", "pred", "score", "proba", "row", "positive", "labels", "task", "threshold", "groups", "weight", "best", "extra"},
    "a table of scores": _ALWAYS | _JUDGED | {"columns", "rows", "test_share", "scheme", "value", "force", "item", "runs", "learner", "groups", "weight", "with_assumption", "ranks", "failures"},
}  # fmt: skip


@click.command("compare", short_help="Which learner is better, by scores or by predictions?")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=str))
@click.option(
    "--rows",
    type=SpelledChoice(["datasets", "folds", "runs", "rows"]),
    help="What one row of the table is: a data set (the default where rows have names), a split of one data set, an "
    "independent run, or one test row. Rows without names must be stated.",
)
@click.option(
    "--columns",
    type=SpelledChoice(["learners", "datasets", "folds", "measures"]),
    help="What one column of the table is: a learner (the default), a data set or a split (then each row is a learner), or a measure (one row per "
    "learner; values and ranks, no test).",
)
@click.option(
    "--negative",
    multiple=True,
    metavar="COLUMNS",
    help="With --columns measures: measures of which less is better; again for several.",
)
@click.option(
    "--ties",
    type=SpelledChoice(["mid", "min"]),
    default="mid",
    show_default=True,
    help="With --columns measures: learners that tie share the mean or the best of their ranks.",
)
@click.option("--test-share", type=float, help="n_test / n_train of the splits (10-fold: 0.111).")
@click.option("--scheme", default="", help="How the splits were made, instead of --test-share: 10-fold, 10x10, 5x2.")
@click.option(
    "--direction",
    type=SpelledChoice(["higher", "lower"]),
    help="Which scores are better; by default that of --measure, and higher if no measure is named.",
)
@click.option("--lower-is-better/--higher-is-better", default=None, help="The same as --direction lower or higher.")
@click.option("--baseline", help="Compare every learner with this one only.")
@click.option("--pair", "pairs", multiple=True, metavar="A,B", help="A planned pair; may be given several times.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Level of significance.")
@click.option("--rope", type=float, help="Differences up to this size do not matter.")
@click.option("--test", "test", default="auto", show_default=True, help="Another test; `bakeoff tests` lists them.")
@click.option(
    "--posthoc",
    default="auto",
    show_default=True,
    help="An adjustment of the pairs: holm (auto), shaffer, ...; or on ranks nemenyi, bonferroni_dunn, conover.",
)
@click.option(
    "--alternative",
    type=SpelledChoice(["two-sided", "greater", "less"]),
    default="two-sided",
    show_default=True,
    help="One-sided only if stated before the scores were seen: the first of two or of each planned pair, or each learner "
    "against the baseline, has greater (less) scores.",
)
@click.option(
    "--measure",
    default="",
    help="What the scores are; with --truth, what is measured (accuracy; of numbers rmse), or a function of your own: my_metrics.py:profit:higher.",
)
@click.option("--extra", metavar="COLUMNS", help=f"With --truth: {EXTRA[0].lower()}{EXTRA[1:]}")
@click.option("--value", metavar="COLUMN", help="Score column of a long table.")
@click.option("--learner", metavar="COLUMN", help="Column of a long table that names the learners.")
@click.option("--item", metavar="COLUMN", help="Column of questions or other items; each is one row of the comparison.")
@click.option("--runs", metavar="COLUMN", help="Column of repeats of an item (seed, trial, epoch); they are averaged.")
@click.option(
    "--groups",
    metavar="COLUMN",
    help="With --rows rows, --item or --truth: rows that belong together, as those of a patient.",
)
@click.option("--weight", metavar="COLUMN", help="With --rows rows, --item or --truth: how much a row counts.")
@click.option(
    "--failures",
    type=SpelledChoice(["last", "out"]),
    default="last",
    show_default=True,
    help="Cells such as OUT OF MEMORY: worse than every score, the last rank; or these rows are left out for all.",
)
@click.option("--by", metavar="COLUMN", help="One comparison for each value of this column.")
@click.option("--unpaired", is_flag=True, help="Two files whose rows do not belong together.")
@click.option(
    "--published", is_flag=True, help="The file holds columns learner, mean, sd, n; the result is only a rough guide."
)
@click.option("--truth", metavar="COLUMN", help="FILES hold predictions, and this column what was true.")
@click.option("--pred", metavar="COLUMN", help="With --truth: predicted classes or numbers; in one file several, A,B.")
@click.option("--score", metavar="COLUMN", help="With --truth: scores that rank the positive class; A,B in one file.")
@click.option(
    "--proba",
    metavar="COLUMNS",
    help="With --truth: probabilities, of the positive class or of each class, by name or in the order of --labels.",
)
@click.option("--row", metavar="COLUMN", help="With --truth: row ids, by which files are matched; else by position.")
@click.option(
    "--positive",
    multiple=True,
    metavar="CLASS",
    help="With --truth: the positive class; 1 and true need not be named. With --columns measures: those of which more is better; again for several.",
)
@click.option("--labels", metavar="CLASSES", help="With --truth: the classes in order, comma-separated.")
@click.option("--task", help="With --truth: binary, multiclass, ordinal or regression, if the column is ambiguous.")
@click.option(
    "--threshold",
    type=float,
    help="With --truth and --score or --proba: the positive class from this score or probability on.",
)
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
    help="Check whether the verdict changes with other tests, other corrections and fewer data sets.",
)
@click.option("--ranks", is_flag=True, help="Also the rank of every learner on every row of the table.")
@click.option(
    "--dataset",
    help="With --columns measures and a study: on this data set, with intervals and signs of planned pairs.",
)
@click.option("--totals", is_flag=True, help="With --dataset: the information score in bits over all rows.")
@click.option(
    "--with-assumption",
    is_flag=True,
    help="Where too few data sets can decide: what can be answered if one assumes more, with the assumption.",
)
@click.option(
    "--best", is_flag=True, help="With --truth: how good the best learner is, corrected for having been picked."
)
@click.option("--all-pairs", is_flag=True, help="With --json: every pair, also where they are more than 5,000.")
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
    given["direction"] = _direction(given)
    if mode != "--columns measures":
        given["positive"] = _single_class(given["positive"])
    for text in given["required"]:
        if ">" not in text:
            raise BadInput(f"a requirement is written A>B, not {text!r}")
    claims = _MAKERS[mode](given)
    return 0 if all([_met(one, claims, given["by"]) for one in given["required"]]) else 4  # noqa: C419 - tell all


def _mode(context: click.Context, given: Mapping[str, Any]) -> str:
    """What the files are; flags that mean nothing there are refused, not ignored."""
    asked = [name for name in ("unpaired", "published", "truth") if given[name]]
    mode = f"--{asked[0]}" if asked else "a table of scores"
    if given["columns"] == "measures" and not asked:
        mode = "--columns measures"
    for one in context.command.params:
        asked_for = context.get_parameter_source(one.name or "") is ParameterSource.COMMANDLINE
        if asked_for and one.expose_value and one.name not in _MODES[mode]:
            needs = "; add --truth COLUMN" if one.name in _MODES["--truth"] and not asked else ""
            raise BadInput(f"{mode} does not use {one.opts[-1]}{needs}")
    if mode in {"a table of scores", "--columns measures"} and len(given["files"]) != 1:
        raise BadInput(
            "give one table of scores; several files are predictions (--truth COLUMN) or two --unpaired samples"
        )
    for flag, value in (("--test-share", given["test_share"]), ("--scheme", given["scheme"])):
        if value and given["rows"] != "folds" and (given["columns"] != "folds" or given["rows"] is not None):
            raise BadInput(f"{flag} is about splits of one data set; add --rows folds, or leave it out")
    return mode


def _single_class(named: Sequence[str]) -> str | None:
    """The positive class; there is one, while several measures may be named with the same option."""
    if len(named) > 1:
        raise BadInput(f"there is one positive class, and --positive names {len(named)}", cure="keep the one you mean")
    return next(iter(named), None)


def _direction(given: Mapping[str, Any]) -> str | None:
    """The direction that either option names; refuses two that differ."""
    lower = given["lower_is_better"]
    flag = None if lower is None else "lower" if lower else "higher"
    if None not in {flag, given["direction"]} and flag != given["direction"]:
        raise BadInput(
            f"--direction {given['direction']} and --{flag}-is-better contradict each other", cure="give one"
        )
    return flag or given["direction"]


# Of each group: the learners, and of each pair that was compared the one that is shown to be better.
Claims = dict[str, tuple[Sequence[str], dict[frozenset[str], str | None]]]


def _unpaired(given: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs._compare_inputs import compare_unpaired

    shown = compare_unpaired(given["files"], **_asked(given))
    return {"": (sorted({name for pair in shown for name in pair}), shown)}


def _published(given: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs._compare_inputs import compare_published

    compare_published(given["files"], **_asked(given))
    return {}


def _asked(given: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "as_object": given["as_object"],
        "direction": given["direction"],
        "alpha": given["alpha"],
        "measure": given["measure"],
    }


def _table(given: Mapping[str, Any]) -> Claims:
    from bakeoff.api.comparison import compare, compare_by
    from bakeoff.cli.output.printing import columns

    names = (
        "rows",
        "test_share",
        "scheme",
        "value",
        "item",
        "learner",
        "runs",
        "groups",
        "force",
        "measure",
        "direction",
        "baseline",
        "alpha",
        "rope",
        "test",
        "posthoc",
        "alternative",
        "failures",
        "columns",
    )
    options = {name: given[name] for name in names}
    options["sample_weight"] = given["weight"]
    options["pairs"] = [_pair(one) for one in given["pairs"]] or None
    source = given["files"][0]
    options["source"] = "stdin" if source == "-" else source
    table = columns(source)
    return _told(compare(table, **options) if given["by"] is None else compare_by(table, given["by"], **options), given)


def _measures(given: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs.criteria import print_measures

    print_measures(given["files"][0], given)
    return {}


def _predictions(given: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs._compare_inputs import compare_files

    pairs = [_pair(one) for one in given["pairs"]] or None
    made, best = compare_files(given["files"], given, pairs)
    return _told(made, {**given, "best": best})


_MAKERS = {
    "--unpaired": _unpaired, "--published": _published, "--truth": _predictions, "--columns measures": _measures,
    "a table of scores": _table,
}  # fmt: skip


def _told(made: Any, given: Mapping[str, Any]) -> Claims:
    """Print it and write the report; return the claims, to be checked against --require."""
    from bakeoff.api.comparison import GroupedComparison
    from bakeoff.cli.output.comparison import comparison_text

    groups = made if isinstance(made, GroupedComparison) else {"": made}
    claims = {name: (one.judgement.matrix.names, _winners(one, given["required"])) for name, one in groups.items()}
    for text in given["required"]:
        _check_required(text, claims)
    if given["output"] is not None:  # before anything is printed: a reader such as head may end the command
        note(f"wrote {made.report(given['output'])}")
    if given["as_object"]:
        import json

        print_result(json.dumps(_object(made, groups, given), ensure_ascii=False, allow_nan=False))
    else:
        for name, one in groups.items():
            if name or given["by"]:
                print_result(f"{'' if name == next(iter(groups)) else chr(10)}== {given['by']}: {name or '(empty)'}")
            print_result(comparison_text(one, stability=given["stability"], why=given["why"]))
            for text in _further_tables(one, given):
                print_result(f"\n{text}")
            for remark in {str(each): each for each in one.notes}.values():
                text = f"{given['by']} {name}: {remark}" if given["by"] else str(remark)
                warn(text, mild=remark.severity is Severity.INFO)
    return claims


def _further_tables(comparison: Any, given: Mapping[str, Any]) -> Iterator[str]:
    """What was asked for beside the comparison, and what the table holds beside its scores."""
    if given["ranks"]:
        yield fitted(comparison.rank_table().table)
    if comparison.brackets:
        yield fitted(comparison.bracket_table().table)
    if given["with_assumption"]:
        yield _with_assumption(comparison)
    if given["best"]:
        yield str(given["best"])


def _object(made: Any, groups: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What --json prints, with what else was asked for."""
    body: dict[str, Any] = made.to_dict(stability=given["stability"], all_pairs=given["all_pairs"])
    more: dict[str, dict[str, Any]] = {}
    if given["with_assumption"]:
        more["with_assumption"] = {
            name: [each.to_dict() for each in one.with_assumption()] for name, one in groups.items()
        }
    if given["ranks"]:
        more["block_ranks"] = {name: one.block_ranks for name, one in groups.items()}
    if given["best"]:
        body["best"] = given["best"].to_dict()
    return body | {name: by_group if given["by"] else by_group[""] for name, by_group in more.items()}


def _with_assumption(comparison: Any) -> str:
    """What can be answered if one assumes more."""
    answers = comparison.with_assumption()
    if not answers:
        return "The data sets are enough to decide, so no assumption is needed."
    lines = [wrap_text(f"  {one}", indent="    ") for one in answers]
    return "\n".join(["With an assumption, chosen before p is seen:", *lines])


def _winners(comparison: Any, required: Sequence[str]) -> dict[frozenset[str], str | None]:
    """Who won the pairs that are required; a pair that was not compared is left out."""
    found = {}
    for text in required:
        names = [one.strip() for one in text.split(">", 1)]
        try:
            found[frozenset(names)] = comparison.pair(*names).verdict.winner
        except KeyError:
            continue
    return found


def _pair(text: str) -> tuple[str, str]:
    a, comma, b = text.partition(",")
    if not comma:
        raise BadInput(f"a planned pair is written A,B, not {text!r}")
    return a.strip(), b.strip()


def _check_required(text: str, claims: Claims) -> tuple[str, str]:
    """The two learners of a requirement; refuses those that were not compared."""
    a, b = (one.strip() for one in text.split(">", 1))
    for group, (known, shown) in claims.items():
        for name in (a, b):
            if name not in known:
                raise UnknownName("learner", name, known)
        if frozenset((a, b)) not in shown:
            raise BadInput(
                f"{a} and {b} were not compared{f' in {group}' if group else ''}; leave out --baseline or add --pair {a},{b}"
            )
    return a, b


def _met(text: str, claims: Claims, by: str | None) -> bool:
    """Whether the evidence of every group shows it; says where it does not."""
    a, b = _check_required(text, claims)
    failed = [group for group, (_, shown) in claims.items() if shown[frozenset((a, b))] != a]
    if failed:
        where = f" for {by} {', '.join(failed)}; it must be shown in every group" if by else ""
        note(f"required {a} > {b} was not shown{where}")
    return not failed
