"""`bakeoff compare`: which learner is better, by a table of scores, files of predictions or the results of a study?"""

from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.declared_options import declared, refuse_options
from bakeoff.cli.output.file_types import written_files
from bakeoff.cli.output.printing import fitted, json_option, note, print_result, warn, wrap_text
from bakeoff.cli.output.requirements import NOT_MET, Claims, all_met, check_requirements, claims_of
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Severity
from bakeoff.core.options import comparing as options, prediction_columns as columns_of
from bakeoff.core.options.option import Mode, Option, for_modes

__all__ = ["MODES", "OPTIONS", "command"]

MODES = {
    mode.name: mode
    for mode in (
        Mode(name="scores", title="a table of scores"),
        Mode(name="predictions", title="predictions", brings="--truth COLUMN"),
        Mode(name="logs", title="evaluation logs", brings="two logs, or one of a harness"),
        Mode(name="results", title="the results of a study", brings="FILE.bakeoff"),
        Mode(name="measures", title="a table of measures", brings="--columns measures"),
        Mode(name="unpaired", title="two samples", brings="--unpaired"),
        Mode(name="published", title="published means", brings="--published"),
    )
}
_JUDGED = ("scores", "predictions", "results", "logs")
_WITH_MEASURES = ("scores", "predictions", "measures", "logs")
_OUTPUT, _OTHER = "Output", "Other input"

OPTIONS: tuple[Option, ...] = (
    *for_modes(("scores", "predictions", "results", "logs", "unpaired", "published"), options.MEASURE),
    *for_modes(("scores", "logs", "unpaired", "published"), options.DIRECTION),
    *for_modes(("scores", "predictions", "logs"), options.BASELINE, options.PAIRS),
    *for_modes(("scores", "predictions", "logs", "unpaired", "published"), options.ALPHA),
    *for_modes(("scores", "predictions", "logs"), options.ROPE, options.TEST, options.POSTHOC, options.ALTERNATIVE),
    *for_modes(("scores", "logs"), options.ROWS),
    *for_modes(("scores", "measures"), options.COLUMNS),
    *for_modes(("scores",), options.SCHEME, options.TEST_SHARE),
    *for_modes(("scores", "logs"), options.VALUE, options.LEARNER, options.ITEM, options.RUNS),
    *for_modes(("scores",), options.FOLD, options.FAILURES),
    *for_modes(("logs",), options.ERRORS, options.MATCH, options.HUMAN),
    *for_modes(("scores", "predictions", "logs"), options.GROUPS),
    *for_modes(("scores", "predictions"), options.SAMPLE_WEIGHT, *options.TIMES),
    Option(
        name="by", many=True, metavar="COLUMN", modes=_WITH_MEASURES, heading="The table",
        help="With --truth and of logs: look at each value of this column apart, with claims that hold for all of them at once; again for several. Of a table: one comparison for each value of this column.",
    ),
    Option(name="flips", kind="output", metavar="FILE.csv", modes=("scores", "predictions", "logs"), help="Of single rows or items: write the rows whose answer changed.", heading=_OUTPUT),
    Option(name="force", kind=bool, help="Run the named test although it does not fit.", modes=("scores",), heading="The question"),
    columns_of.TRUTH,
    *for_modes(("predictions",), columns_of.PRED, columns_of.SCORE, columns_of.PROBA, columns_of.ROW),
    Option(
        name="positive", many=True, metavar="CLASS", modes=("predictions", "measures"), heading="Columns of predictions",
        help="The positive class; 1 and true need not be named. With --columns measures: those of which more is better; again for several.",
    ),
    *for_modes(("predictions",), columns_of.LABELS, columns_of.TASK, columns_of.THRESHOLD, columns_of.EXTRA, columns_of.QUERY, columns_of.QRELS, *columns_of.INTERVALS),
    Option(name="unpaired", kind=bool, help="Two files whose rows do not belong together.", heading=_OTHER),
    Option(name="published", kind=bool, help="The file contains columns learner, mean, sd, n; the result is only a rough guide.", heading=_OTHER),
    Option(name="negative", many=True, metavar="COLUMNS", modes=("measures",), help="With --columns measures: measures of which less is better; again for several.", heading=_OTHER),
    Option(name="ties", kind=("mid", "min"), default="mid", modes=("measures",), help="With --columns measures: learners that tie share the mean or the best of their ranks.", heading=_OTHER),
    Option(name="dataset", modes=("measures", "results"), help="Of a study: on this data set; with --columns measures with intervals and signs of planned pairs.", heading=_OTHER),
    Option(name="totals", kind=bool, modes=("measures",), help="With --dataset: the information score in bits over all rows.", heading=_OTHER),
    Option(name="require", many=True, metavar="A>B", modes=(*_JUDGED, "unpaired"), help="Exit with code 4 unless A is shown to be better than B; with --by in every group.", heading=_OUTPUT),
    Option(name="stability", kind=bool, default=True, modes=_JUDGED, help="Check whether the verdict changes with other tests, other corrections and fewer data sets.", heading=_OUTPUT),
    Option(name="ranks", kind=bool, modes=_JUDGED, help="Also the rank of every learner on every row of the table.", heading=_OUTPUT),
    Option(name="with_assumption", kind=bool, modes=("scores", "results"), help="Where too few data sets can decide: what can be answered if one assumes more, with the assumption.", heading=_OUTPUT),
    Option(name="best", kind=bool, modes=("predictions",), help="How good the best learner is, corrected for having been picked.", heading=_OUTPUT),
    Option(name="all_pairs", kind=bool, modes=_JUDGED, help="With --json: every pair, also where they are more than 5,000.", heading=_OUTPUT),
    Option(name="notes", kind=bool, modes=_JUDGED, help="Also the statistics, why this test, the robustness checks and every note.", heading=_OUTPUT),
    Option(name="why", kind=bool, modes=_JUDGED, help="For every other test, why it was not taken.", heading=_OUTPUT),
    *for_modes((*_JUDGED, "measures"), options.REPORT),
    *for_modes(_JUDGED, options.ONLY),
)  # fmt: skip


