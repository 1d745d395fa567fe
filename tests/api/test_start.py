"""`bo.evaluate` of a small study: one zygote for all calls of a session."""

import numpy as np
from sklearn.linear_model import LogisticRegression, RidgeClassifier

import bakeoff as bo
from bakeoff.runs.process import zygote_process


def test_the_second_call_starts_no_zygote(monkeypatch):
    started = []

    class Counted(zygote_process.ZygoteProcess):
        def __init__(self, **how):
            super().__init__(**how)
            started.append(self.pid)

    monkeypatch.setattr(zygote_process, "ZygoteProcess", Counted)
    monkeypatch.setenv("BAKEOFF_TEST", "start")  # whatever was kept before does not fit
    X, y = np.random.default_rng(0).normal(size=(60, 3)), np.arange(60) % 2
    learners = [LogisticRegression(), RidgeClassifier()]
    first = bo.evaluate(learners, X, y, cv=5, progress=False)
    second = bo.evaluate(learners, X, y, cv=5, progress=False)
    assert len(started) == 1
    assert first.verdict.sentence == second.verdict.sentence
