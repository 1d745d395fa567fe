"""Who stands in a shell reads of flags and columns, who stands in Python of arguments: the same sentence in both."""

import inspect
import re

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BakeoffError
from bakeoff.panels.streaming.columns import FLAGS
from bakeoff.predictions.from_arrays import predictions_of

FRAME = pd.DataFrame({
    "y": [0, 1, 1, 0], "said": [0, 1, 0, 0], "word": ["a", "b", "b", "a"], "other": ["a", "c", "b", "a"],
    "three": ["a", "b", "c", "a"], "p": [0.2, 0.9, 0.4, 0.1], "q": [0.8, 0.1, 0.6, 0.9], "gap": [0.2, np.nan, 0.4, 0.1],
    "big": [0.2, 0.9, 4.0, 0.1], "value": [1.5, 2.5, 3.5, 4.0], "w": [1, 1, -1, 1], "zero": [0] * 4, "same": ["a"] * 4,
    "fold": ["x", None, "x", "y"], "k": [-3, 0, 1, 2],
})  # fmt: skip
WITH = "state the kind of truth with --task"
MEASURE = {
    "--truth same --proba p": "column 'same' contains one class only, a; name both with --labels",
    "--truth word --proba p": "column 'p' is one column, so the positive class must be stated with --positive",
    "--truth word --pred word --positive z": "--positive: z is not one of the classes a, b",
    "--truth word --pred word --labels a,a,b": "the class a is named twice; name each class once",
    "--truth word --pred other --labels a,b": "column 'other', row 1: c is not one of the classes a, b",
    "--truth three --proba p": "there are 3 classes ('a', 'b', 'c'); give one column per class, in the order of --labels",
    "--truth three --proba p,q": "columns 'p, q': 2 columns for 3 classes; give one column per class, and name all classes in order with --labels",
    "--truth three --score p": "column 'p' is one column for 3 classes ('a', 'b', 'c'); give one column per class, in the order of --labels",
    "--truth three --pred three --task binary": "the task is binary, but there are 3 classes: a, b, c",
    "--truth y --proba big": "column 'big', row 2: 4 is not a probability; for other scores use --score",
    "--truth y --pred p": "column 'p', row 0: 0.2 is not a class; scores go to --score, probabilities to --proba",
    "--truth value --score p": f"regression has no use for column 'p'; leave it out, or {WITH}",
    "--truth value --pred value --positive 1": f"regression has no use for --positive; leave it out, or {WITH}",
    "--truth value --pred value --labels 1,2": f"regression has no use for --labels; leave it out, or {WITH}",
    "--truth y --pred said --draws p,q --task binary": f"classification has no use for columns 'p, q'; leave it out, or {WITH}",
    "--truth y --pred said --positive 1 --task clustering": f"clustering has no use for --positive; leave it out, or {WITH}",
    "--truth y --pred k --task clustering": "column 'k', row 0 is -3; clusters are numbered from 0, with -1 for noise",
    "--truth y --pred said --sample-weight w": "column 'w', row 2 is negative; weights are zero or more",
    "--truth y --pred said --sample-weight zero": "weights are zero on every row",
    "--truth y --pred said --row gap": "column 'gap', row 1 is missing; drop the row or fill it in",
    "--truth y --pred said --groups fold": "column 'fold', row 1 is missing; drop the row or fill it in",
    "--truth word --pred said": "column 'word' contains words, but column 'said' numbers; use one kind for the classes",
    "--truth y --pred said --level 95": "'--level': 95.0 is not in the range 0<=x<1",
    "--truth y --pred said --level 0 --interval wald": "intervals are left out, so there is none to choose; leave the choice out too",
    "--truth y --pred said --resamples 0": "'--resamples': 0 is not in the range x>=2",
    "--truth y --pred said --by y --test-share -1": "'--test-share': -1.0 is not in the range x>0",
    "--truth y --pred said --test-share 0.1": "--test-share is about the mean over folds; name their column with --by",
    "--truth y": "name the column of predictions with --pred, --score, --rank, --proba, --draws, --quantiles or --lower and --upper",
}  # fmt: skip
CURVE = {
    "roc --truth y": "curve roc reads --truth and --score; name both",
    "roc --truth word --score p": "a curve needs the positive class: name it with --positive",
    "roc --truth word --score p --positive z": "--positive: z is not one of the classes a, b",
    "roc --truth three --score p": "column 'three' has 3 classes, and a curve needs a positive one: name it with --positive",
    "roc --truth value --score p": "column 'value' contains numbers with fractions, and a curve needs two classes",
    "roc --truth y --score gap": "column 'gap', row 1 is missing; drop the row or fill it in",
    "roc --truth y --score word": "column 'word' must be numbers, but row 0 is not",
    "roc --truth y --score p --sample-weight w": "column 'w', row 2 is negative; weights are zero or more",
    "calibration --truth word --score p": "column 'p' is one column, so the positive class must be stated with --positive",
    "calibration --truth y --score big": "column 'big', row 2: 4 is not a probability\n",
    "calibration --truth same --score p": "column 'same' contains one class only, a\n",
    "calibration --truth y --score p --bins 0": "'--bins': 0 is not in the range x>=1",
    "roc --truth y --score p --prior 2": "'--prior': 2.0 is not in the range 0<x<1",
    "roc --truth y --score p --max-error 0.7": "'--max-error': 0.7 is not in the range 0<=x<0.5",
    "roc --truth y --score p --points 1": "'--points': 1 is not in the range x>=2",
    "roc --truth y --score p --level 95": "'--level': 95.0 is not in the range 0<=x<1",
    "roc --truth y --score p --cost 1": "cost is two numbers, of a false alarm and of a miss",
    "hull --fpr p": "curve hull reads --fpr and --tpr; name both",
}  # fmt: skip
NOTED = {
    "--truth y --pred said --measures accuracy --auc-interval delong": "the choice of delong for areas under the ROC curve changes nothing",
    "--truth y --proba p --measures roc_auc --interval wald": "the choice of wald for proportions changes nothing",
    "--truth y --score p --measures accuracy": "accuracy needs predicted classes or numbers, and these predictions have none",
    "--truth three --pred three --measures f1": "F1 is for two classes, not for more than two classes; take f1_macro",
    "--truth y --pred said --measures fit_seconds": "time to fit is measured while a study runs; it cannot be computed from predictions",
    "--truth word --pred word --measures f1": "F1 needs a positive class, and none was stated; name it",
}  # fmt: skip
ARGUMENTS = {name for door in (bo.measure, bo.curve, predictions_of) for name in inspect.signature(door).parameters}
PYTHON = re.compile(
    rf"\b(({'|'.join(sorted(ARGUMENTS))})=|({'|'.join(sorted(one for one in ARGUMENTS if '_' in one))})\b)"
)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    made = tmp_path_factory.mktemp("spoken") / "p.csv"
    FRAME.to_csv(made, index=False)
    return str(made)


