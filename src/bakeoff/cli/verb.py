"""The verbs of the command line, one declaration each; a package adds its own by the entry point `bakeoff.verbs`."""

from dataclasses import dataclass
from enum import StrEnum

import click

from bakeoff.core.catalogue import Catalogue, imported
from bakeoff.core.deprecation import OldName, OldNames

__all__ = ["ALL_VERBS", "VERBS", "HelpHeading", "Verb"]

ALL_VERBS = "bakeoff.all_verbs"  # in the context of a help that lists every verb


class HelpHeading(StrEnum):
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
    heading: HelpHeading
    command: str
    summary: str
    examples: tuple[str, ...] = ()  # command lines to copy
    first: bool = False  # of every day: `bakeoff --help` lists it
    continues: bool = False  # it writes down what it has finished, and the same words go on from there

    def load(self) -> click.Command:
        """Import the command."""
        command: click.Command = imported(self.command if ":" in self.command else f"{self.command}:command")
        return command


ALL: tuple[Verb, ...] = (
    Verb(
        name="demo",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.demo",
        summary="A whole study, offline, in under a minute: learners, verdict, report.",
        examples=(
            "bakeoff demo",
            "bakeoff demo --out my-demo",
            "bakeoff demo --json",
        ),
        first=True,
        continues=True,
    ),
    Verb(
        name="init",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.init",
        summary="Write a commented study file to start from.",
        examples=(
            "bakeoff init",
            "bakeoff init --from patients.csv --target outcome --positive ill",
            "bakeoff init my-study.toml --from prices.csv --target price",
        ),
        first=True,
    ),
    Verb(
        name="check",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.check",
        summary="Check a study file for all errors before a run.",
        examples=(
            "bakeoff check",
            "bakeoff check my-study.toml --allow xgboost",
            "bakeoff check --schema",
        ),
    ),
    Verb(
        name="run",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.run",
        summary="Run a study, or continue where it stopped.",
        examples=(
            "bakeoff run study.toml",
            "bakeoff run study.toml -j 4 --timeout 600",
            "bakeoff run --train train.csv --test test.csv --target outcome --learner sklearn.naive_bayes.GaussianNB --learner majority -o holdout.bakeoff",
        ),
        first=True,
        continues=True,
    ),
    Verb(
        name="status",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.status",
        summary="Show the progress of a study, also while it runs.",
        examples=(
            "bakeoff status study.bakeoff",
            "bakeoff status study.bakeoff --watch 5",
            "bakeoff status study.bakeoff -v --json",
        ),
    ),
    Verb(
        name="retry",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.run:retry_command",
        summary="Run failed units of a study again.",
        examples=(
            "bakeoff retry study.bakeoff --failed",
            "bakeoff retry study.bakeoff --damaged",
            "bakeoff retry study.bakeoff --failed --timeout 3600",
        ),
        continues=True,
    ),
    Verb(
        name="rerun",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.run:rerun_command",
        summary="Repeat one unit and check that it is identical.",
        examples=(
            "bakeoff rerun study.bakeoff --unit iris/tree/0/3",
            "bakeoff rerun study.bakeoff --unit iris/tree/0/3 --study study.toml",
            "bakeoff rerun study.bakeoff --unit iris/tree/0/3 --timeout 60 --json",
        ),
        continues=True,
    ),
    Verb(
        name="verify",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.status:verify_command",
        summary="Check every stored unit for damage.",
        examples=(
            "bakeoff verify study.bakeoff",
            "bakeoff verify study.bakeoff --json",
            "bakeoff verify demo.bakeoff",
        ),
    ),
    Verb(
        name="export",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.exchange:export_command",
        summary="Write plan, scores and predictions as plain files, or an RO-Crate; or log to MLflow.",
        examples=(
            "bakeoff export study.bakeoff -o exported",
            "bakeoff export study.bakeoff -o plan --plan",
            "bakeoff export study.bakeoff --crate study-crate.zip --license https://creativecommons.org/licenses/by/4.0/",
            "bakeoff export study.bakeoff --mlflow http://127.0.0.1:5000 --experiment flowers",
        ),
    ),
    Verb(
        name="import",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.exchange:import_command",
        summary="Import predictions that were made elsewhere.",
        examples=(
            "bakeoff import study.bakeoff answers.csv --learner elsewhere",
            "bakeoff import study.bakeoff answers.csv --learner forest-in-r --language R",
            "bakeoff import study.bakeoff answers.csv --learner elsewhere --dataset iris",
        ),
    ),
    Verb(
        name="forget",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.exchange:forget_command",
        summary="Remove an imported learner.",
        examples=(
            "bakeoff forget study.bakeoff --learner elsewhere",
            "bakeoff forget study.bakeoff --learner elsewhere --yes",
            "bakeoff forget study.bakeoff --learner elsewhere --yes --json",
        ),
    ),
    Verb(
        name="checks",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.checks_of_study",
        summary="What may be wrong with a comparison: leaks, scales, chance level and others.",
        examples=(
            "bakeoff checks study.bakeoff",
            "bakeoff checks study.bakeoff --every",
            "bakeoff checks study.bakeoff --silence check.slow --json",
        ),
    ),
    Verb(
        name="stability",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.row_stability",
        summary="Does a comparison react to single training rows?",
        examples=(
            "bakeoff stability study.bakeoff",
            "bakeoff stability study.bakeoff --pair tree,bayes",
            "bakeoff stability study.bakeoff --dataset iris --measure kappa",
        ),
    ),
    Verb(
        name="best",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.best",
        summary="How good is the learner that was picked as the best?",
        examples=(
            "bakeoff best study.bakeoff",
            "bakeoff best study.bakeoff --dataset iris --measure roc_auc",
            "bakeoff best study.bakeoff --by folds",
        ),
    ),
    Verb(
        name="tuning",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.tuning",
        summary="Which settings tuned learners chose, and how stable they are.",
        examples=(
            "bakeoff tuning study.bakeoff",
            "bakeoff tuning study.bakeoff --learner svm",
            "bakeoff tuning study.bakeoff --json",
        ),
    ),
    Verb(
        name="extrapolate",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.extrapolate",
        summary="Would more data help? Learning curves, continued.",
        examples=(
            "bakeoff extrapolate study.bakeoff",
            "bakeoff extrapolate study.bakeoff --rows 10000",
            "bakeoff extrapolate study.bakeoff --learner forest --dataset iris",
        ),
    ),
    Verb(
        name="bias-variance",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.bias_variance",
        summary="Noise, bias and variance of learners, in one table.",
        examples=(
            "bakeoff bias-variance study.bakeoff",
            "bakeoff bias-variance study.toml --trainings 100",
            "bakeoff bias-variance study.bakeoff --learner tree --dataset iris",
        ),
    ),
    Verb(
        name="epochs",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.epochs",
        summary="Scores after every training step: epochs, stages, trees.",
        examples=(
            "bakeoff epochs study.toml",
            "bakeoff epochs study.toml --learner net --epochs 50 -o epochs.svg",
            "bakeoff epochs study.toml --learner net --over learning_rate_init=0.1,0.01 --measure log_loss",
        ),
    ),
    Verb(
        name="scale",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.scale",
        summary="How time and memory grow with the training rows.",
        examples=(
            "bakeoff scale study.bakeoff",
            "bakeoff scale study.bakeoff -o scale.svg",
            "bakeoff scale study.bakeoff --complexity 'svm=n^2' --json",
        ),
    ),
    Verb(
        name="report",
        heading=HelpHeading.STUDIES,
        command="bakeoff.cli.verbs.report",
        summary="Write the report: HTML, Markdown, LaTeX or JSON.",
        examples=(
            "bakeoff report study.bakeoff",
            "bakeoff report study.bakeoff -o paper.tex --figures figures --for-paper column",
            "bakeoff report scores.csv -o scores.html",
            "bakeoff report study.bakeoff --checklist reforms -o checklist.html",
        ),
        first=True,
    ),
    Verb(
        name="gate",
        heading=HelpHeading.PRODUCTION,
        command="bakeoff.cli.verbs.gate",
        summary="Is a new model not worse than the one in use? For releases and CI.",
        examples=(
            "bakeoff gate base.csv new.csv --truth y --pred yhat --margin 0.01",
            "bakeoff gate base.csv new.csv --item question --value correct --margin 0.02",
            "bakeoff gate study.bakeoff --base old --new new --margin 0.01",
        ),
        first=True,
    ),
    Verb(
        name="deploy",
        heading=HelpHeading.PRODUCTION,
        command="bakeoff.cli.verbs.deploy",
        summary="Train the best learner on all rows and save it with its card.",
        examples=(
            "bakeoff deploy study.bakeoff",
            "bakeoff deploy study.bakeoff --learner forest -o model.skops",
            "bakeoff deploy study.bakeoff --data patients.csv --target outcome",
        ),
        first=True,
    ),
    Verb(
        name="predict",
        heading=HelpHeading.PRODUCTION,
        command="bakeoff.cli.verbs.deploy:predict_command",
        summary="Predict new rows and report what is unlike the training data.",
        examples=(
            "bakeoff predict model.skops new.csv",
            "bakeoff predict model.skops new.csv -o answers.csv",
            "bakeoff predict model.skops new.csv --json",
        ),
    ),
    Verb(
        name="compare",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.compare",
        summary="Which learner is better, by scores, predictions or a study?",
        examples=(
            "bakeoff compare scores.csv",
            "bakeoff compare nb.csv forest.csv --truth y --pred yhat --measure accuracy",
            "bakeoff compare answers.csv --item question --learner model --value correct --groups passage -o answers.html",
        ),
        first=True,
    ),
    Verb(
        name="measure",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.measure",
        summary="Score a file of predictions by many measures, with intervals.",
        examples=(
            "bakeoff measure predictions.csv --truth y --pred yhat",
            "bakeoff measure predictions.csv --truth y --proba p --positive ill --measures roc_auc,log_loss",
            "bakeoff measure --errors 13 --n 100",
        ),
        first=True,
    ),
    Verb(
        name="board",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.board",
        summary="Many systems in order, with rank intervals and the set that contains the best.",
        examples=(
            "bakeoff board items.csv",
            "bakeoff board logs/*.eval --by task -o board.html",
            "bakeoff board votes.csv --winner winner --loser loser --tie tie",
        ),
    ),
    Verb(
        name="repeats",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.repeats",
        summary="Repeated runs of items: pass@k, pass^k, how often runs disagree.",
        examples=(
            "bakeoff repeats answers.csv --item question --value correct",
            "bakeoff repeats answers.csv --item question --runs seed --value correct --learner model",
            "bakeoff repeats answers.csv --item question --value correct --k 5",
        ),
    ),
    Verb(
        name="curve",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.curve",
        summary="ROC, calibration, cost and other curves of scores.",
        examples=(
            "bakeoff curve roc predictions.csv --truth y --score p --positive ill",
            "bakeoff curve calibration predictions.csv --truth y --proba p -o calibration.svg",
            "bakeoff curve roc predictions.csv --truth y --score p --positive ill --cost 1,5",
        ),
        first=True,
    ),
    Verb(
        name="test",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.test",
        summary="Run one significance test on a table.",
        examples=(
            "bakeoff test wilcoxon scores.csv --pair NB,SVM --steps",
            "bakeoff test mcnemar --counts 10,25",
            "bakeoff test friedman scores.csv",
        ),
        first=True,
    ),
    Verb(
        name="efficiency",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.criteria:efficiency_command",
        summary="Which learners give the best quality for their cost?",
        examples=(
            "bakeoff efficiency learners.csv --positive accuracy --negative seconds",
            "bakeoff efficiency study.bakeoff",
            "bakeoff efficiency learners.csv --super -o efficiency.svg",
        ),
    ),
    Verb(
        name="map",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.criteria:map_command",
        summary="Draw learners in a plane by their errors.",
        examples=(
            "bakeoff map matrices.csv",
            "bakeoff map study.bakeoff -o map.svg",
            "bakeoff map study.bakeoff --dataset iris --by-class",
        ),
    ),
    Verb(
        name="cherry-pick",
        heading=HelpHeading.RESULTS,
        command="bakeoff.cli.verbs.criteria:cherry_command",
        summary="On which choice of data sets would each learner win?",
        examples=(
            "bakeoff cherry-pick scores.csv",
            "bakeoff cherry-pick scores.csv --by score",
            "bakeoff cherry-pick study.bakeoff -o choices.svg",
        ),
    ),
    Verb(
        name="profile",
        heading=HelpHeading.DATA,
        command="bakeoff.cli.verbs.domains:profile_command",
        summary="Characteristics of a data set, and what looks suspicious.",
        examples=(
            "bakeoff profile patients.csv --target outcome",
            "bakeoff profile iris",
            "bakeoff profile patients.csv --target outcome --ignore id",
        ),
        first=True,
    ),
    Verb(
        name="domains",
        heading=HelpHeading.DATA,
        command="bakeoff.cli.verbs.domains:domains_command",
        summary="Which kind of data favours which learner?",
        examples=(
            "bakeoff domains study.bakeoff",
            "bakeoff domains scores.csv --characteristics data-sets.csv",
            "bakeoff domains study.bakeoff -o domains.svg",
        ),
    ),
    Verb(
        name="expand",
        heading=HelpHeading.DATA,
        command="bakeoff.cli.verbs.domains:expand_command",
        summary="Artificial rows that resemble a data set.",
        examples=(
            "bakeoff expand iris --rows 1000 -o more.csv",
            "bakeoff expand patients.csv --target outcome --rows 1000 --method copula",
            "bakeoff expand iris --rows 1000 --check",
        ),
    ),
    Verb(
        name="make",
        heading=HelpHeading.DATA,
        command="bakeoff.cli.verbs.make",
        summary="An artificial domain or stream as a file.",
        examples=(
            "bakeoff make",
            "bakeoff make flu --rows 2000 --set season=winter -o flu.csv",
            "bakeoff make sea --rows 10000 --set changes=[5000] -o sea.csv",
        ),
    ),
    Verb(
        name="drift",
        heading=HelpHeading.CHANGE,
        command="bakeoff.cli.verbs.drift",
        summary="Have new rows changed, and does it hurt a model?",
        examples=(
            "bakeoff drift last_year.csv this_year.csv",
            "bakeoff drift test.csv use.csv --target bought --predictions answer",
            "bakeoff drift test.csv use.csv --target bought --model model.skops -o drift.html",
        ),
        first=True,
    ),
    Verb(
        name="stream",
        heading=HelpHeading.CHANGE,
        command="bakeoff.cli.verbs.stream",
        summary="Compare learners on a stream: each example is tested first, then learned.",
        examples=(
            "bakeoff stream clicks.csv --target bought --learner sklearn.naive_bayes.GaussianNB --window 1000",
            "bakeoff stream clicks.csv --target bought --measure kappa --learner nb=sklearn.naive_bayes.GaussianNB --learner sgd=sklearn.linear_model.SGDClassifier",
            "bakeoff stream clicks.csv --target bought --learner sklearn.naive_bayes.GaussianNB --checkpoint state.bin -o stream.html",
        ),
        first=True,
    ),
    Verb(
        name="serve",
        heading=HelpHeading.OTHERS,
        command="bakeoff.cli.verbs.serve",
        summary="The page in a browser: paste a table, watch studies.",
        examples=(
            "bakeoff serve",
            "bakeoff serve studies --port 8800",
            "bakeoff serve --no-browser study.bakeoff",
        ),
        first=True,
    ),
    Verb(
        name="exchange",
        heading=HelpHeading.OTHERS,
        command="bakeoff.cli.verbs.challenges",
        summary="Lend data: a challenge with hidden labels, teams and a ranking.",
        examples=(
            "bakeoff exchange create patients.csv --target outcome -o challenge",
            "bakeoff exchange team challenge blue",
            "bakeoff exchange serve challenge --port 8000",
            "bakeoff exchange download --server https://host:8000 -o data",
            "bakeoff exchange submit answers.csv --server https://host:8000",
            "bakeoff exchange final challenge -o final.html",
        ),
    ),
    Verb(
        name="ladder",
        heading=HelpHeading.OTHERS,
        command="bakeoff.cli.verbs.ladder",
        summary="A leaderboard on a hidden test set, safe against overfitting.",
        examples=(
            "bakeoff ladder truth.csv answers.csv --truth y --pred yhat --board board.json --team blue",
            "bakeoff ladder truth.csv --truth y --board board.json",
            "bakeoff ladder truth.csv answers.csv --truth y --pred yhat --board board.json --team blue --measure error",
        ),
    ),
    Verb(
        name="advise",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.advise",
        summary="Which measure and which test fit your question.",
        examples=(
            "bakeoff advise",
            "bakeoff advise --task binary --imbalance",
            "bakeoff advise --algorithms 4 --datasets 10 --task binary",
        ),
    ),
    Verb(
        name="plan",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.plan",
        summary="How many folds, seeds, data sets or rows you need.",
        examples=(
            "bakeoff plan wilcoxon --effect 0.02 --sd 0.05",
            "bakeoff plan mcnemar --effect 0.02 --sd 0.1",
            "bakeoff plan --margin 0.02",
        ),
        first=True,
    ),
    Verb(
        name="help",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.help",
        summary="The commands; --all lists every one.",
        examples=(
            "bakeoff help",
            "bakeoff help --all",
            "bakeoff help compare",
        ),
    ),
    Verb(
        name="completion",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.completion",
        summary="Print the script that completes commands in bash, zsh or fish.",
        examples=(
            "bakeoff completion bash",
            "bakeoff completion zsh",
            "bakeoff completion fish",
        ),
    ),
    Verb(
        name="measures",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.explain:measures_command",
        summary="List the measures, or describe one.",
        examples=(
            "bakeoff measures",
            "bakeoff measures --task regression",
            "bakeoff measures kappa",
        ),
    ),
    Verb(
        name="tests",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.explain:tests_command",
        summary="List the significance tests, or describe one.",
        examples=(
            "bakeoff tests",
            "bakeoff tests wilcoxon",
            "bakeoff tests --json",
        ),
    ),
    Verb(
        name="schemes",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.explain:schemes_command",
        summary="List the splitting schemes, or describe one.",
        examples=(
            "bakeoff schemes",
            "bakeoff schemes kfold",
            "bakeoff schemes --json",
        ),
    ),
    Verb(
        name="formats",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.formats",
        summary="List the kinds of file that are read, or describe one.",
        examples=(
            "bakeoff formats",
            "bakeoff formats arff",
            "bakeoff formats --json",
        ),
    ),
    Verb(
        name="explain",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.explain",
        summary="Explain a measure, a test or a scheme.",
        examples=(
            "bakeoff explain kappa",
            "bakeoff explain wilcoxon",
            "bakeoff explain 10x10",
        ),
        first=True,
    ),
    Verb(
        name="table",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.table",
        summary="Critical values and probabilities: t, z, chi2, binomial, ...",
        examples=(
            "bakeoff table t --row 9 --alpha 0.05",
            "bakeoff table chi2 --row 1 --statistic 7.1",
            "bakeoff table binomial --n 20 --p 0.3 --k 5,8",
        ),
    ),
    Verb(
        name="sampling",
        heading=HelpHeading.QUESTION,
        command="bakeoff.cli.verbs.sampling",
        summary="Error rates of many test sets with a known true rate.",
        examples=(
            "bakeoff sampling --p 0.1 --n 100",
            "bakeoff sampling --p 0.1 --n 10,30,100 --experiments 50",
            "bakeoff sampling --p 0.1 --n 100 --figure sampling.svg",
        ),
    ),
)  # in the order of the help
VERBS: Catalogue[Verb] = Catalogue("command", ALL, group="bakeoff.verbs")

# Packages that add verbs name their heading.
__getattr__ = OldNames(__name__, {"Heading": OldName(new="bakeoff.cli.verb:HelpHeading", gone="0.4.0")})
