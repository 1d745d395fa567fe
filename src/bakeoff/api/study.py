"""Study: the whole experiment in the user's hands, from a study file or from Python objects; `evaluate`: one table, one call."""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from bakeoff.api.progress import with_progress
from bakeoff.api.results import Results
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.data.conditions import as_conditions
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.data.target_columns import several_columns
from bakeoff.data.tasks import MULTIOUTPUT, TaskKind
from bakeoff.learners.estimators import EstimatorKind
from bakeoff.learners.learner import Learner
from bakeoff.measures.own.given import MeasureLike, names_of
from bakeoff.measures.settled_task import settled_task, whole_number_classes
from bakeoff.measures.study_measures import study_measures
from bakeoff.predictions.input.extra_columns import check_extra, named_column
from bakeoff.predictions.predictions import Output
from bakeoff.report.silence import checked_codes
from bakeoff.splits import scheme_from
from bakeoff.splits.catalogue import scheme_words
from bakeoff.splits.separate_test import SeparateTest, with_test_rows
from bakeoff.study.spec.options import Policy
from bakeoff.study.spec.study_spec import StudySpec

if TYPE_CHECKING:
    from bakeoff.study.running.execute import Changes

__all__ = ["USUAL_SCHEME", "Study", "evaluate", "usual_measures"]

USUAL_SCHEME = "3x10"  # chosen once, by power for each fit: docs/decisions/0043-the-usual-scheme.md


