"""Rows of a study's data sets: on which the learners err most, and what was predicted of one."""

from typing import Any

from bakeoff.api.study_answers import StudyAnswers
from bakeoff.study.analysis.hard_rows import predictions_of_row, row_errors
from bakeoff.tabular.frames import frame_of

__all__ = ["StudyRows"]


class StudyRows(StudyAnswers):
    """Rows of a data set: on which the learners err most, and what was predicted of one.

    Examples
    --------
        results.rows.hardest(n=10)
    """

    def hardest(self, dataset: str | None = None, n: int = 20, *, kind: str | None = None) -> Any:
        """A frame of the rows on which the learners err most: mean error over learners, and that of each learner.

        The error is the share of wrong predictions, for numbers the mean absolute error.

        Parameters
        ----------
        dataset
            The data set; needed if the study has several.
        n
            How many rows.
        kind
            The kind of frame: "pandas", "polars", "pyarrow" or "plain"; by default that of the data.

        Returns
        -------
        frame
            One row per row of the data set, the largest error first.

        Examples
        --------
            results.rows.hardest("iris", n=10)
        """
        results = self._results
        runs = results.runs(results.domain(dataset, "rows are ordered", "rows.hardest").card.name)
        errors = row_errors(
            ((run.key.learner, run.predictions) for run in runs if run.predictions is not None), results.learners
        )
        return frame_of(errors.hardest(n), kind or results.frame_kind)

    def predictions(self, row: Any, dataset: str | None = None, *, kind: str | None = None) -> Any:
        """A frame of what every learner predicted of one row, in every split that tested it.

        Parameters
        ----------
        row
            The id of the row.
        dataset
            The data set; needed if the study has several.
        kind
            The kind of frame: "pandas", "polars", "pyarrow" or "plain"; by default that of the data.

        Returns
        -------
        frame
            One row per learner and split.

        Examples
        --------
            results.rows.predictions(17, "iris")
        """
        results = self._results
        runs = results.runs(results.domain(dataset, "a row is looked up", "rows.predictions").card.name)
        columns = predictions_of_row(
            ((run.key.learner, run.key.repeat, run.key.fold, run.predictions) for run in runs if run.predictions is not None),
            row,
        )  # fmt: skip
        return frame_of(columns, kind or results.frame_kind)
