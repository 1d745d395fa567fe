"""`bakeoff demo`: a whole study, offline, in under a minute, with nothing to prepare."""

from pathlib import Path

import click
from click.core import ParameterSource

from bakeoff.cli.output.printing import as_json, json_option, note, print_result
from bakeoff.cli.verbs._run_study import RunOptions, print_findings, run_study
from bakeoff.core.errors import BakeoffError
from bakeoff.core.foreign_file import make_folder, read_regular
from bakeoff.core.whole_file import write_whole

__all__ = ["STUDY", "command"]

STUDY = """\
# The study behind `bakeoff demo`. Change it, then: bakeoff run study.toml
title = "What beats a decision tree on small tables?"
seed = 1
measures = ["accuracy", "balanced_accuracy", "kappa", "fit_seconds"]

# It predicts the most frequent class: what learns nothing must lose.
[learners.majority]
use = "majority"

[learners.bayes]
use = "sklearn.naive_bayes.GaussianNB"

[learners.logistic]
use = "sklearn.linear_model.LogisticRegression"
params = {max_iter = 1000}
scale = true

[learners.neighbors]
use = "sklearn.neighbors.KNeighborsClassifier"
scale = true

# The baseline: `baseline` below names it, so that only pairs with it are tested and corrected for.
[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"

[learners.forest]
use = "sklearn.ensemble.RandomForestClassifier"
params = {n_estimators = 20}

[learners.svm]
use = "sklearn.svm.SVC"
scale = true

# Three that come with scikit-learn ...
[[datasets]]
name = "wine"

[[datasets]]
name = "breast_cancer"
positive = "malignant"

[[datasets]]
name = "digits"

# ... and nine drawn from populations whose best possible error is known.
[[datasets]]
make = {name = "gaussians", n = 300}

[[datasets]]
label = "close clouds"
make = {name = "gaussians", n = 400, distance = 1.2, features = 8}

[[datasets]]
make = {name = "linear", n = 300}

[[datasets]]
label = "wide linear"
make = {name = "linear", n = 250, features = 20, noise = 0.05}

[[datasets]]
make = {name = "xor", n = 300}

[[datasets]]
label = "clear xor"
make = {name = "xor", n = 250, noise = 0.02, irrelevant = 4}

[[datasets]]
make = {name = "moons", n = 250}

[[datasets]]
label = "noisy moons"
make = {name = "moons", n = 350, noise = 0.4}

[[datasets]]
make = {name = "ladder", n = 400}

[resampling]
scheme = "kfold"
folds = 10

[compare]
alpha = 0.05
rope = 0.01
baseline = "tree"
"""


@click.command("demo")
@click.option(
    "--out", type=click.Path(path_type=Path), default="bakeoff-demo", show_default=True, help="Folder to write into."
)
@json_option
def command(out: Path, *, as_object: bool) -> int:
    """Compare seven classifiers on twelve data sets, print the verdict, write an HTML report. Needs no network."""
    from bakeoff.api.results import open as open_results
    from bakeoff.core.text import duration
    from bakeoff.report.render.json import PAYLOAD

    typed = click.get_current_context().get_parameter_source("out") is not ParameterSource.DEFAULT
    if typed:
        out.mkdir(parents=True, exist_ok=True)
    else:
        make_folder(out)
    study = out / "study.toml"
    if not study.exists():
        write_whole(study, STUDY)
    settings = RunOptions(study=study, file=out / "study.bakeoff", as_object=as_object)
    findings = None if _is_finished(settings) else run_study(settings)
    with open_results(settings.file) as results:  # with the file at hand the report shows curves and confusions too
        findings = findings or results.findings_by(results.design.primary, *PAYLOAD)
        page = results.report(out / "report.html")
    if as_object:
        from bakeoff.report.render.json import as_payload

        print_result(as_json("demo", {"file": str(settings.file), "report": str(page), **as_payload(findings)}))
        return 3 if findings.failures else 0
    note("")
    print_findings(findings)
    print_result(f"\nreport: {page}")
    note(
        f"{findings.card.units_done} units took {duration(findings.card.wall_seconds)}; the study file is {study}, the results file {settings.file}"
    )
    return 3 if findings.failures else 0


_LARGEST_STUDY = 1 << 16  # bytes; the demo's own study file is much shorter


def _is_finished(settings: RunOptions) -> bool:
    """Whether the file contains every unit of the demo, and the study was not edited since: then no learner has to be imported."""
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.running.status import standing

    study, file = settings.study, settings.file
    if not file.is_file() or file.stat().st_mtime_ns < study.stat().st_mtime_ns:
        return False
    if read_regular(study, _LARGEST_STUDY, links=False) != STUDY.encode():
        return False
    try:
        with FileLedger.open(file) as ledger:
            seen = standing(ledger)
    except BakeoffError:  # the run says what is wrong with the file
        return False
    if seen.done < seen.planned:
        return False
    note(f"all {seen.done} units are in {file} already; nothing to run")
    return True
