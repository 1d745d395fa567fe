"""Errors of a study's learners in parts, and on training rows: `results.errors`."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from bakeoff.api.estimating.training_errors import TrainingErrors
from bakeoff.api.study_answers import StudyAnswers
from bakeoff.core.errors import NotApplicable
from bakeoff.data.artificial.noise_free import noise_free_target
from bakeoff.estimates.over_splits.error_parts import ErrorParts
from bakeoff.study.analysis.training_error import domain_parts
from bakeoff.study.facts.study_facts import BOOTSTRAP_ERRORS, TRAINING_GAPS

__all__ = ["Errors"]


class Errors(StudyAnswers):
    """Noise, bias and variance; errors on training rows, .632 and .632+.

    Examples
    --------
        results.errors.training()
    """

    def parts(
        self,
        dataset: str,
        learners: Iterable[str] | None = None,
        *,
        truth: Any = None,
        truth_rows: Any = None,
    ) -> tuple[ErrorParts, ...]:
        """Noise, bias and variance of learners on one data set out of the study's own trainings; `bo.bias_variance` shows them.

        Parameters
        ----------
        dataset
            The data set.
        learners
            Some learners; all of them if it is None.
        truth
            What the target would be without noise; made data have it themselves.
        truth_rows
            The ids of the rows that `truth` is of.

        Returns
        -------
        tuple of ErrorParts
            One for each learner.

        Examples
        --------
            results.errors.parts("xor", ["tree"])
        """
        results = self._results
        domain = results.domain(dataset, "bias and variance are", "errors.parts")
        if truth is None:
            truth = noise_free_target(domain.card.source, domain.card.n_rows, domain.card.fingerprint)
            truth_rows = None if truth is None else np.arange(len(truth))
        names = results.learners if learners is None else tuple(learners)
        parts = domain_parts(
            results.ledger, results.design, domain, learners=names, truth=truth, truth_rows=truth_rows
        )  # fmt: skip
        return tuple(parts)

    def training(self, measure: str | None = None) -> TrainingErrors:
        """Scores on training rows beside those on test rows; of a bootstrap e0, .632 and .632+.

        The study must have been run with `training_error=True`.

        Parameters
        ----------
        measure
            The measure; by default the primary one.

        Returns
        -------
        TrainingErrors
            `gaps`, `bootstrap` and their tables.

        Examples
        --------
            results.errors.training("error")
        """
        results = self._results
        name = results.measure_or_primary(measure).name
        if not results.design.training_error:
            raise NotApplicable(
                "the study did not ask for the error on training rows; run it again with training_error=True (training_error = true "
                "under [curves]): only the further units are run"
            )
        return TrainingErrors(results.fact(TRAINING_GAPS, name), results.fact(BOOTSTRAP_ERRORS, name))
