"""`bakeoff test`: any one significance test of the catalogue on a table."""

from collections.abc import Sequence
from dataclasses import replace
from inspect import signature
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.declared_options import declared, refuse_options
from bakeoff.cli.output.comparison import effect_text
from bakeoff.cli.output.printing import aligned_table, as_json, json_option, note, print_result, warn, wrap_text
from bakeoff.cli.verbs.compare import pair_of
from bakeoff.comparisons.test_names import phrase_of_test
from bakeoff.core.catalogue import Catalogue
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Severity
from bakeoff.core.options import comparing
from bakeoff.core.options.option import Mode, Option, for_modes
from bakeoff.core.terminology.spelling import fold
from bakeoff.core.text import clean, fixed, short_p

if TYPE_CHECKING:
    from bakeoff.comparisons.declaration import SignificanceTest
    from bakeoff.comparisons.evidence.table_steps.row_columns import RowColumns
    from bakeoff.comparisons.results import TestResult

__all__ = ["command"]


def refuse(name: str, values: dict[str, Any], flags: Sequence[str]) -> None:
    """Refuse flags that this test has no use for, instead of ignoring them."""
    for one in flags:
        if values.get(one) is not None:
            raise BadInput(f"{phrase_of_test(name)} does not take --{one.replace('_', '-')}")


def row_columns(test: Any, values: dict[str, Any]) -> "RowColumns":
    """The columns of groups and weights; refuses them where the test takes none."""
    from bakeoff.comparisons.evidence.table_steps.row_columns import RowColumns

    known = signature(test.compute or test.run).parameters
    refuse(
        test.name,
        values,
        [flag for flag in ("groups", "sample_weight") if flag not in known],
    )
    return RowColumns(groups=values["groups"], weight=values["sample_weight"])


def options_for(test: Any, values: dict[str, Any]) -> dict[str, Any]:
    """The flags that this test understands; refuses the others instead of ignoring them."""
    known = signature(test.compute or test.run).parameters
    made: dict[str, Any] = {}
    if values.get("variant"):
        found = next((variant for variant in test.variants if values["variant"] in variant.words), None)
        if found is None:
            words = [word for variant in test.variants for word in variant.words]
            raise BadInput(
                f"{test.phrase} has no variant {values['variant']!r}"
                + (f"; it has {', '.join(words)}" if words else "")
            )
        made[found.parameter] = found.value(values["variant"])
    if values.get("alternative", "two-sided") != "two-sided":
        if not test.sided:
            raise BadInput(f"{test.phrase} has no one-sided form")
        made["alternative"] = values["alternative"]
    for name in ("margin", "control", "test_share", "df"):
        if values.get(name) is not None:
            if name not in known:
                raise BadInput(f"{phrase_of_test(test.name)} does not take --{name.replace('_', '-')}")
            made[name] = values[name]
    for needed, why in test.needs:
        if needed not in made:
            raise BadInput(f"{test.phrase} needs --{needed.replace('_', '-')}: {why}")
    return made


def label_result(source: str, values: dict[str, Any]) -> "TestResult":
    """Fit the learner on the data and on bogus copies of them; `source` is a file or the name of a bundled set."""
    from bakeoff.data.load import load
    from bakeoff.learners.from_objects import learner_from
    from bakeoff.study.running.label_permutation import label_permutation

    if values["learner"] is None:
        raise BadInput("label_permutation needs --learner, for example sklearn.naive_bayes.GaussianNB")
    data = load(source, target=values["target"], positive=values["positive"])
    learner = learner_from("learner", values["learner"])
    settings = {name: values[name] for name in ("scheme", "measure", "how") if values[name] is not None}
    counts = {"n_resamples": values["resamples"], "seed": values["seed"]}
    return label_permutation(
        learner, data, **settings, **{name: one for name, one in counts.items() if one is not None}
    )


LEVEL = 0.95  # of intervals; --alpha is for the region that --steps shows