@click.command("compare", short_help="Which learner is better, by scores, predictions or a study?")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=str))
@declared(*OPTIONS)
@json_option
@click.pass_context
def command(context: click.Context, /, **values: Any) -> int:
    """Which learner is better, by how much, and how sure are we?

    FILES is a CSV or Parquet file (- for a CSV on stdin): one row per data set, split or run, one column per learner;
    the first column may name the rows. A long table (columns learner, dataset or fold, score) works too. With --truth,
    FILES are predictions on one test set: a file for each learner, or one file with a column for each. Evaluation logs (inspect, lm-eval, HELM, ...)
    are matched item by item. The results of a study (FILE.bakeoff)
    are compared as its report has them, by --measure and on --dataset where they are named.
    """
    mode = MODES[_brought(values)]
    refuse_options(context, mode, list(MODES.values()))
    _check(values, mode)
    claims = _COMPARISONS[mode.name](values)
    return 0 if all_met(values["require"], claims, values["by"]) else NOT_MET


def _brought(values: Mapping[str, Any]) -> str:
    """The name of what the files are."""
    if values["unpaired"] or values["published"]:
        return "unpaired" if values["unpaired"] else "published"
    if values["truth"] or values["qrels"]:
        return "predictions"
    if values["columns"] == "measures":
        return "measures"
    if any(file.endswith(".bakeoff") for file in values["files"]):
        return "results"
    return "logs" if _are_logs(values) else "scores"


def _are_logs(values: Mapping[str, Any]) -> bool:
    """Whether the files are evaluation logs: of a harness, or several files with lines for items."""
    from bakeoff.api.logs.read_log import is_in_records, is_log

    files = values["files"]
    return (len(files) > 1 and (values["item"] is not None or all(map(is_in_records, files)))) or any(
        map(is_log, files)
    )