class Study:
    """What is compared on what. Run it, and again: only what is missing or has changed is done.

    Parameters
    ----------
    spec
        A study that is described already; then nothing else is given.
    datasets
        Data sets, or names and paths that `bo.load` reads.
    learners
        A mapping from names to scikit-learn estimators, or a list of estimators and names of baselines.
    scheme
        How rows are split: a text such as "10x10", or what scikit-learn takes as `cv`. By default 10-fold cross-validation, repeated
        3 times.
    measures
        One measure or several, of which the first decides; by default those of the task.
    title
        The title of the report.
    seed
        Where all randomness comes from.
    alpha
        The level of significance.
    rope
        Half the width of the region of equivalence.
    baseline
        The learner that all others are compared with.
    pairs
        Planned pairs: only these are compared.
    signs
        Signs that mark the planned pairs in tables.
    policy
        What happens to a mean of which a unit failed.
    train_sizes
        Sizes of training sets for learning curves.
    training_error
        Whether the error on the training rows is kept.
    epochs
        Steps of training for curves by epoch.
    learning_rates
        One such curve for each rate.
    complexity
        How the time to fit should grow, such as "n*log(n)", for all learners or by name.
    silence
        Codes of notes that the report and the printout leave out.
    conditions
        Other conditions to train or test under, by name.

    Examples
    --------
    >>> Study(datasets="iris", learners=["majority", "random"], scheme="2-fold", measures="accuracy", title="Small")
    <Study 'Small': 2 learners, 1 data set, kfold(2), by accuracy>
    """

    @suggest_arguments
    def __init__(
        self,
        spec: StudySpec | None = None,
        *,
        datasets: Dataset | Iterable[Dataset | str] = (),
        learners: Mapping[str, Any] | Iterable[Any] = (),
        scheme: object = USUAL_SCHEME,
        measures: MeasureLike | Iterable[MeasureLike] | Mapping[str, MeasureLike] | None = None,
        title: str = "A study",
        seed: int = 0,
        alpha: float = 0.05,
        rope: float | None = None,
        baseline: str | None = None,
        pairs: Iterable[tuple[str, str]] = (),
        signs: Iterable[str] = (),
        policy: str = Policy.WITHHOLD,
        train_sizes: Iterable[float] = (),
        training_error: bool = False,
        epochs: int = 0,
        learning_rates: Iterable[float] = (),
        complexity: Mapping[str, str] | str = "",
        silence: Iterable[str] = (),
        conditions: Mapping[str, Any] | Iterable[Any] = (),
    ) -> None:
        """Describe a study; the class says what each argument is."""
        if spec is None:
            from bakeoff.learners.from_objects import as_learners

            data, ready = _datasets(datasets), as_learners(learners)
            names = _measures(measures, data, ready)
            spec = StudySpec(
                datasets=data,
                learners=ready,
                scheme=scheme_from(scheme),
                measures=names,
                primary=names[0],
                title=title,
                seed=seed,
                alpha=alpha,
                rope=rope,
                baseline=baseline,
                pairs=tuple((a, b) for a, b in pairs),
                signs=tuple(signs),
                policy=policy,
                train_sizes=tuple(train_sizes),
                training_error=training_error,
                epochs=epochs,
                learning_rates=tuple(learning_rates),
                complexity=complexity,  # type: ignore[arg-type]  # made one for each learner there
                silence=(silence,) if isinstance(silence, str) else tuple(silence),
                conditions=as_conditions(conditions, data),
            )
        checked_codes(spec.silence)
        self.spec = spec

    @classmethod
    def from_toml(cls, path: str | Path, *, allow: Iterable[str] = ()) -> Self:
        r"""Read a study file; learners come from scikit-learn only, unless a package is allowed here.

        Parameters
        ----------
        path
            The study file (TOML).
        allow
            Packages whose learners may be imported.

        Returns
        -------
        Study
            As the file describes it.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "study.toml"
        >>> lines = ['title = "Small"', 'measures = ["accuracy"]', '[[datasets]]', 'name = "iris"', '[learners.majority]', 'use = "majority"', '[learners.random]', 'use = "random"', '[resampling]', 'scheme = "kfold"']
        >>> _ = path.write_text("\n".join(lines))
        >>> Study.from_toml(path).spec.title
        'Small'
        """
        from bakeoff.study.spec.read_toml import read_study

        return cls(read_study(path, tuple(allow)))

    def run(
        self,
        file: str | Path | None = None,
        *,
        workers: int | None = None,
        timeout: float | None = None,
        memory: float | None = None,
        threads: int | None = None,
        fresh: bool = False,
        retry: str | None = None,
        progress: bool = True,
        dask: Any = None,
        allow_insecure: bool = False,
        allow_mismatch: bool = False,
    ) -> Results:
        """Run what is missing and open the results.

        What is left out here is taken from `[run]` of the study file, if there is one. Ctrl-C raises KeyboardInterrupt when everything finished is safe.

        Parameters
        ----------
        file
            The results file that keeps every finished unit; the same call goes on after an interruption. Without one the results live in
            memory.
        workers
            How many units run at a time; by default one per core. With `dask` it is the cluster's own matter.
        timeout
            Seconds for each unit.
        memory
            Megabytes for each unit.
        threads
            Threads of each unit, one unless stated.
        fresh
            Whether to forget what the file holds.
        retry
            "failed" repeats the units that failed or returned invalid output.
        progress
            Whether to print how many fits there are and how long they take.
        dask
            A `distributed.Client` or the address of a scheduler: the same units run on that cluster and give the same results.
        allow_insecure, allow_mismatch
            Whether a connection to another machine without TLS, and workers with other versions, are accepted.

        Returns
        -------
        Results
            What the study came to.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> results.learners
        ('majority', 'random')
        """
        if dask is None:
            _warm_up(file, self.spec.run.but(threads=threads)["threads"])
        from bakeoff.api.results import open as open_results
        from bakeoff.study.running.execute import execute

        with with_progress(shown=progress) as listener:
            done = execute(
                self.spec,
                file,
                workers=workers,
                timeout=timeout,
                memory=memory,
                threads=threads,
                fresh=fresh,
                retry=retry,
                announce=partial(_print_cost, self.spec) if progress else None,
                listener=listener,
                dask=dask,
                dask_options={"allow_insecure": allow_insecure, "allow_mismatch": allow_mismatch},
                tell=partial(print, file=sys.stderr) if progress else None,
            )
        if done.outcome.interrupted:
            where = f"what was finished is in {file}; the same call goes on" if file else "without a file it is lost"
            why = f" ({done.outcome.reason})" if done.outcome.reason else ""
            raise KeyboardInterrupt(f"the study was interrupted{why}: {where}")
        if done.ledger is not None:
            return Results(done.ledger, changes=done.changes.words, spec=self.spec)
        assert file is not None
        results = open_results(file, changes=done.changes.words)
        results.spec = self.spec
        return results

    def __repr__(self) -> str:
        spec = self.spec
        sizes = (
            f"{counted(len(spec.learners), 'learner')}, {counted(len(spec.datasets), 'data set')}, {spec.scheme.name}"
        )
        return f"<Study {spec.title!r}: {sizes}, by {spec.primary}>"


def _print_cost(spec: StudySpec, changes: "Changes") -> None:
    """How many fits there are, before the first of them; nothing where all are stored already."""
    if changes.to_run:
        sizes = f"{counted(len(spec.learners), 'learner')} on {counted(len(spec.datasets), 'data set')}"
        title = scheme_words(spec.scheme, classed=any(data.task.coded for data in spec.datasets))
        again = f", {changes.kept} of them stored already" if changes.kept else ""
        print(
            f"{sizes}, {title}: {changes.count.words()} of fitting and predicting{again}", file=sys.stderr, flush=True
        )