_TABLE, _TYPED, _LABELS = "table", "typed", "labels"
MODES = (
    Mode(name=_TABLE, title="a table", brings="FILE"),
    Mode(name=_TYPED, title="typed numbers", brings="no FILE"),
    Mode(name=_LABELS, title="label_permutation"),
)
_TEST, _NUMBERS, _LEARNER = "The test", "Typed numbers instead of a file", "A learner on data (label_permutation)"
OPTIONS = (
    *for_modes(
        (_TABLE, _TYPED),
        Option(name="variant", help="A variant of the test: exact, mid-p, pratt, gg, ...", heading=_TEST),
        replace(comparing.ALTERNATIVE, help="Whether the first column may differ either way, is larger, or is smaller.", heading=_TEST),
        Option(name="df", kind=float, help="Degrees of freedom: the largest number for corrected_t, the exact number for ten_by_ten.", heading=_TEST),
        Option(name="margin", kind=float, help="Margin of equivalence, for tost.", heading=_TEST),
    ),
    *for_modes(
        (_TABLE,),
        Option(name="control", help="Column of the control, for bonferroni_dunn and conover.", heading=_TEST),
        Option(name="pair", metavar="A,B", help="The two columns to compare, where the table has more.", heading="The table"),
        replace(comparing.COLUMNS, kind=("learners", "datasets", "folds"), help="What one column is: a learner, or a data set or split; then each row is a learner. Heads such as fold 1 state it."),
        replace(comparing.DIRECTION, help="Which scores are better, for tests that ask; higher unless stated.", heading="The table"),
        Option(name="unpaired", kind=bool, help="For wald: the two columns do not belong together; the same as --variant unpaired.", heading="The table"),
        replace(comparing.TEST_SHARE, help="n_test / n_train, for corrected_t and tost."),
        replace(comparing.GROUPS, help="What rows belong to, for cluster_t and permutation."),
        replace(comparing.SAMPLE_WEIGHT, help="How much rows count, for cluster_t and permutation."),
    ),
    *for_modes(
        (_TYPED,),
        Option(name="a", metavar="RATE,N", help="For two_proportions: 17.5%,50 or 13/100.", heading=_NUMBERS),
        Option(name="b", metavar="RATE,N", help="The other error rate.", heading=_NUMBERS),
        Option(name="counts", metavar="B,C", help="For mcnemar: rows only a, and only b, is right: 10,25; or all four of the 2 x 2 table.", heading=_NUMBERS),
        Option(name="difference", kind=float, help="For wald: the difference, with --se.", heading=_NUMBERS),
        Option(name="se", kind=float, help="With --difference: its standard error.", heading=_NUMBERS),
    ),
    *for_modes(
        (_LABELS,),
        Option(name="learner", metavar="PATH", help="The learner, for example sklearn.naive_bayes.GaussianNB.", heading=_LEARNER),
        Option(name="target", metavar="COLUMN", help="The column to predict.", heading=_LEARNER),
        Option(name="positive", metavar="CLASS", help="The positive class, if a measure needs it.", heading=_LEARNER),
        Option(name="how", kind=("shuffle", "switch"), help="Shuffle the labels, or keep or switch each.", heading=_LEARNER),
        Option(name="scheme", help="The splits; 10-fold unless named.", heading=_LEARNER),
        Option(name="resamples", kind=int, help="Bogus data sets; 99 unless named.", heading=_LEARNER),
        Option(name="seed", kind=int, help="The same seed gives the same bogus data sets.", heading=_LEARNER),
    ),
    *for_modes(
        (_TABLE, _LABELS),
        Option(name="measure", help="Of a study: one of its measures. For label_permutation: accuracy unless named.", heading="The table"),
    ),
    *for_modes((_TABLE,), Option(name="dataset", help="Of a study: over the splits of this data set.", heading="The table")),
    Option(name="steps", kind=bool, help="Show the formula with the numbers filled in.", heading="Output"),
    replace(comparing.ALPHA, help="Level of significance, for --steps.", heading="Output"),
    Option(name="figure", kind="figure", help="Also draw the null distribution and the region of rejection: .svg, .pdf or .png.", heading="Output"),
)  # fmt: skip


