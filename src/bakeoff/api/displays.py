"""Displays in scikit-learn's manner: made from predictions or results, drawn on your axes or on their own."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.api.compare_predictions import compare_predictions
from bakeoff.api.comparison import Comparison
from bakeoff.api.comparison_figures import differences_of, matrix_of, ranks_of
from bakeoff.api.figure_display import FigureDisplay
from bakeoff.api.measuring.estimator_answers import answers_for_measure, named_estimators, positive_scores
from bakeoff.api.results import Results
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.figures.curves import CurvePlot, curve_figure, draw_curves
from bakeoff.figures.learning_curves import GrowthPlot, draw_growth, growth_figure
from bakeoff.measures import measure_named
from bakeoff.measures.curves.points import READERS
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.one_vs_rest import against_rest
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.report.sections.costs import scaling_plot
from bakeoff.report.sections.curves import curve_plot
from bakeoff.report.sections.learning_curves import learning_plot
from bakeoff.report.sections.tuning import tuning_plot
from bakeoff.study.answers import calibration, curves
from bakeoff.study.facts.study_facts import FAMILIES, LEARNING, SCALING, STATED_COSTS

__all__ = [
    "CurveDisplay",
    "DifferenceDisplay",
    "LearningCurveDisplay",
    "MatrixDisplay",
    "RankDisplay",
    "ScalingDisplay",
    "ValidationCurveDisplay",
]


KINDS = (*READERS, "calibration")


class CurveDisplay:
    """ROC, precision-recall, lift, cost and calibration curves."""

    @staticmethod
    def from_predictions(
        y_true: Any,
        y_score: Any = None,
        *,
        y_proba: Any = None,
        kind: str = "roc",
        positive: Any = None,
        name: str = "",
        ax: Any = None,
    ) -> FigureDisplay:
        """One test set; `y_score` or `y_proba` may be a mapping from learners' names to their scores. With `ax` it is drawn there at once.

        >>> shown = CurveDisplay.from_predictions([0, 0, 1, 1], {"a": [.1, .4, .35, .8], "b": [.1, .2, .3, .4]})
        >>> [line.note for line in shown.numbers.lines]
        ['0.750', '1.000']
        """
        _check_kind(kind)
        values_of_learners = y_proba if y_proba is not None else y_score
        if values_of_learners is None:
            raise BadInput("a curve needs scores or probabilities: give y_score or y_proba")
        scores_by_name = (
            dict(values_of_learners) if isinstance(values_of_learners, Mapping) else {name: values_of_learners}
        )
        key = "y_proba" if y_proba is not None or kind == "calibration" else "y_score"
        lines = []
        for who, values in scores_by_name.items():
            pred = predictions_of(y_true, **{key: values}, positive=positive)
            candidates = calibration("", who, [pred]) if kind == "calibration" else curves("", who, [pred])
            lines += [line for line in candidates if line.kind == kind]
        return _placed(_curves(curve_plot(lines)), ax) if lines else _refuse(kind)

    @staticmethod
    def from_estimators(
        estimators: Any, X: Any, y: Any, *, kind: str = "roc", positive: Any = None, ax: Any = None
    ) -> FigureDisplay:
        """Fitted estimators on one test set.

        Parameters
        ----------
        estimators
            Fitted classifiers of scikit-learn by name; or one of them or a list, called by their classes.
        X, y
            Rows that none of them was trained on, and their classes.
        kind
            "roc", "pr", "det", "lift", "cost", "calibration" or another curve.
        positive
            The positive class; 1 and True need not be named. Of several classes it is compared with the rest.
        ax
            The axes to draw on at once.

        Returns
        -------
        FigureDisplay
            The figure with its numbers; `plot`, `ax_` and `figure_` are as of scikit-learn's displays.

        Examples
        --------
        >>> from sklearn.naive_bayes import GaussianNB
        >>> model = GaussianNB().fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
        >>> shown = CurveDisplay.from_estimators({"nb": model}, [[0.5], [3.5], [2.5], [1.0]], [0, 1, 0, 1])
        >>> [line.note for line in shown.numbers.lines]
        ['0.750']
        """
        _check_kind(kind)
        scores = {
            name: positive_scores(name, estimator, X, positive, probabilities=kind == "calibration")
            for name, estimator in named_estimators(estimators).items()
        }
        truth = y if positive is None else [int(label == positive) for label in y]
        if kind == "calibration":
            return CurveDisplay.from_predictions(truth, y_proba=scores, kind=kind, ax=ax)
        return CurveDisplay.from_predictions(truth, scores, kind=kind, ax=ax)

    @staticmethod
    def from_results(
        results: Results, dataset: str | None = None, *, kind: str = "roc", positive: str | None = None
    ) -> FigureDisplay:
        """All learners of a study on one data set: the mean over splits, with a band.

        With more than two classes `positive` is compared with the rest.
        """
        _check_kind(kind)
        where = dataset if dataset is not None else results.datasets[0]
        lines = []
        for who in results.learners:
            parts = _two_sided(results.parts(where, who), positive)
            candidates = calibration(where, who, parts) if kind == "calibration" else curves(where, who, parts)
            lines += [line for line in candidates if line.kind == kind]
        return _curves(curve_plot(lines)) if lines else _refuse(kind)


class RankDisplay:
    """The critical-difference diagram."""

    @staticmethod
    def from_results(results: Results, measure: str | None = None) -> FigureDisplay:
        """The ranks of a study's learners."""
        return RankDisplay.from_comparison(results.compare(measure))

    @staticmethod
    def from_comparison(comparison: Comparison) -> FigureDisplay:
        """The ranks of a comparison."""
        return ranks_of(comparison.judgement)


