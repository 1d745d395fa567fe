"""The verbs of the command line, one declaration each; a package adds its own by the entry point `bakeoff.verbs`."""

from dataclasses import dataclass
from enum import StrEnum

import click

from bakeoff.core.catalogue import Catalogue, imported

__all__ = ["VERBS", "Heading", "Verb"]


class Heading(StrEnum):
    """The headings of `bakeoff --help`, in their order."""

    STUDIES = "Studies"
    PRODUCTION = "A model in production"
    RESULTS = "Scores and predictions you already have"
    DATA = "Data sets"
    CHANGE = "Change and streams"
    OTHERS = "For others"
    QUESTION = "Help with the question"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One word after `bakeoff`: where its command is and what the list of verbs prints about it.

    `command` names the module, and the command in it after a colon (else it is called `command`): `--help` imports none of them.
    """

    name: str
    heading: Heading
    command: str
    summary: str
    continues: bool = False  # it writes down what it has finished, and the same words go on from there

    def load(self) -> click.Command:
        """Import the command."""
        command: click.Command = imported(self.command if ":" in self.command else f"{self.command}:command")
        return command


ALL: tuple[Verb, ...] = (
    Verb(
        name="demo",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.demo",
        summary="A whole study, offline, in under a minute: learners, verdict, report.",
        continues=True,
    ),
    Verb(
        name="init",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.init",
        summary="Write a commented study file to start from.",
    ),
    Verb(
        name="check",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.check",
        summary="Check a study file for all errors before a run.",
    ),
    Verb(
        name="run",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.run",
        summary="Run a study, or continue where it stopped.",
        continues=True,
    ),
    Verb(
        name="status",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.status",
        summary="Show the progress of a study, also while it runs.",
    ),
    Verb(
        name="retry",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.run:retry_command",
        summary="Run failed units of a study again.",
        continues=True,
    ),
    Verb(
        name="rerun",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.run:rerun_command",
        summary="Repeat one unit and check that it is identical.",
        continues=True,
    ),
    Verb(
        name="verify",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.status:verify_command",
        summary="Check every stored unit for damage.",
    ),
    Verb(
        name="export",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.exchange:export_command",
        summary="Write plan, scores and predictions as plain files.",
    ),
    Verb(
        name="import",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.exchange:import_command",
        summary="Import predictions that were made elsewhere.",
    ),
    Verb(
        name="forget",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.exchange:forget_command",
        summary="Remove an imported learner.",
    ),
    Verb(
        name="checks",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.checks_of_study",
        summary="What may be wrong with a comparison: leaks, scales, chance level and others.",
    ),
    Verb(
        name="stability",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.row_stability",
        summary="Does a comparison react to single training rows?",
    ),
    Verb(
        name="best",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.best",
        summary="How good is the learner that was picked as the best?",
    ),
    Verb(
        name="tuning",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.tuning",
        summary="Which settings tuned learners chose, and how stable they are.",
    ),
    Verb(
        name="extrapolate",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.extrapolate",
        summary="Would more data help? Learning curves, continued.",
    ),
    Verb(
        name="bias-variance",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.bias_variance",
        summary="Noise, bias and variance of learners, in one table.",
    ),
    Verb(
        name="epochs",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.epochs",
        summary="Scores after every training step: epochs, stages, trees.",
    ),
    Verb(
        name="scale",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.scale",
        summary="How time and memory grow with the training rows.",
    ),
    Verb(
        name="report",
        heading=Heading.STUDIES,
        command="bakeoff.cli.verbs.report",
        summary="Write the report: HTML, Markdown, LaTeX or JSON.",
    ),
    Verb(
        name="gate",
        heading=Heading.PRODUCTION,
        command="bakeoff.cli.verbs.gate",
        summary="Is a new model not worse than the one in use? For releases and CI.",
    ),
    Verb(
        name="deploy",
        heading=Heading.PRODUCTION,
        command="bakeoff.cli.verbs.deploy",
        summary="Train the best learner on all rows and save it with its card.",
    ),
    Verb(
        name="predict",
        heading=Heading.PRODUCTION,
        command="bakeoff.cli.verbs.deploy:predict_command",
        summary="Predict new rows and report what is unlike the training data.",
    ),
    Verb(
        name="compare",
        heading=Heading.RESULTS,
        command="bakeoff.cli.verbs.compare",
        summary="Which learner is better, by scores or by predictions?",
    ),
    Verb(
        name="measure",
        heading=Heading.RESULTS,
        command="bakeoff.cli.verbs.measure",
        summary="Score a file of predictions by many measures, with intervals.",
    ),
    Verb(
        name="repeats",
        heading=Heading.RESULTS,
        command="bakeoff.cli.verbs.repeats",
        summary="Repeated runs of items: pass@k, pass^k, how often runs disagree.",
    ),
    Verb(
        name="curve",
        heading=Heading.RESULTS,
        command="bakeoff.cli.verbs.curve",
        summary="ROC, calibration, cost and other curves of scores.",
    ),
    Verb(
        name="test",
        heading=Heading.RESULTS,
        command="bakeoff.cli.verbs.test",
        summary="Run one significance test on a table.",
    ),
    Verb(
        name="efficiency",
        heading=Heading.RESULTS,
        command="bakeoff.cli.verbs.criteria:efficiency_command",
        summary="Which learners give the best quality for their cost?",
    ),
    Verb(
        name="map",
        heading=Heading.RESULTS,
        command="bakeoff.cli.verbs.criteria:map_command",
        summary="Draw learners in a plane by their errors.",
    ),
    Verb(
        name="cherry-pick",
        heading=Heading.RESULTS,
        command="bakeoff.cli.verbs.criteria:cherry_command",
        summary="On which choice of data sets would each learner win?",
    ),
    Verb(
        name="profile",
        heading=Heading.DATA,
        command="bakeoff.cli.verbs.domains:profile_command",
        summary="Characteristics of a data set, and what looks suspicious.",
    ),
    Verb(
        name="domains",
        heading=Heading.DATA,
        command="bakeoff.cli.verbs.domains:domains_command",
        summary="Which kind of data favours which learner?",
    ),
    Verb(
        name="expand",
        heading=Heading.DATA,
        command="bakeoff.cli.verbs.domains:expand_command",
        summary="Artificial rows that resemble a data set.",
    ),
    Verb(
        name="drift",
        heading=Heading.CHANGE,
        command="bakeoff.cli.verbs.drift",
        summary="Have new rows changed, and does it hurt a model?",
    ),
    Verb(
        name="stream",
        heading=Heading.CHANGE,
        command="bakeoff.cli.verbs.stream",
        summary="Compare learners on a stream: each example is tested first, then learned.",
    ),
    Verb(
        name="serve",
        heading=Heading.OTHERS,
        command="bakeoff.cli.verbs.serve",
        summary="The page in a browser: paste a table, watch studies.",
    ),
    Verb(
        name="exchange",
        heading=Heading.OTHERS,
        command="bakeoff.cli.verbs.challenges",
        summary="Lend data: a challenge with hidden labels, teams and a ranking.",
    ),
    Verb(
        name="ladder",
        heading=Heading.OTHERS,
        command="bakeoff.cli.verbs.ladder",
        summary="A leaderboard on a hidden test set, safe against overfitting.",
    ),
    Verb(
        name="advise",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.advise",
        summary="Which measure and which test fit your question.",
    ),
    Verb(
        name="plan",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.plan",
        summary="How many folds, seeds, data sets or rows you need.",
    ),
    Verb(
        name="measures",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.explain:measures_command",
        summary="List the measures, or describe one.",
    ),
    Verb(
        name="tests",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.explain:tests_command",
        summary="List the significance tests, or describe one.",
    ),
    Verb(
        name="schemes",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.explain:schemes_command",
        summary="List the splitting schemes, or describe one.",
    ),
    Verb(
        name="formats",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.formats",
        summary="List the kinds of file that are read, or describe one.",
    ),
    Verb(
        name="explain",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.explain",
        summary="Explain a measure, a test or a scheme.",
    ),
    Verb(
        name="table",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.table",
        summary="Critical values and probabilities: t, z, chi2, binomial, ...",
    ),
    Verb(
        name="sampling",
        heading=Heading.QUESTION,
        command="bakeoff.cli.verbs.sampling",
        summary="Error rates of many test sets with a known true rate.",
    ),
)  # in the order of the help
VERBS: Catalogue[Verb] = Catalogue("command", ALL, group="bakeoff.verbs")
