"""Would another choice of data sets name another winner? For each learner the choice that favours it most."""

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.criteria.cherry_picking import cherry_picking
from bakeoff.criteria.sections.cherry_picking import cherry_plot, cherry_words


def test_identical_learners_never_win() -> None:
    made = cherry_picking(ScoreMatrix.of({"a": [1.0, 2.0, 3.0], "b": [1.0, 2.0, 3.0]}))
    assert made.winner is None
    assert made.left_out("a") is None
    assert made.shares.tolist() == [[0.0] * 3] * 2
    assert cherry_plot(made).lines == ()
    assert "share the best" in "".join(str(one) for one in cherry_words(made))
