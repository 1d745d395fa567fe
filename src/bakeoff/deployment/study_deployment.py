"""From a study to a model in use: `results.deploy()`."""

from collections.abc import Iterable
from pathlib import Path

from bakeoff.api.results import Results
from bakeoff.data.dataset import Dataset
from bakeoff.deployment.choice import chosen_domain, chosen_learner
from bakeoff.deployment.deploy import train
from bakeoff.deployment.deployed_model import Deployment
from bakeoff.deployment.ingredients import Ingredients, learner_for, rows_for, run_settings, toml_of
from bakeoff.study.analysis.stored_design import STUDY_TOML
from bakeoff.study.spec.options import RunSettings

__all__ = ["deploy"]


def deploy(
    results: Results,
    learner: str | None = None,
    *,
    dataset: str | None = None,
    data: Dataset | str | Path | None = None,
    study: str | Path | None = None,
    target: str | None = None,
    positive: str | None = None,
    allow: Iterable[str] = (),
    other_data: bool = False,
    timeout: float | None = None,
    memory: float | None = None,
) -> Deployment:
    """Train the best learner by the primary measure, or the one that is named, on all rows; see `save` and `card`.

    A results file contains no features: rows and learner come from the study where it was run in this process, else from the
    TOML file it was run from, else from `data`. They are checked against the fingerprint of the study's data. A learner that tunes
    itself does so on all rows. It is trained in a child process.

    Parameters
    ----------
    results
        The results of the study.
    learner
        The learner; by default the best one by the primary measure.
    dataset
        The data set; needed if the study has several.
    data
        The rows, a data set or a file, where neither this process nor a study file has them.
    study
        The TOML file of the study, if it is not where it was.
    target, positive
        The target of a file in `data`, and its positive class.
    allow
        Packages beside scikit-learn that learners may come from.
    other_data
        Train on rows that are not those of the study; the card names them.
    timeout, memory
        Seconds (of a search: for each of its fits) and MB that the child process may take; by default as in `[run]` of the study.

    Returns
    -------
    Deployment
        The trained model with its card.

    Examples
    --------
        results.deploy("forest", dataset="iris")
    """
    domain = chosen_domain(results.design, dataset)
    ingredients = Ingredients(
        spec=results.spec,
        toml=toml_of(results.path, results.ledger.get_meta(STUDY_TOML), study),
        data=data,
        target=target,
        positive=positive,
        allow=tuple(allow),
        other_data=other_data,
    )
    choice = chosen_learner(results.ledger, results.design, results.findings, domain, learner)
    ready, versions = learner_for(choice.learner, ingredients)
    rows, other = rows_for(domain.card, ingredients)
    return Deployment(
        train(
            ready,
            rows,
            choice,
            design=results.design,
            domain=domain,
            ledger=results.ledger,
            settings=RunSettings(**run_settings(ingredients).but(timeout=timeout, memory=memory)),
            notes=(*versions, *other),
        )
    )