def _datasets(datasets: Dataset | Iterable[Dataset | str]) -> tuple[Dataset, ...]:
    from bakeoff.data.load import load

    if isinstance(datasets, Mapping):
        raise BadInput("datasets must be a list of data sets; each knows its own name")
    several = [datasets] if isinstance(datasets, (Dataset, str)) else list(datasets)
    return tuple(load(source) if isinstance(source, str) else source for source in several)


def _measures(
    measures: MeasureLike | Iterable[MeasureLike] | Mapping[str, MeasureLike] | None,
    data: tuple[Dataset, ...],
    learners: tuple[Learner, ...],
) -> tuple[str, ...]:
    names = usual_measures(data, learners) if measures is None else names_of(measures)
    if not names:
        raise BadInput("a study needs a measure; name one, for example accuracy")
    return names


def usual_measures(data: Iterable[Dataset], learners: Iterable[Learner]) -> tuple[str, ...]:
    """The default measures: the first is the primary one, and all can be computed."""
    sets, outputs = tuple(data), [frozenset(learner.gives) for learner in learners]
    ranks = all(gives & {Output.PROBA, Output.SCORE} for gives in outputs)
    gives = frozenset.intersection(*outputs) if outputs else frozenset(Output)
    positive = all(dataset.task.takes_positive and dataset.positive is not None for dataset in sets)
    return study_measures(
        {dataset.task for dataset in sets}, gives | ({Output.SCORE} if ranks else set()), positive=positive
    )