def _check(values: dict[str, Any], mode: Mode) -> None:
    """Refuse what only several options together show."""
    from bakeoff.tabular.encoding import refuse_folders

    if mode.name in {"scores", "measures", "results", "logs"}:
        refuse_folders(values["files"])
    if mode.name in {"scores", "measures", "results"} and len(values["files"]) != 1:
        raise BadInput(
            f"give one file with {mode.title}; several files are predictions (--truth COLUMN) or two --unpaired samples"
        )
    if values["only"] and values["output"] is None:
        raise BadInput("--only is about the sections of a report; add -o FILE, or leave it out")
    for flag in ("test_share", "scheme"):
        if values[flag] and values["rows"] != "folds" and (values["columns"] != "folds" or values["rows"] is not None):
            raise BadInput(
                f"--{flag.replace('_', '-')} is about splits of one data set; add --rows folds, or leave it out"
            )
    sliced = mode.name in {"predictions", "logs"}
    values["slices"] = values["by"] if sliced else ()
    values["by"] = None if sliced else _single(values["by"], "a table is compared by one column, and --by")
    if mode.name == "predictions":
        values["positive"] = _single(values["positive"], "there is one positive class, and --positive")
    check_requirements(values["require"])


def _single(named: Sequence[str], rule: str) -> str | None:
    """The one value of an option that takes several in other modes."""
    if len(named) > 1:
        raise BadInput(f"{rule} names {len(named)}", cure="keep the one you mean")
    return next(iter(named), None)


