"""Where the shared data lie, if they do, and a small study that runs for real."""

from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo

SHARED = Path(__file__).parents[2].parent / "shared" / "data"


def two_clouds(name, *, n=48, seed=0, gap=1.5):
    rng = np.random.default_rng(seed)
    target = np.arange(n) % 2
    features = rng.normal(size=(n, 2)) + gap * target[:, None]
    columns = (bo.Column(name="x"), bo.Column(name="z"))
    return bo.Dataset(
        name=name,
        task="binary",
        features=features,
        target=target,
        columns=columns,
        classes=("no", "yes"),
        positive="yes",
    )


@pytest.fixture
def clouds():
    return two_clouds


@pytest.fixture
def small_study():
    """Three learners, two data sets; settings can be changed by name."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    def make(**changed):
        settings = {
            "title": "a small study",
            "datasets": [two_clouds("near", gap=1.0), two_clouds("far", seed=1)],
            "learners": {"nb": GaussianNB(), "lr": LogisticRegression(), "zero": "majority"},
            "scheme": "2x3",
            "measures": ["accuracy", "roc_auc", "fit_seconds"],
            "seed": 3,
        }
        return bo.Study(**(settings | changed))

    return make
