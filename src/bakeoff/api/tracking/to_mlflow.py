"""results.to_mlflow and comparison.to_mlflow: log what was found to MLflow."""

from bakeoff.api.comparison import Comparison
from bakeoff.api.results import Results
from bakeoff.api.tracking.comparison_run import logged_comparison
from bakeoff.api.tracking.send import TrackedRuns, send
from bakeoff.api.tracking.study_run import logged_study
from bakeoff.api.tracking.tracker import MlflowTracker

__all__ = ["comparison_to_mlflow", "to_mlflow"]

PURPOSE = "logging to MLflow"


def to_mlflow(
    results: Results, experiment: str | None = None, run_name: str | None = None, tracking_uri: str | None = None
) -> TrackedRuns:
    """Log a study to MLflow: one run with verdict, report, scores and study file, and one inside it for each learner.

    A learner's run has its settings as parameters and its scores as metrics, each with the ends of its interval: `accuracy`, `accuracy_low`,
    `accuracy_high`; of several data sets `iris/accuracy` and so on, and `accuracy` is their mean. What is undefined is a tag with its reason.

    Parameters
    ----------
    results
        Of a study.
    experiment
        Its name; by default the one that MLflow's environment variables name, else "Default". It is made where it is missing.
    run_name
        The name of the study's run; by default the title of the study.
    tracking_uri
        The address of the server, or a folder or database; by default what MLflow is set to.

    Returns
    -------
    TrackedRuns
        The ids of the runs: `run`, and `learners` by name.

    Examples
    --------
        results.to_mlflow("flowers", tracking_uri="http://127.0.0.1:5000")
    """
    tracker = MlflowTracker(tracking_uri, PURPOSE)  # asked first: a server that does not answer costs no analysis
    return send(logged_study(results), tracker, experiment, run_name)


def comparison_to_mlflow(
    comparison: Comparison, experiment: str | None, run_name: str | None, tracking_uri: str | None
) -> TrackedRuns:
    """Log a comparison to MLflow, as `Comparison.to_mlflow` describes it."""
    tracker = MlflowTracker(tracking_uri, PURPOSE)
    return send(logged_comparison(comparison), tracker, experiment, run_name)