def _unpaired(values: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs._compare_inputs import compare_unpaired

    shown = compare_unpaired(values["files"], **_asked(values))
    return {"": (sorted({name for pair in shown for name in pair}), shown)}


def _published(values: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs._compare_inputs import compare_published

    compare_published(values["files"], **_asked(values))
    return {}


def _asked(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in ("as_object", "direction", "alpha", "measure")}


def _table(values: Mapping[str, Any]) -> Claims:
    from bakeoff.api.comparison import compare, compare_by
    from bakeoff.cli.output.printing import columns

    file = values["files"][0]
    asked: dict[str, Any] = {name: values[name] for name in signature(compare).parameters if name in values}
    asked |= {"pairs": planned_pairs(values), "source": "stdin" if file == "-" else file}
    table = columns(file)
    return _print(compare(table, **asked) if values["by"] is None else compare_by(table, values["by"], **asked), values)


def _study(values: Mapping[str, Any]) -> Claims:
    """The comparison of a study, as its report has it; the file contains everything that was decided before the run."""
    from bakeoff.api.results import open as open_results

    with open_results(values["files"][0]) as results:
        return _print(results.compare(values["measure"] or None, dataset=values["dataset"]), values)


def _measures(values: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs.criteria import print_measures

    print_measures(values["files"][0], values)
    return {}


def _predictions(values: Mapping[str, Any]) -> Claims:
    from bakeoff.cli.verbs._compare_inputs import compare_files

    comparison, best = compare_files(values["files"], values, planned_pairs(values))
    return _print(comparison, {**values, "best": best})


def _logs(values: Mapping[str, Any]) -> Claims:
    """Evaluation logs: learners by their names, items matched."""
    from bakeoff.api.logs.compare_logs import compare_logs

    names = ("measure", "direction", "baseline", "alpha", "rope", "test", "posthoc", "alternative", "rows", "value", "learner", "item", "runs", "groups", "errors", "match", "human")  # fmt: skip
    asked = {name: values[name] for name in names}
    return _print(compare_logs(values["files"], pairs=planned_pairs(values), by=values["slices"], **asked), values)


_COMPARISONS = {
    "logs": _logs,
    "scores": _table, "predictions": _predictions, "results": _study, "measures": _measures, "unpaired": _unpaired, "published": _published,
}  # fmt: skip


def _print(comparison: Any, values: Mapping[str, Any]) -> Claims:
    """Print it and write the report; return the claims, to be checked against --require."""
    from bakeoff.api.comparison import GroupedComparison

    groups = comparison if isinstance(comparison, GroupedComparison) else {"": comparison}
    claims = claims_of(groups, values["require"], _slice_claims(comparison)) if values["require"] else {}
    if values["flips"] is not None:
        _write_flips(comparison, values["flips"])
    if values["output"] is not None:  # before anything is printed: a reader such as head may end the command
        note(f"wrote {written_files(comparison.report(values['output'], only=values['only']))}")
    if values["as_object"]:
        import json

        print_result(json.dumps(_object(comparison, groups, values), ensure_ascii=False, allow_nan=False))
        return claims
    _print_groups(groups, values)
    return claims


def _print_groups(groups: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """The text of each comparison with its further tables and remarks."""
    from bakeoff.cli.output.comparison import comparison_text

    for name, part in groups.items():
        if name or values["by"]:
            print_result(f"{'' if name == next(iter(groups)) else chr(10)}== {values['by']}: {name or '(empty)'}")
        print_result(comparison_text(part, stability=values["stability"], why=values["why"], notes=values["notes"]))
        for text in _further_tables(part, values):
            print_result(f"\n{text}")
        for text, remark in {str(remark): remark for remark in part.notes}.items():
            if values["notes"] or remark.severity is not Severity.INFO:
                where = f"{values['by']} {name}: " if values["by"] else ""
                warn(f"{where}{text}", mild=remark.severity is Severity.INFO)
        if not values["notes"]:
            note("More: --notes prints the statistics, why this test, and every note.")


def _slice_claims(made: Any) -> Claims:
    """Who is shown to be better on each slice; none where no column was named."""
    slices = getattr(made, "slices", None)
    claims: Claims = {}
    for pair in () if slices is None else slices.pairs:
        group = claims.setdefault(f"{pair.column} {pair.value}", (made.judgement.matrix.names, {}))
        group[1][frozenset((pair.a, pair.b))] = pair.winner
    return claims


def _write_flips(made: Any, path: Path) -> None:
    from bakeoff.api.comparison import GroupedComparison
    from bakeoff.cli.output.changed_rows import flips_csv
    from bakeoff.core.whole_file import write_whole

    if isinstance(made, GroupedComparison):
        raise BadInput("--flips is about one comparison", cure="leave --by out, or filter the table first")
    write_whole(path, flips_csv(made.flips_of_pairs))
    note(f"wrote {path}")


def _further_tables(comparison: Any, values: Mapping[str, Any]) -> Iterator[str]:
    """What was asked for beside the comparison, and what the table contains beside its scores."""
    if values["ranks"]:
        yield fitted(comparison.rank_table().table)
    if comparison.brackets:
        yield fitted(comparison.bracket_table().table)
    if values["with_assumption"]:
        yield _with_assumption(comparison)
    if values["best"]:
        yield str(values["best"])


def _object(made: Any, groups: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """What --json prints, with what else was asked for."""
    body: dict[str, Any] = made.to_dict(stability=values["stability"], all_pairs=values["all_pairs"])
    more: dict[str, dict[str, Any]] = {}
    if values["with_assumption"]:
        more["with_assumption"] = {
            name: [each.to_dict() for each in one.with_assumption()] for name, one in groups.items()
        }
    if values["ranks"]:
        more["block_ranks"] = {name: one.block_ranks for name, one in groups.items()}
    if values["best"]:
        body["best"] = values["best"].to_dict()
    return body | {name: by_group if values["by"] else by_group[""] for name, by_group in more.items()}


def _with_assumption(comparison: Any) -> str:
    """What can be answered if one assumes more."""
    answers = comparison.with_assumption()
    if not answers:
        return "The data sets are enough to decide, so no assumption is needed."
    lines = [wrap_text(f"  {answer}", indent="    ") for answer in answers]
    return "\n".join(["With an assumption, chosen before p is seen:", *lines])


def planned_pairs(values: Mapping[str, Any]) -> list[tuple[str, str]] | None:
    """The pairs that --pair names."""
    return [pair_of(text) for text in values["pair"]] or None


def pair_of(text: str) -> tuple[str, str]:
    """The two names of a pair as it is typed."""
    a, comma, b = text.partition(",")
    if not comma:
        raise BadInput(f"a planned pair is written A,B, not {text!r}")
    return a.strip(), b.strip()