@click.command("test", short_help="Run one significance test on a table.")
@click.argument("name")
@click.argument("file", required=False, type=click.Path(path_type=str))
@declared(*OPTIONS)
@json_option
@click.pass_context
def command(
    context: click.Context, /, name: str, file: str | None, *, steps: bool, as_object: bool, alpha: float, figure: Path | None, **values: Any
) -> None:  # fmt: skip
    """Run the test NAME on the CSV FILE (- for stdin), or on the scores of a study (.bakeoff).

    Columns are the learners (a first column of text names the rows). mcnemar: one row, columns only_a_right and
    only_b_right (or c10 and c01, or b and c; both_right and both_wrong too, for the difference of accuracies), the printed 2 x 2 table
    (rows A right, A wrong; columns B right, B wrong), two columns of 0 and 1, or no file: --counts 10,25. two_proportions: columns errors_a, n_a, errors_b, n_b
    (or rate_a, n_a, rate_b, n_b), or no file: --a 17.5%,50 --b 12.4%,50. wald: also --difference 0.15 --se 0.05 without a file. delong: columns
    truth, a, b. label_permutation: FILE contains the data themselves, and --learner is fitted on them. A statistic that you
    have: `bakeoff table chi2 --row 1 --statistic 7.1` gives its p.
    """
    from bakeoff.comparisons.results import RankComparison

    name = _test_named(name)
    typed = file is None or any(values[flag] is not None for flag in _NEEDED_NUMBERS)
    mode = MODES[1] if typed else MODES[2] if name == "label_permutation" else MODES[0]
    refuse_options(context, mode, MODES)
    result, test, evidence, table_notes = _result(name, file, mode, values)
    if figure is not None:
        _draw(result.omnibus if isinstance(result, RankComparison) else result, alpha, figure)
    if isinstance(result, RankComparison):
        if steps and not as_object:
            print_result("\n\n".join([result.omnibus.steps(alpha), *(pair.steps(alpha) for pair in result.pairs)]))
            return
        _print_ranks(result, as_object=as_object)
        return
    assumed = () if evidence is None else _assumptions(test, evidence)
    if as_object:
        reasons = [result.reason] if result.reason else []
        sides = map(str, _one_sided(result))
        doubts = [str(one) for one in table_notes if one.severity is not Severity.INFO]
        more = {
            "warnings": [*doubts, *result.warnings, *sides, *reasons],
            "assumptions": [json_safe(one) for one in assumed],
        }
        body = json_safe(result) | more
        print_result(as_json("test", body))
        return
    print_result(
        wrap_text(_worked(result, alpha, evidence) if steps else _text(result, getattr(evidence, "names", ("a", "b"))))
    )
    for text in (*result.warnings, *map(str, _one_sided(result))):
        warn(text)
    for remark in assumed:
        note(str(remark))


def _worked(result: "TestResult", alpha: float, evidence: Any) -> str:
    """The test worked out; a line states which learner is a and which is b in the formula, where the table names them."""
    from bakeoff.comparisons.evidence.types import Disagreement, PairedScores, TwoSamples

    if not isinstance(evidence, Disagreement | PairedScores | TwoSamples) or evidence.names == ("a", "b"):
        return result.steps(alpha)
    names = (clean(evidence.names[0]), clean(evidence.names[1]))
    title, _, lines = result.steps(alpha, names=names).partition("\n")
    return "\n".join([title, f"a is {names[0]}, b is {names[1]}.", lines])


def _test_named(typed: str) -> str:
    """The name of the test in the catalogue; a note names the test where another name was typed."""
    from bakeoff.comparisons import tests
    from bakeoff.study.running.label_permutation import LABEL_PERMUTATION

    every: Catalogue[SignificanceTest] = Catalogue("test", [*tests, LABEL_PERMUTATION])
    test = every[typed]
    if fold(typed) not in {fold(test.name), fold(test.title)}:
        note(f"{clean(typed)} is read as {test.phrase} ({test.name})")
    return test.name