def said(*args):
    return CliRunner().invoke(
        cli, [*args, "--level", "0"] if "--level" not in args and "--resamples" not in args else args
    )


@pytest.mark.parametrize(("verb", "options"), [("measure", one) for one in MEASURE] + [("curve", one) for one in CURVE])
def test_a_shell_reads_flags_and_columns(path, verb, options):
    first, *rest = options.split()
    done = said(verb, path, first, *rest) if verb == "measure" else said(verb, first, path, *rest)
    assert done.exit_code == 2
    assert (MEASURE if verb == "measure" else CURVE)[options] in done.output
    assert not PYTHON.search(done.output.replace(path, ""))


@pytest.mark.parametrize("options", NOTED)
def test_notes_are_true_at_both_doors(path, options):
    done = CliRunner().invoke(cli, ["measure", path, *options.split(), "--resamples", "20"])
    assert done.exit_code == 0
    assert NOTED[options] in " ".join(done.output.split())
    notes = [line for line in done.output.splitlines() if "the choice" in line or "positive class" in line]
    assert not PYTHON.search(" ".join(notes))


@pytest.mark.parametrize(
    ("door", "given", "words"),
    [
        (bo.measure, {"y_true": ["a"] * 2, "y_proba": [0.1, 0.2]}, "y_true contains one class only, a; name both with labels="),
        (bo.measure, {"y_true": ["a", "b"], "y_proba": [0.1, 0.2]}, "the positive class must be stated with positive="),
        (bo.measure, {"y_true": ["a", "b"], "y_pred": ["a", "b"], "positive": "z"}, "positive: z is not one of"),
        (bo.measure, {"y_true": [0, 1], "y_proba": [0.1, 2]}, "2 is not a probability; for other scores use y_score="),
        (bo.measure, {"y_true": [0.5, 1], "y_pred": [0, 1], "labels": [0]}, "no use for labels; leave it out, or state the kind of truth with task="),
        (bo.curve, {"y_true": ["a", "b"], "y_score": [1, 2]}, "a curve needs the positive class: name it with positive="),
        (bo.curve, {"y_true": ["a", "b", "c"], "y_score": [1, 2, 3]}, "name it with positive="),
        (bo.curve, {"y_true": [0, 1], "y_score": [0.1, 2], "kind": "calibration"}, "y_score, row 1: 2 is not a probability"),
    ],
)  # fmt: skip
def test_python_reads_arguments(door, given, words):
    with pytest.raises(BakeoffError) as told:
        door(**given)
    assert words in str(told.value)
    assert "--" not in str(told.value)


def test_every_flag_is_an_option_and_every_name_an_argument():
    from bakeoff.cli.verbs.measure import command

    options = {flag for one in command.params for flag in one.opts}
    assert set(FLAGS.values()) <= options
    assert set(FLAGS) <= set(inspect.signature(bo.measure).parameters)