class MatrixDisplay:
    """The multiple comparison matrix."""

    @staticmethod
    def from_results(results: Results, measure: str | None = None) -> FigureDisplay:
        """Every pair of a study's learners."""
        return MatrixDisplay.from_comparison(results.compare(measure))

    @staticmethod
    def from_predictions(
        y_true: Any, predictions: Mapping[str, Any], measure: Any = None, *, ax: Any = None, **options: Any
    ) -> FigureDisplay:
        """Every pair of learners on one test set, by their predictions.

        Parameters
        ----------
        y_true
            The truth of each row.
        predictions
            What each learner predicted, by its name: what the measure reads.
        measure
            By default accuracy, for numbers RMSE.
        ax
            The axes to draw on at once.
        options
            As of `bo.compare_predictions`.

        Returns
        -------
        FigureDisplay
            The figure with its numbers.

        Examples
        --------
        >>> shown = MatrixDisplay.from_predictions([1, 0] * 20, {"a": [1, 0] * 20, "b": [1, 0, 0, 1] * 10})
        >>> type(shown).__name__
        'FigureDisplay'
        """
        return _placed(matrix_of(compare_predictions(y_true, predictions, measure, **options).judgement), ax)

    @staticmethod
    def from_estimators(
        estimators: Any,
        X: Any,
        y: Any,
        measure: str | None = None,
        *,
        positive: Any = None,
        ax: Any = None,
        **options: Any,
    ) -> FigureDisplay:
        """Every pair of learners on one test set: fitted estimators.

        Parameters
        ----------
        estimators
            Fitted estimators of scikit-learn by name, or a list of them.
        X, y
            Rows that none of them was trained on, and their truth.
        measure
            By default accuracy, for numbers RMSE.
        positive
            The positive class, where the measure needs it.
        ax
            The axes to draw on at once.
        options
            As of `bo.compare_predictions`.

        Returns
        -------
        FigureDisplay
            The figure with its numbers.

        Examples
        --------
        >>> from sklearn.naive_bayes import GaussianNB
        >>> from sklearn.dummy import DummyClassifier
        >>> X, y = [[0.0], [1.0], [3.0], [4.0]] * 10, [0, 0, 1, 1] * 10
        >>> models = {"nb": GaussianNB().fit(X, y), "dummy": DummyClassifier().fit(X, y)}
        >>> MatrixDisplay.from_estimators(models, X, y).plot().ax_ is not None
        True
        """
        judged = _of_estimators(estimators, X, y, measure, positive, options).judgement
        return _placed(matrix_of(judged), ax)

    @staticmethod
    def from_comparison(comparison: Comparison) -> FigureDisplay:
        """Every pair of a comparison."""
        return matrix_of(comparison.judgement)


