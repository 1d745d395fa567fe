"""bakeoff: which learning method is better, by how much, and how sure are we?

The names below are loaded when first used, so that `import bakeoff` itself stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bakeoff.core import __version__

_HOMES = {
    "Best": "bakeoff.estimates.over_splits.selection",
    "Challenge": "bakeoff.challenges.challenge",
    "CherryPicking": "bakeoff.criteria.several_criteria",
    "ClassErrors": "bakeoff.criteria.several_criteria",
    "ClassifierMap": "bakeoff.criteria.several_criteria",
    "Column": "bakeoff.data.dataset",
    "Comparison": "bakeoff.api.comparison",
    "Condition": "bakeoff.data.conditions",
    "CurveDisplay": "bakeoff.api.displays",
    "DataProfile": "bakeoff.criteria.data_sets",
    "Dataset": "bakeoff.data.dataset",
    "DeployedModel": "bakeoff.deployment.deployed_model",
    "Deployment": "bakeoff.deployment.deployed_model",
    "DifferenceDisplay": "bakeoff.api.displays",
    "DistributionTable": "bakeoff.teaching.distributions",
    "Domains": "bakeoff.criteria.data_sets",
    "Drift": "bakeoff.shift.drift",
    "Efficiency": "bakeoff.criteria.efficiency",
    "EpochCurves": "bakeoff.api.estimating.epochs",
    "Estimate": "bakeoff.estimates.estimate",
    "Explanation": "bakeoff.core.terminology.explanation",
    "Ladder": "bakeoff.challenges.ladder",
    "LearningCurveDisplay": "bakeoff.api.displays",
    "Majority": "bakeoff.learners.baselines",
    "MatrixDisplay": "bakeoff.api.displays",
    "Mean": "bakeoff.learners.baselines",
    "Gate": "bakeoff.release_gate.gate",
    "GroupedMeasures": "bakeoff.criteria.several_criteria",
    "MeasureRanks": "bakeoff.criteria.several_criteria",
    "Median": "bakeoff.learners.baselines",
    "OneRule": "bakeoff.learners.baselines",
    "Panel": "bakeoff.api.measuring.panel",
    "Predictions": "bakeoff.predictions.predictions",
    "Prior": "bakeoff.learners.baselines",
    "Random": "bakeoff.learners.baselines",
    "RankDisplay": "bakeoff.api.displays",
    "Results": "bakeoff.api.results",
    "Sampling": "bakeoff.teaching.distributions",
    "ScalingDisplay": "bakeoff.api.displays",
    "Study": "bakeoff.api.study",
    "TaskKind": "bakeoff.data.tasks",
    "Tuned": "bakeoff.tuning.tuned",
    "ValidationCurveDisplay": "bakeoff.api.displays",
    "advise": "bakeoff.comparisons.planning.advise",
    "anytime_test": "bakeoff.streams.anytime_test",
    "best_of": "bakeoff.api.compare_predictions",
    "bias_variance": "bakeoff.api.estimating.error_parts",
    "cherry_pick": "bakeoff.criteria.several_criteria",
    "choice": "bakeoff.tuning.space",
    "class_errors": "bakeoff.criteria.several_criteria",
    "classifier_map": "bakeoff.criteria.several_criteria",
    "compare": "bakeoff.api.comparison",
    "compare_by": "bakeoff.api.comparison",
    "compare_predictions": "bakeoff.api.compare_predictions",
    "curve": "bakeoff.api.measuring.curve",
    "detectors": "bakeoff.streams.detectors",
    "domains": "bakeoff.criteria.data_sets",
    "drift": "bakeoff.shift.drift",
    "efficiency": "bakeoff.criteria.efficiency",
    "epoch_curve": "bakeoff.api.estimating.epochs",
    "evaluate": "bakeoff.api.study",
    "expand": "bakeoff.data.expand",
    "explain": "bakeoff.api.explain",
    "from_cross_validate": "bakeoff.api.comparison",
    "gate": "bakeoff.release_gate.ask",
    "generalisation_error": "bakeoff.api.estimating.generalisation",
    "integers": "bakeoff.tuning.space",
    "label_permutation": "bakeoff.study.running.label_permutation",
    "load": "bakeoff.data.load",
    "load_model": "bakeoff.deployment.deployed_model",
    "log_uniform": "bakeoff.tuning.space",
    "make": "bakeoff.data.synthetic",
    "make_stream": "bakeoff.streams.made",
    "measure": "bakeoff.api.measuring.panel",
    "measure_confusion": "bakeoff.api.measuring.counts",
    "measure_counts": "bakeoff.api.measuring.counts",
    "measure_learners": "bakeoff.api.measuring.panels_of_learners",
    "measures_table": "bakeoff.criteria.several_criteria",
    "measures_table_by": "bakeoff.criteria.several_criteria",
    "open": "bakeoff.api.results",
    "pass_at_k": "bakeoff.estimates.repeated_runs",
    "pass_hat_k": "bakeoff.estimates.repeated_runs",
    "performance_deterioration": "bakeoff.estimates.deterioration",
    "plan": "bakeoff.comparisons.planning.planner",
    "prequential": "bakeoff.streams.prequential",
    "profile": "bakeoff.criteria.data_sets",
    "profiles": "bakeoff.criteria.data_sets",
    "q_statistic": "bakeoff.streams.q_statistic",
    "own_measure": "bakeoff.measures.own",
    "ratio_measure": "bakeoff.measures.ratios",
    "realism": "bakeoff.criteria.realism",
    "relative_stability": "bakeoff.comparisons.significance.relative_stability",
    "repeats": "bakeoff.estimates.repeated_runs",
    "sampling": "bakeoff.teaching.distributions",
    "schemes": "bakeoff.splits.catalogue",
    "score_alarms": "bakeoff.streams.alarms",
    "stream": "bakeoff.streams.evaluate",
    "suggest": "bakeoff.tuning.suggest",
    "table": "bakeoff.teaching.distributions",
    "tasks": "bakeoff.data.tasks",
    "tests": "bakeoff.comparisons",
    "tune": "bakeoff.tuning.tuned",
    "uniform": "bakeoff.tuning.space",
    "windowed_mcnemar": "bakeoff.streams.windowed_mcnemar",
}
_RUNS_AT_ONCE = frozenset({"evaluate"})  # whoever asks for these is about to run learners
_ROOMS = ("data", "measures")  # rooms that are catalogues themselves: see core.catalogue.ask_room

if TYPE_CHECKING:
    from bakeoff.api.compare_predictions import best_of, compare_predictions
    from bakeoff.api.comparison import Comparison, compare, compare_by, from_cross_validate
    from bakeoff.api.displays import (
        CurveDisplay,
        DifferenceDisplay,
        LearningCurveDisplay,
        MatrixDisplay,
        RankDisplay,
        ScalingDisplay,
        ValidationCurveDisplay,
    )
    from bakeoff.api.estimating.epochs import EpochCurves, epoch_curve
    from bakeoff.api.estimating.error_parts import bias_variance
    from bakeoff.api.estimating.generalisation import generalisation_error
    from bakeoff.api.explain import explain
    from bakeoff.api.measuring.counts import measure_confusion, measure_counts
    from bakeoff.api.measuring.curve import curve
    from bakeoff.api.measuring.panel import Panel, measure
    from bakeoff.api.measuring.panels_of_learners import measure_learners
    from bakeoff.api.results import Results, open  # noqa: A004 - the name users type is bo.open
    from bakeoff.api.study import Study, evaluate
    from bakeoff.challenges.challenge import Challenge
    from bakeoff.challenges.ladder import Ladder
    from bakeoff.comparisons import tests
    from bakeoff.comparisons.planning.advise import advise
    from bakeoff.comparisons.planning.planner import plan
    from bakeoff.comparisons.significance.relative_stability import relative_stability
    from bakeoff.core.terminology.explanation import Explanation
    from bakeoff.criteria.data_sets import DataProfile, Domains, domains, profile, profiles
    from bakeoff.criteria.efficiency import Efficiency, efficiency
    from bakeoff.criteria.realism import realism
    from bakeoff.criteria.several_criteria import (
        CherryPicking,
        ClassErrors,
        ClassifierMap,
        GroupedMeasures,
        MeasureRanks,
        cherry_pick,
        class_errors,
        classifier_map,
        measures_table,
        measures_table_by,
    )
    from bakeoff.data.conditions import Condition
    from bakeoff.data.dataset import Column, Dataset
    from bakeoff.data.expand import expand
    from bakeoff.data.load import load
    from bakeoff.data.synthetic import make
    from bakeoff.data.tasks import TaskKind, tasks
    from bakeoff.deployment.deployed_model import DeployedModel, Deployment, load_model
    from bakeoff.estimates.deterioration import performance_deterioration
    from bakeoff.estimates.estimate import Estimate
    from bakeoff.estimates.over_splits.selection import Best
    from bakeoff.estimates.repeated_runs import pass_at_k, pass_hat_k, repeats
    from bakeoff.learners.baselines import Majority, Mean, Median, OneRule, Prior, Random
    from bakeoff.measures.own import own_measure
    from bakeoff.measures.ratios import ratio_measure
    from bakeoff.predictions.predictions import Predictions
    from bakeoff.release_gate.ask import gate
    from bakeoff.release_gate.gate import Gate
    from bakeoff.shift.drift import Drift, drift
    from bakeoff.splits.catalogue import schemes
    from bakeoff.streams.alarms import score_alarms
    from bakeoff.streams.anytime_test import anytime_test
    from bakeoff.streams.detectors import detectors
    from bakeoff.streams.evaluate import stream
    from bakeoff.streams.made import make_stream
    from bakeoff.streams.prequential import prequential
    from bakeoff.streams.q_statistic import q_statistic
    from bakeoff.streams.windowed_mcnemar import windowed_mcnemar
    from bakeoff.study.running.label_permutation import label_permutation
    from bakeoff.teaching.distributions import DistributionTable, Sampling, sampling, table
    from bakeoff.tuning.space import choice, integers, log_uniform, uniform
    from bakeoff.tuning.suggest import suggest
    from bakeoff.tuning.tuned import Tuned, tune

__all__ = [
    "Best",
    "Challenge",
    "CherryPicking",
    "ClassErrors",
    "ClassifierMap",
    "Column",
    "Comparison",
    "Condition",
    "CurveDisplay",
    "DataProfile",
    "Dataset",
    "DeployedModel",
    "Deployment",
    "DifferenceDisplay",
    "DistributionTable",
    "Domains",
    "Drift",
    "Efficiency",
    "EpochCurves",
    "Estimate",
    "Explanation",
    "Gate",
    "GroupedMeasures",
    "Ladder",
    "LearningCurveDisplay",
    "Majority",
    "MatrixDisplay",
    "Mean",
    "MeasureRanks",
    "Median",
    "OneRule",
    "Panel",
    "Predictions",
    "Prior",
    "Random",
    "RankDisplay",
    "Results",
    "Sampling",
    "ScalingDisplay",
    "Study",
    "TaskKind",
    "Tuned",
    "ValidationCurveDisplay",
    "__version__",
    "advise",
    "anytime_test",
    "best_of",
    "bias_variance",
    "cherry_pick",
    "choice",
    "class_errors",
    "classifier_map",
    "compare",
    "compare_by",
    "compare_predictions",
    "curve",
    "detectors",
    "domains",
    "drift",
    "efficiency",
    "epoch_curve",
    "evaluate",
    "expand",
    "explain",
    "from_cross_validate",
    "gate",
    "generalisation_error",
    "integers",
    "label_permutation",
    "load",
    "load_model",
    "log_uniform",
    "make",
    "make_stream",
    "measure",
    "measure_confusion",
    "measure_counts",
    "measure_learners",
    "measures_table",
    "measures_table_by",
    "open",
    "own_measure",
    "pass_at_k",
    "pass_hat_k",
    "performance_deterioration",
    "plan",
    "prequential",
    "profile",
    "profiles",
    "q_statistic",
    "ratio_measure",
    "realism",
    "relative_stability",
    "repeats",
    "sampling",
    "schemes",
    "score_alarms",
    "stream",
    "suggest",
    "table",
    "tasks",
    "tests",
    "tune",
    "uniform",
    "windowed_mcnemar",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"bakeoff.{name}")
    if name not in _HOMES:
        from bakeoff.core.errors import did_you_mean

        near = did_you_mean(name, (*_HOMES, *_ROOMS)) if not name.startswith("_") else ""
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}" + (f"; {near}" if near else ""))
    if name in _RUNS_AT_ONCE:
        import_module("bakeoff.runs.process.zygote_process").warm_up()
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_ROOMS})