@suggest_arguments
def evaluate(
    learners: Mapping[str, Any] | Iterable[Any],
    X: Any,
    y: Any = None,
    *,
    positive: object = None,
    scheme: object = USUAL_SCHEME,
    measures: MeasureLike | Iterable[MeasureLike] | Mapping[str, MeasureLike] | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
    file: str | Path | None = None,
    task: TaskKind | str | None = None,
    groups: Any = None,
    time: Any = None,
    sample_weight: Any = None,
    weights: Literal["fit", "score", "both"] = "both",
    params: Mapping[str, Any] | None = None,
    missing_target: Literal["refuse", "drop"] = "refuse",
    name: str | None = None,
    baseline: str | None = None,
    alpha: float = 0.05,
    rope: float | None = None,
    train_sizes: Iterable[float] = (),
    training_error: bool = False,
    timeout: float | None = None,
    memory: float | None = None,
    progress: bool = True,
    X_test: Any = None,
    y_test: Any = None,
    conditions: Mapping[str, Any] | Iterable[Any] = (),
    cv: object = None,
    scoring: MeasureLike | Iterable[MeasureLike] | Mapping[str, MeasureLike] | None = None,
    random_state: int | None = None,
    extra: Any = None,
    prepare: bool = True,
) -> Results:
    """Compare learners on one table of features and a target.

    Every learner is trained and tested on the same splits, in child processes. scikit-learn's words `cv`, `scoring` and `random_state` are taken for
    `scheme`, `measures` and `seed`; give one of the two.

    Parameters
    ----------
    learners
        A mapping from names to scikit-learn estimators, or a list of estimators. A name of a baseline ("majority", "mean") is a
        learner too.
    X
        The features: whatever scikit-learn takes rows of (a matrix, a frame, a sparse matrix, an array of images, a list of texts).
        Each learner gets it as it is where its own fit takes it. Without `y`: data sets that `bakeoff.load` or `bakeoff.make` gave, or
        their names; one, a list, or a mapping from names to data sets.
    y
        The target, one value for each row; two columns or more are several labels or several numbers.
    positive
        The class of interest, where a measure asks for it.
    scheme
        How rows are split: a text such as "10-fold", "10x10", "bootstrap" or "loo", or what scikit-learn takes as `cv`. By default
        10-fold cross-validation, repeated 3 times.
    measures
        One measure or several, of which the first decides: names, a Measure, functions `f(y_true, y_pred)` (`bo.own_measure` states
        their direction) or scikit-learn scorers; a mapping names them. By default those of the task.
    seed
        Where all randomness comes from: of splits and of learners.
    n_jobs
        How many fits run at a time; -1 is one for each core, and so is the default.
    file
        A results file (NAME.bakeoff) that keeps every finished fit, so that nothing is lost when interrupted. Without it results
        live in memory.
    task
        What kind of task it is, such as "regression" or "multiclass". Unless stated, whole numbers in `y` are amounts where all
        learners or all measures are for regression, and classes where all learners are classifiers.
    groups
        Which rows belong together, as those of one patient: one value for each row, or the name of a column of `extra`. A group is
        never cut.
    time
        When each row was observed, for schemes that train on the past and test on the future.
    sample_weight
        How much each row counts.
    weights
        Where weights count: when learners are fitted ("fit"), when they are scored ("score") or in both.
    params
        Further arguments of `fit`, as in scikit-learn's `cross_validate`. Arrays of one value for each row are cut like the rows;
        with metadata routing each estimator gets what it requests.
    missing_target
        Rows without a target are refused ("refuse") or left out ("drop").
    name
        How reports call the data set.
    baseline
        The learner that all others are compared with. Without it all pairs are compared.
    alpha
        The level of significance.
    rope
        Half the width of the region of equivalence: differences up to this size do not matter in practice.
    train_sizes
        Sizes of training sets for learning curves: shares of the training rows, or whole numbers of rows.
    training_error
        Whether the error on the training rows is kept beside the test error; with scheme="bootstrap" it gives e0, .632 and .632+.
    timeout
        Seconds after which one fit is stopped and counted as failed.
    memory
        Megabytes that one fit may take.
    progress
        Whether to print before the first fit how many there are, and after the first second about how long they take.
    X_test, y_test
        A separate test set: then all rows of `X` train, once, and these rows test.
    conditions
        Other conditions to train or test under, by name: {"noisy": {"noise": 0.5}}.
    cv, scoring, random_state
        scikit-learn's words for `scheme`, `measures` and `seed`.
    extra
        Columns by name that measures of your own read and learners do not see.
    prepare
        Whether words, dates and gaps that a learner would refuse are prepared for it, which is printed before the first fit and kept
        in the notes.

    Returns
    -------
    Results
        The scores and predictions of all fits, with their comparison, tables, figures and report.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> results = evaluate({"bayes": GaussianNB(), "majority": "majority"}, X, y, scheme="5-fold", n_jobs=1, progress=False)
    >>> results.compare().verdict.winner
    'bayes'
    """
    if (X_test is None) is not (y_test is None):
        raise BadInput("a test set needs both X_test and y_test")
    scheme = _either("scheme", scheme, USUAL_SCHEME, "cv", cv)
    measures = _either("measures", measures, None, "scoring", scoring)
    seed = _either("seed", seed, 0, "random_state", random_state)
    sets = _data_sets_alone(X) if y is None else ()
    y = y.toarray() if hasattr(y, "toarray") else y  # a sparse matrix of labels
    _warm_up(file)
    from bakeoff.learners.from_objects import as_learners

    ready = as_learners(learners, prepare=prepare)
    measures = None if measures is None else names_of(measures)
    if sets:
        rows = {
            "positive": positive, "groups": groups, "time": time, "sample_weight": sample_weight, "params": params, "name": name, "X_test": X_test,
            "extra": extra, "task": task,
        }  # fmt: skip
        _refuse_facts_of_rows([word for word, value in rows.items() if value is not None])
    else:
        columns = check_extra(extra, len(y))
        groups, time = named_column(groups, columns), named_column(time, columns)
        row_arguments, named = _with_params(params, groups, named_column(sample_weight, columns), weights)
        if task is None and positive is None:
            task = settled_task(y, measures="rmse" if all(map(_predicts_numbers, ready)) else measures)
            if task is None and all(getattr(learner, "kind", None) is EstimatorKind.CLASSIFIER for learner in ready):
                task = whole_number_classes(y)
            if task is None and several_columns(y) is not None and all(map(_predicts_numbers, ready)):
                task = MULTIOUTPUT
        data = load(
            (X, y), positive=positive, task=task, time=time, missing_target=missing_target, name=name, **row_arguments
        )
        data = replace(data, params=_by_row(named, len(y), data.rows))
        if columns:
            data = replace(data, extra={name: column[data.rows] for name, column in columns.items()})
        if X_test is not None:
            if columns:
                raise BadInput(
                    "extra contains columns of the rows of X, and those of X_test have none; leave X_test out and use a scheme"
                )
            data, scheme = _separate(data, X_test, y_test, scheme, missing_target)
        elif len(data) < len(y) and not (isinstance(scheme, str | int) or hasattr(scheme, "split")):
            raise BadInput(
                f"scheme lists rows of X, but {len(y) - len(data)} rows without a target are left out; leave them out of X, y and scheme"
            )
        sets = (data,)
    study = Study(
        datasets=sets,
        learners=ready,
        scheme=scheme,
        measures=measures,
        conditions=conditions,
        title=f"Learners on {sets[0].name if len(sets) == 1 else counted(len(sets), 'data set')}",
        seed=seed,
        baseline=baseline,
        alpha=alpha,
        rope=rope,
        train_sizes=train_sizes,
        training_error=training_error,
    )
    return study.run(file, workers=_workers(n_jobs), timeout=timeout, memory=memory, progress=progress)


