"""How a study's learners grow with rows and with training steps: `results.learning`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bakeoff.api.estimating.epochs import EpochCurves
from bakeoff.api.estimating.extrapolations import Extrapolations
from bakeoff.api.estimating.scale_curves import ScaleCurves, scale_curves
from bakeoff.api.study_answers import StudyAnswers
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.estimates.over_splits.learning_curve import LearningCurve
from bakeoff.study.analysis.curves.learning import extrapolations_of
from bakeoff.study.facts.costs import readable_complexity
from bakeoff.study.facts.study_facts import LEARNING, SCALING
from bakeoff.tabular.frames import frame_of

__all__ = ["Learning"]


class Learning(StudyAnswers):
    """Learning curves and their continuation, training steps, growth of time and memory.

    Examples
    --------
        results.learning.extrapolate()
    """

    def curves(self, measure: str | None = None, *, kind: str | None = None) -> Any:
        """A tidy frame with one row per data set, learner and training size; no rows without `train_sizes`.

        Parameters
        ----------
        measure
            The measure; by default the primary one.
        kind
            The kind of frame: "pandas", "polars", "pyarrow" or "plain"; by default that of the data.

        Returns
        -------
        frame
            Scores with intervals, seconds and memory.

        Examples
        --------
            results.learning.curves("accuracy")
        """
        return frame_of(_columns(self._results.fact(LEARNING, measure)), kind or self._results.frame_kind)

    def epochs(self, dataset: str | None = None) -> EpochCurves:
        """Scores by training steps on a data set, where the study was run with `epochs`; see `bo.epoch_curve` without a study.

        Parameters
        ----------
        dataset
            The data set; needed if the study has several.

        Returns
        -------
        EpochCurves
            The curves of all learners that are trained in steps.

        Examples
        --------
            results.learning.epochs("digits")
        """
        curves = self._results.findings.epochs
        if not curves:
            raise NotApplicable(
                "this study has no curves by training steps; run it again with epochs=50 (epochs = 50 under [curves]): units that are stored "
                "are not repeated"
            )
        name = self._results.domain(dataset, "curves by training steps are shown", "learning.epochs").card.name
        own = tuple(curve for curve in curves if curve.dataset == name)
        if not own:
            named = tuple(dict.fromkeys(curve.dataset for curve in curves))
            raise UnknownName("data set with curves by training steps", name, named)
        return EpochCurves(own, name)

    def extrapolate(
        self,
        learner: str | None = None,
        *,
        dataset: str | None = None,
        measure: str | None = None,
        rows: Iterable[int] | None = None,
    ) -> Extrapolations:
        """Would more data help? A power law through each learning curve, and what it predicts with an interval.

        The study must have been run with `train_sizes`, three or more of them. What a curve does not determine is not given, with the reason.

        Parameters
        ----------
        learner, dataset
            One of them; all if it is None.
        measure
            The measure; by default the primary one.
        rows
            Numbers of training rows to predict, by default 2 and 10 times those of the study.

        Returns
        -------
        Extrapolations
            The fitted curves with their predictions.

        Examples
        --------
            results.learning.extrapolate("svm", rows=[10_000])
        """
        results = self._results
        results.check_learners(() if learner is None else (learner,))
        if dataset is not None and dataset not in results.datasets:
            raise UnknownName("data set", dataset, results.datasets)
        what = results.measure_or_primary(measure)
        asked = None if rows is None else list(rows)
        if asked is not None and not asked:
            raise BadInput("rows is empty; name numbers of training rows, as rows=[1000, 10000]")
        study = results.analysed(what.name)
        curves = tuple(
            extrapolations_of(study.plain, study.design, what, rows=asked, dataset=dataset, learner=learner)
        )  # fmt: skip
        if not curves:
            raise NotApplicable(
                "there are no learning curves here; run the study with train_sizes = [0.1, 0.2, 0.4] (under [curves] in a study file)"
            )
        return Extrapolations(curves, study.of(LEARNING))

    def scale(self, *, complexity: Mapping[str, str] | str | None = None) -> ScaleCurves:
        """How time and memory grow with the training rows: exponents with intervals, and where learners cross.

        The study must have been run with `train_sizes`, or with four data sets of different sizes.

        Parameters
        ----------
        complexity
            How the time to fit should grow, for all learners ("n*log(n)") or by learner ({"svm": "n^2"}), by default as the
            study states it; it is drawn and compared.

        Returns
        -------
        ScaleCurves
            Exponents, crossings, tables and a figure.

        Examples
        --------
            results.learning.scale(complexity={"svm": "n^2"})
        """
        design = self._results.design
        homes = {learner.name: learner.home for learner in design.learners}
        rows = max((domain.train_rows or domain.card.n_rows for domain in design.domains), default=0)
        stated = readable_complexity(design.complexity)
        stored = {name: growth.text for name, growth in stated.items() if name in homes}
        return scale_curves(self._results.fact(SCALING), homes, complexity or stored, rows)


def _columns(curves: Sequence[LearningCurve]) -> dict[str, list[Any]]:
    """One row per data set, learner and training size."""
    rows = [(curve, point) for curve in curves for point in curve.points]
    return {
        "dataset": [curve.dataset for curve, _ in rows],
        "learner": [curve.learner for curve, _ in rows],
        "rows": [point.size for _, point in rows],
        "measure": [curve.measure for curve, _ in rows],
        "value": [point.score.value for _, point in rows],
        "low": [point.score.low for _, point in rows],
        "high": [point.score.high for _, point in rows],
        "fit_seconds": [point.seconds for _, point in rows],
        "peak_bytes": [point.peak_bytes for _, point in rows],
    }