def _result(name: str, file: str | None, mode: Mode, values: dict[str, Any]) -> tuple[Any, Any, Any, Sequence[Any]]:
    """The result, with the test, its evidence and notes on the table where one was read."""
    from bakeoff.cli.output.printing import columns
    from bakeoff.comparisons import tests
    from bakeoff.comparisons.evidence.from_columns import evidence_from_columns

    if mode.name == _TYPED:
        return _typed(name, file, values), None, None, ()
    assert file is not None
    if mode.name == _LABELS:
        return label_result(file, values), None, None, ()
    test, word = tests[name], values["variant"]
    if values["unpaired"]:
        if name not in {"wald", "unpaired_t"}:
            raise BadInput(f"{phrase_of_test(name)} compares pairs; unpaired are unpaired_t and wald")
        word = values["variant"] = "unpaired" if name == "wald" else word
    if values["dataset"] is not None and not file.endswith(".bakeoff"):
        raise BadInput("--dataset names a data set of a study (.bakeoff)")
    direction, table = values["direction"] or "higher", None
    if file.endswith(".bakeoff"):
        table, direction = _study_columns(file, values, test)
    kind = next((variant.evidence(word, test.takes) for variant in test.variants if word in variant.words), test.takes)
    evidence, notes = evidence_from_columns(
        kind, table or columns(file), test.phrase, direction=direction, test_share=values["test_share"],
        described=row_columns(test, values), columns_are=values["columns"], pair=None if values["pair"] is None else pair_of(values["pair"]),
    )  # fmt: skip
    for remark in notes:
        (note if remark.severity is Severity.INFO else warn)(str(remark))
    return test.run(evidence, **options_for(test, values)), test, evidence, notes


def _study_columns(file: str, values: dict[str, Any], test: Any) -> tuple[dict[str, list[str]], str]:
    """The scores of a study by its primary or the named measure: its data sets down, or the splits of one; and which way is better.

    The share of test rows is put where the test takes it and nobody stated another.
    """
    from bakeoff.api.results import open as open_results

    with open_results(file) as results:
        judgement = results.compare(values["measure"], dataset=values["dataset"]).judgement
    takes = signature(test.compute or test.run).parameters
    if values["test_share"] is None and "test_share" in takes:
        values["test_share"] = judgement.question.test_share
    elif judgement.question.test_share is not None:
        warn(f"splits share training rows, which {test.phrase} does not correct for; corrected_t does")
    matrix = judgement.matrix
    cells = [["" if isnan(value) else repr(value) for value in column] for column in matrix.values.T.tolist()]
    return {
        judgement.evidence.block: list(map(str, matrix.blocks)),
        **dict(zip(matrix.names, cells, strict=True)),
    }, matrix.direction.value


_NEEDED_NUMBERS = {
    "a": "two_proportions",
    "b": "two_proportions",
    "difference": "wald",
    "se": "wald",
    "counts": "mcnemar",
}


def _typed(name: str, file: str | None, values: dict[str, Any]) -> "TestResult":
    """The result of numbers that were typed instead of a file."""
    from bakeoff.comparisons import tests, wald_from_summary
    from bakeoff.comparisons.evidence.from_columns import disagreement_of, error_counts

    test = tests[name]
    for flag, owner in _NEEDED_NUMBERS.items():
        if values[flag] is not None and owner != name:
            raise BadInput(f"{test.phrase} does not take --{flag}")
    if file is not None:
        raise BadInput(f"give {test.phrase} a file or typed numbers, not both")
    needed = [flag for flag, owner in _NEEDED_NUMBERS.items() if owner == name]
    missing = [f"--{flag}" for flag in needed if values[flag] is None]
    if len(missing) == len(needed):
        instead = f", or type {' and '.join(missing)}" if missing else ""
        raise BadInput(f"{test.phrase} needs a CSV file{instead}")
    if missing:
        raise BadInput(f"{test.phrase} needs {missing[0]} too")
    extra = options_for(test, values)
    if name == "wald":
        extra.pop("paired", None)
        return wald_from_summary(values["difference"], values["se"], **extra)
    evidence = (
        disagreement_of(values["counts"]) if name == "mcnemar" else error_counts(test.phrase, values["a"], values["b"])
    )
    result: TestResult = test.run(evidence, **extra)
    return result