class DifferenceDisplay:
    """The estimation plot: every learner against the baseline, or against the best."""

    @staticmethod
    def from_results(results: Results, measure: str | None = None) -> FigureDisplay:
        """The differences between a study's learners.

        Parameters
        ----------
        results
            Of a study.
        measure
            The measure, by default the primary one.

        Returns
        -------
        FigureDisplay
            The figure with its numbers.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> type(DifferenceDisplay.from_results(results)).__name__
        'FigureDisplay'
        """
        return DifferenceDisplay.from_comparison(results.compare(measure))

    @staticmethod
    def from_predictions(
        y_true: Any, predictions: Mapping[str, Any], measure: Any = None, *, ax: Any = None, **options: Any
    ) -> FigureDisplay:
        """The differences between learners on one test set, by their predictions.

        Parameters
        ----------
        y_true
            The truth of each row.
        predictions
            What each learner predicted, by its name: what the measure reads.
        measure
            By default accuracy, for numbers RMSE.
        ax
            The axes to draw on at once.
        options
            As of `bo.compare_predictions`.

        Returns
        -------
        FigureDisplay
            The figure with its numbers.

        Examples
        --------
        >>> shown = DifferenceDisplay.from_predictions([1, 0] * 20, {"a": [1, 0] * 20, "b": [1, 0, 0, 1] * 10})
        >>> type(shown).__name__
        'FigureDisplay'
        """
        return _placed(differences_of(compare_predictions(y_true, predictions, measure, **options).judgement), ax)

    @staticmethod
    def from_estimators(
        estimators: Any,
        X: Any,
        y: Any,
        measure: str | None = None,
        *,
        positive: Any = None,
        ax: Any = None,
        **options: Any,
    ) -> FigureDisplay:
        """The differences between learners on one test set: fitted estimators.

        Parameters
        ----------
        estimators
            Fitted estimators of scikit-learn by name, or a list of them.
        X, y
            Rows that none of them was trained on, and their truth.
        measure
            By default accuracy, for numbers RMSE.
        positive
            The positive class, where the measure needs it.
        ax
            The axes to draw on at once.
        options
            As of `bo.compare_predictions`.

        Returns
        -------
        FigureDisplay
            The figure with its numbers.

        Examples
        --------
        >>> from sklearn.naive_bayes import GaussianNB
        >>> from sklearn.dummy import DummyClassifier
        >>> X, y = [[0.0], [1.0], [3.0], [4.0]] * 10, [0, 0, 1, 1] * 10
        >>> models = {"nb": GaussianNB().fit(X, y), "dummy": DummyClassifier().fit(X, y)}
        >>> DifferenceDisplay.from_estimators(models, X, y).plot().ax_ is not None
        True
        """
        judged = _of_estimators(estimators, X, y, measure, positive, options).judgement
        return _placed(differences_of(judged), ax)

    @staticmethod
    def from_comparison(comparison: Comparison) -> FigureDisplay:
        """The differences of a comparison."""
        return differences_of(comparison.judgement)


def _of_estimators(  # noqa: PLR0917 - private
    estimators: Any, X: Any, y: Any, measure: str | None, positive: Any, options: Mapping[str, Any]
) -> Comparison:
    """Fitted estimators compared on these rows."""
    named = named_estimators(estimators)
    if len(named) < 2:
        raise BadInput("a comparison needs at least two estimators; give them by name")
    classifies = all(hasattr(estimator, "classes_") for estimator in named.values())
    what = measure_named(measure or ("accuracy" if classifies else "rmse"))
    answers = {name: answers_for_measure(name, estimator, X, what, positive) for name, estimator in named.items()}
    if what.needs is Output.PROBA:
        options = {"labels": list(next(iter(named.values())).classes_), **options}
    return compare_predictions(y, answers, what, positive=positive, **options)


def _placed(display: FigureDisplay, ax: Any) -> FigureDisplay:
    """Drawn at once where axes are given."""
    return display if ax is None else display.plot(ax)


def _curves(numbers: CurvePlot) -> FigureDisplay:
    return FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_curves, alone=curve_figure)


def _two_sided(parts: list[Predictions], positive: str | None) -> list[Predictions]:
    """The answers as of two classes."""
    classes = parts[0].classes if parts else ()
    if positive is None:
        if len(classes) > 2:
            raise BadInput(f"there are {len(classes)} classes: name the one to compare with the rest as positive")
        return parts
    if parts and positive not in classes:
        raise UnknownName("class", positive, classes)
    if len(classes) > 2:
        return [
            against_rest(part, classes.index(positive)) for part in parts if part.gives & {Output.SCORE, Output.PROBA}
        ]
    if any(part.positive != positive for part in parts):
        raise BadInput(f"the study states {parts[0].positive} as the positive class; leave positive out")
    return parts


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise UnknownName("curve", kind, KINDS)


