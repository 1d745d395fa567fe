"""Several criteria of one study: `results.criteria`, and by their own names `results.map`, `.efficiency` and `.measures_table`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.api.study_answers import StudyAnswers
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.criteria.cherry_picking import cherry_picking
from bakeoff.criteria.clouds import error_clouds, resampled_matrices, threshold_matrices
from bakeoff.criteria.data_sets import Domains, domains_of
from bakeoff.criteria.efficiency import Efficiency, efficiency
from bakeoff.criteria.of_studies.study_efficiency import (
    resampled_efficiency,
    study_baselines,
    study_chance,
    study_table,
)
from bakeoff.criteria.of_studies.study_map import confusions_on, map_facts
from bakeoff.criteria.of_studies.study_measure_ranks import study_measure_ranks
from bakeoff.criteria.sections.measures_table import with_signs
from bakeoff.criteria.several_criteria import (
    CherryPicking,
    ClassErrors,
    ClassifierMap,
    MeasureRanks,
    class_errors,
)
from bakeoff.data.characteristics import FEWEST
from bakeoff.study.answers import shapes_of
from bakeoff.study.facts.study_facts import MARKS, PLANNED

__all__ = ["Criteria"]

MOST_RESAMPLES = 10_000  # minutes of linear programmes for ten learners
THRESHOLDS = np.arange(1, 20) / 20  # of a cloud: every 5 percent


class Criteria(StudyAnswers):
    """Several criteria at once: efficiency, the map of classifiers, tables of measures, classes, choices of data sets.

    Examples
    --------
        results.criteria.efficiency(["accuracy"], ["CPU seconds"])
    """

    def map(
        self,
        distance: str = "l2",
        projection: str = "mcst",
        normalize: str = "domain",
        *,
        learners: Sequence[str] | None = None,
        clouds: str = "folds",
        dataset: str | None = None,
    ) -> ClassifierMap:
        """The map of classifiers: learners placed by their confusion matrices on all data sets with classes.

        Parameters
        ----------
        distance
            "l2" or "l1".
        projection
            "mcst", "mds" or "smacof"; see `bo.classifier_map`.
        normalize
            "domain" (every data set counts alike), "class" (every class does) or "none" (raw counts).
        learners
            Some learners; all of them if it is None.
        clouds
            Of "folds", which are tested, of "resamples" (test rows drawn again) or of "thresholds" (two classes, with probabilities).
        dataset
            The map on this data set alone; on all of them if it is None.

        Returns
        -------
        ClassifierMap
            Places, distances, the spanning tree, `plot()`.

        Examples
        --------
            results.map(clouds="resamples")
        """
        results = self._results
        names = results.learners if learners is None else tuple(learners)
        results.check_learners(names)
        confusions = confusions_on(shapes_of(results.ledger, results.design).confusions, dataset)
        facts = map_facts(confusions, names, distance=distance, projection=projection, normalize=normalize)
        if facts is None:
            raise NotApplicable("a map needs learners with predicted classes on every split of a data set")
        if clouds == "folds":
            return ClassifierMap(facts.map, facts.clouds, facts.pairs)
        own = {(confusion.dataset, confusion.learner): confusion.matrix for confusion in confusions}
        if clouds == "resamples":
            drawn = {
                name: [resampled_matrices(own[dataset, name], seed=number) for dataset in facts.domains]
                for number, name in enumerate(names)
            }
        elif clouds == "thresholds":
            drawn = {name: [self._at_thresholds(dataset, name) for dataset in facts.domains] for name in names}
        else:
            raise UnknownName("kind of clouds", clouds, ("folds", "resamples", "thresholds"))
        return ClassifierMap(facts.map, error_clouds(drawn, facts.map.normalize))

    def _at_thresholds(self, dataset: str, learner: str) -> Array:
        """Confusion matrices at thresholds of the probability of the second class, over all splits."""
        parts = self._results.parts(dataset, learner)
        if any(part.proba is None or len(part.classes) != 2 for part in parts):
            raise NotApplicable(
                f"clouds of thresholds need probabilities of two classes; {learner} has none on {dataset}"
            )
        truth = np.concatenate([part.truth for part in parts])
        score = np.concatenate([part.proba[:, 1] for part in parts if part.proba is not None])
        return threshold_matrices(truth, score, THRESHOLDS)

    def efficiency(
        self,
        positive: Sequence[str] | None = None,
        negative: Sequence[str] | None = None,
        *,
        ratings: Mapping[str, Mapping[str, float]] | None = None,
        resamples: int = 0,
        **options: Any,
    ) -> Efficiency:
        """Which learners give the best quality for their cost? Measures of the study, and "CPU seconds", averaged over data sets.

        Parameters
        ----------
        positive, negative
            Names of columns of which more, or less, is better.
        ratings
            Columns of your own, such as {"interpretability": {"tree": 5, "svm": 1}}; name them in `positive` or `negative`.
        resamples
            Draw splits again that often, 200 say: the spread of each score, and how often a learner is efficient.
        options
            Those of `bo.efficiency`.

        Returns
        -------
        Efficiency
            Scores, weights, peers, targets, the Pareto front.

        Examples
        --------
            results.efficiency(["accuracy"], ["CPU seconds"], resamples=200)
        """
        findings = self._results.findings
        table = study_table(findings, positive, negative, ratings)
        if table is None:
            raise NotApplicable(
                "efficiency needs a measure of which more is better and a cost for every learner of the study"
            )
        if not 0 <= resamples <= MOST_RESAMPLES:
            raise BadInput(f"resamples is a number from 0 to {MOST_RESAMPLES}, not {resamples!r}")
        stored = {"baselines": study_baselines(findings), "chance": study_chance(findings)}
        scores = efficiency(table, **stored | options)
        return resampled_efficiency(findings, scores, resamples, options.get("shares") or {}) if resamples else scores

    def measures_table(
        self,
        dataset: str | None = None,
        *,
        measures: Sequence[str] | None = None,
        ties: str = "mid",
        totals: bool = False,
    ) -> MeasureRanks:
        """Learners by measures, with ranks: on one data set with intervals, else means over all data sets.

        On one data set the better one of a planned pair carries the sign of the pair by every measure.

        Parameters
        ----------
        dataset
            One data set; means over all of them if it is None.
        measures
            Some measures of the study; all of them if it is None.
        ties
            "mid" or "min".
        totals
            The information score in bits over all rows of a data set instead of per row.

        Returns
        -------
        MeasureRanks
            Values, ranks, mean ranks, first and last places.

        Examples
        --------
            results.measures_table("iris", measures=["accuracy", "kappa"])
        """
        findings = self._results.findings_by(self._results.design.primary, MARKS, PLANNED)
        return MeasureRanks(with_signs(findings, study_measure_ranks(findings, dataset, measures, ties, totals=totals)))

    def class_errors(self, dataset: str | None = None) -> ClassErrors:
        """In which classes, from the largest to the smallest, the errors of each learner sit on one data set.

        Parameters
        ----------
        dataset
            The data set; needed if the study has several.

        Returns
        -------
        ClassErrors
            Of each learner its errors by true class.

        Examples
        --------
            results.criteria.class_errors("anneal")
        """
        results = self._results
        name = results.domain(dataset, "errors by class are counted", "criteria.class_errors").card.name
        own = [
            confusion for confusion in shapes_of(results.ledger, results.design).confusions if confusion.dataset == name
        ]
        if not own:
            raise NotApplicable(f"there are no predicted classes on {name}")
        return class_errors({confusion.learner: confusion.matrix for confusion in own}, own[0].classes, rows="true")

    def cherry_pick(self, measure: str | None = None, by: str = "rank") -> CherryPicking:
        """On which choice of the data sets would each learner win? See `bo.cherry_pick`.

        Parameters
        ----------
        measure
            The measure; by default the primary one.
        by
            "rank" or "score": what the mean is of that a learner wins by.

        Returns
        -------
        CherryPicking
            For each learner the choices on which it wins.

        Examples
        --------
            results.criteria.cherry_pick("accuracy", by="score")
        """
        self._check_several("a choice of data sets needs a study with several data sets")
        return CherryPicking(cherry_picking(self._results.compare(measure).judgement.matrix, by))

    def domains(self, measure: str | None = None) -> Domains:
        """Which kind of data favours which learner, by the characteristics that were kept when the study ran? See `bo.domains`.

        Parameters
        ----------
        measure
            The measure; by default the primary one.

        Returns
        -------
        Domains
            Effects of characteristics, and what the data sets cover.

        Examples
        --------
            results.criteria.domains("accuracy")
        """
        results = self._results
        self._check_several("characteristics are compared over several data sets; this study has one")
        results.add_characteristics()
        cards = [domain.card for domain in results.design.domains]
        stored = {card.name: dict(card.characteristics) for card in cards if card.characteristics}
        block = next((card for card in cards if card.block), None)
        if block is not None:
            raise NotApplicable(f"characteristics need columns; {block.name!r} is {block.block}")
        if len(stored) < len(cards):
            raise NotApplicable(
                f"a study file keeps characteristics of at least {FEWEST} data sets; ask in the session that ran the study, or use bo.domains"
            )
        return domains_of(results.compare(measure).judgement.matrix, stored)

    def _check_several(self, sentence: str) -> None:
        if len(self._results.datasets) < 2:
            raise NotApplicable(sentence)