def _assumptions(test: Any, evidence: Any) -> Sequence[Any]:
    """What a test on means takes for granted, with the outcome of each check; of tests by ranks, that scores are continuous."""
    from bakeoff.comparisons.choosing.assumptions import assumptions_of, check_continuous
    from bakeoff.comparisons.evidence.types import PairedScores, TwoSamples

    if test.table_assumptions is not None:
        return (test.table_assumptions(evidence),)
    if not isinstance(evidence, PairedScores | TwoSamples):
        return ()
    if (
        isinstance(evidence, PairedScores) and evidence.groups is not None
    ):  # hits and misses of rows are whole numbers, and may be
        return assumptions_of(evidence.a, evidence.b, test, groups=evidence.groups, weight=evidence.weight)
    shown = assumptions_of(evidence.a, evidence.b, test, paired=isinstance(evidence, PairedScores))
    return (*shown, *check_continuous(test, evidence.a, evidence.b))


def _one_sided(result: Any) -> Sequence[Any]:
    """That a side must be stated before the scores are seen, where one was; a test of a single learner has no other side."""
    from bakeoff.comparisons.catalogue import tests
    from bakeoff.comparisons.notes import ONE_SIDED
    from bakeoff.comparisons.results import Alternative

    side = result.alternative
    return (
        ()
        if side is Alternative.TWO_SIDED or result.test not in tests
        else (ONE_SIDED(alternative=side.value, baseline=None),)
    )


def _draw(result: Any, alpha: float, path: Path) -> None:
    """Write the picture of the region of rejection."""
    from bakeoff.cli.output.null_law_file import write_law
    from bakeoff.comparisons.wording.null_law import null_law

    write_law(null_law(result, alpha), path)


def _text(result: Any, names: Sequence[str]) -> str:
    lines = [str(result)]
    if result.difference is not None:
        lines.append(f"difference {' - '.join(map(clean, names[:2]))}: {_difference(result.difference)}")
    if result.effect is not None:
        lines.append(f"effect: {effect_text(result.effect, LEVEL)}")
    return "\n".join(lines)


def _difference(seen: Any) -> str:
    """With three digits that count, however small the difference; the interval where there is one."""
    from math import isfinite

    if not (isfinite(seen.low) and isfinite(seen.high)):
        return f"{seen.value:.3g}"
    return f"{seen.value:.3g}, {100 * seen.level:.3g}% interval {seen.low:.3g} to {seen.high:.3g} ({seen.method})"


def _print_ranks(result: Any, *, as_object: bool) -> None:
    if as_object:
        print_result(as_json("test", json_safe(result)))
        return
    ranks = [[name, fixed(rank, 3, minus="-")] for name, rank in zip(result.names, result.mean_ranks, strict=True)]
    pairs = [
        [
            pair.a,
            pair.b,
            fixed(pair.result.statistic, 3, minus="-"),
            short_p(pair.result.p_value),
            short_p(pair.p_adjusted),
        ]
        for pair in result.pairs
    ]
    print_result(wrap_text(str(result.omnibus)) + "\n")
    print_result(aligned_table(["learner", "mean rank"], ranks, "lr") + "\n")
    print_result(aligned_table(["a", "b", "statistic", "p", "adjusted p"], pairs, "llrrr", names=2))
    if result.critical_difference is not None:
        print_result(f"critical difference: {result.critical_difference:.4f}")