def _refuse(kind: str) -> FigureDisplay:
    needed = "probabilities of" if kind == "calibration" else "scores for"
    raise BadInput(
        f"there is no {kind} curve to draw: it needs {needed} two classes, the positive one stated, both in the test rows"
    )


class LearningCurveDisplay:
    """Scores over the number of training rows."""

    @staticmethod
    def from_estimators(
        estimators: Any,
        X: Any,
        y: Any,
        *,
        train_sizes: Sequence[float] = (0.1, 0.25, 0.5),
        measure: str | None = None,
        ax: Any = None,
        **options: Any,
    ) -> FigureDisplay:
        """Estimators of scikit-learn, which are cloned and trained on parts of the training rows.

        Parameters
        ----------
        estimators
            Estimators by name, or a list of them.
        X, y
            The rows and their target.
        train_sizes
            Shares of the training rows, or numbers of rows; all of them are taken as well.
        measure
            By default the usual one of the task.
        ax
            The axes to draw on at once.
        options
            As of `bo.evaluate`: scheme, seed, n_jobs, groups, ...

        Returns
        -------
        FigureDisplay
            The figure with its numbers.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from sklearn.naive_bayes import GaussianNB
        >>> X, y = load_iris(return_X_y=True)
        >>> shown = LearningCurveDisplay.from_estimators({"nb": GaussianNB()}, X, y, train_sizes=[0.3, 0.6], scheme="2-fold", n_jobs=1)
        >>> len(shown.numbers.lines)
        1
        """
        from bakeoff.api.study import evaluate

        measures: dict[str, Any] = {} if measure is None else {"measures": [measure]}
        with evaluate(
            named_estimators(estimators), X, y, train_sizes=train_sizes, progress=False, **measures, **options
        ) as results:
            return _placed(LearningCurveDisplay.from_results(results), ax)

    @staticmethod
    def from_results(results: Results, dataset: str | None = None) -> FigureDisplay:
        """All learners on one data set, the first if none is named; the study must have been run with train_sizes."""
        curves = results.fact(LEARNING)
        if not curves:
            raise NotApplicable("the study has no learning curves; run it with train_sizes=[0.1, 0.25, 0.5]")
        where = curves[0].dataset if dataset is None else dataset
        own = [curve for curve in curves if curve.dataset == where]
        if not own:
            raise UnknownName("data set with learning curves", where, [curve.dataset for curve in curves])
        return _drawn(learning_plot(own))


class ValidationCurveDisplay:
    """Scores over a parameter: learners of a study that differ in one number or tuple."""

    @staticmethod
    def from_results(results: Results, parameter: str | None = None) -> FigureDisplay:
        """The first such family, or the one of that parameter."""
        families = results.fact(FAMILIES)
        if not families:
            raise NotApplicable("the study has no three learners that differ in one number or tuple only")
        own = [family for family in families if parameter in (None, family.parameter)]
        if not own:
            raise UnknownName(
                "parameter with a tuning curve", str(parameter), [family.parameter for family in families]
            )
        return _drawn(tuning_plot(own[0], results.findings.card.primary))


class ScalingDisplay:
    """Time or memory over the number of training rows, both axes logarithmic."""

    @staticmethod
    def from_results(results: Results, cost: str = "fit_seconds") -> FigureDisplay:
        """All learners; `cost` is "fit_seconds" or "peak_memory"."""
        scalings = results.fact(SCALING)
        own = [scaling for scaling in scalings if scaling.cost == cost]
        if not own and cost not in ("fit_seconds", "peak_memory"):
            raise UnknownName("cost", cost, ("fit_seconds", "peak_memory"))
        if not own:
            raise NotApplicable(
                f"{cost} cannot be drawn over rows: it takes train_sizes, or four data sets of different sizes"
            )
        return _drawn(scaling_plot(own, cost, results.fact(STATED_COSTS)))


def _drawn(numbers: GrowthPlot) -> FigureDisplay:
    return FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_growth, alone=growth_figure)