def _data_sets_alone(features: Any) -> tuple[Dataset, ...]:
    """Data sets that know their target, in place of features: one, several, or a mapping from names to them."""
    if isinstance(features, Mapping) and features and all(isinstance(data, Dataset) for data in features.values()):
        return tuple(replace(data, name=str(name)) for name, data in features.items())
    several = [features] if isinstance(features, Dataset | str) else features
    if isinstance(several, list | tuple) and several and all(isinstance(data, Dataset | str) for data in several):
        return _datasets(several)
    raise BadInput(
        "evaluate needs y, the target of each row, or data sets that know it, as bakeoff.load(frame, target=...) gives them"
    )


def _refuse_facts_of_rows(words: list[str]) -> None:
    if words:
        verb = "belongs" if len(words) == 1 else "belong"
        raise BadInput(
            f"{' and '.join(words)} {verb} to the rows of X and y, and data sets have their own; state it in bakeoff.load"
        )


def _either(word: str, value: Any, default: Any, theirs: str, alias: Any) -> Any:
    """The value of an argument that may also be named with scikit-learn's word, but not with both."""
    if alias is None:
        return value
    if value is not default and value != default:
        raise BadInput(f"{theirs} is scikit-learn's word for {word}; give one of them")
    return alias


def _with_params(
    params: Mapping[str, Any] | None, groups: Any, sample_weight: Any, weights: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What `load` is given of groups and weights, and the other values for `fit`; in `params` weights are for fitting alone."""
    named = dict(params or {})
    if sample_weight is not None and "sample_weight" in named:
        raise BadInput("sample_weight is given twice, by itself and in params; give it once")
    if groups is not None and "groups" in named:
        raise BadInput("groups are given twice, by themselves and in params; give them once")
    groups = named.pop("groups", groups)
    if "sample_weight" in named:
        sample_weight, weights = named.pop("sample_weight"), "fit"
    return {"groups": groups, "sample_weight": sample_weight, "weights": weights}, named


def _by_row(named: Mapping[str, Any], rows: int, kept: Array) -> dict[str, Array]:
    """Values for `fit` as arrays: one value for each row that is kept, or without an axis where they are the same for all."""
    arrays = {}
    for name, value in named.items():
        if hasattr(value, "__len__") and not isinstance(value, str | Mapping) and len(value) == rows:
            arrays[name] = np.asarray(value)[kept]
            continue
        try:
            json.dumps(value)
        except (TypeError, ValueError):
            raise BadInput(
                f"params: {name!r} must contain one value for each of the {rows} rows, or be a plain number, text or list"
            ) from None
        arrays[name] = np.empty((), dtype=object)
        arrays[name][()] = value
    return arrays


def _separate(
    data: Dataset, X_test: Any, y_test: Any, scheme: object, missing_target: Literal["refuse", "drop"]
) -> tuple[Dataset, SeparateTest]:
    """Training and test rows in one data set, and the scheme that keeps them apart; test rows have no weights."""
    if scheme != USUAL_SCHEME:
        raise BadInput("scheme cuts X into parts, but X_test and y_test are a test set already; give one of them")
    if data.score_weight is not None or data.params:
        raise BadInput(
            'sample_weight and params are for rows of X, and rows of X_test have none; give weights="fit" and no params'
        )
    test = load((X_test, y_test), task=data.task, missing_target=missing_target, name=f"{data.name}, test rows")
    if data.fit_weight is not None:
        test = replace(test, fit_weight=np.ones(len(test)))  # nobody is fitted to them
    return with_test_rows(data, test), SeparateTest({data.name: len(data)})


def _warm_up(file: str | Path | None, threads: int = 1) -> None:
    """Start the process that forks learners while the plan is made; a file that is there may hold everything already."""
    from bakeoff.runs.process.zygote_process import warm_up

    if file is None or not Path(file).exists():
        warm_up(threads=threads)


def _predicts_numbers(learner: Learner) -> bool:
    return getattr(learner, "kind", None) is EstimatorKind.REGRESSOR or getattr(learner, "numbers", False)


def _workers(n_jobs: int | None) -> int | None:
    """As in scikit-learn a negative number counts from all cores: -1 is all of them, -2 all but one."""
    if n_jobs is None or n_jobs > 0:
        return n_jobs
    if n_jobs == 0:
        raise BadInput("n_jobs must not be 0; leave it out for one worker per core")
    return max((os.cpu_count() or 1) + 1 + n_jobs, 1)
