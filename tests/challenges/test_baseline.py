"""The trivial baseline of a board is made of training rows only, and terms come before the first submission."""

import pytest

from bakeoff.challenges.baseline import trivial_baseline
from bakeoff.challenges.challenge import Challenge
from bakeoff.core.errors import BadInput


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    file = tmp_path_factory.mktemp("data") / "t.csv"
    file.write_text("x,y\n" + "\n".join(f"{row},{'yes' if row % 5 == 0 else 'no'}" for row in range(300)))
    return file


@pytest.mark.parametrize("measure", ["error", "accuracy", "brier"])
def test_it_is_the_constant_answer_on_the_training_rows(table, tmp_path, measure):
    with Challenge.create(table, "y", tmp_path / "c", measure=measure) as made:
        counts = dict(made.about.class_counts)
        share = counts["yes"] / sum(counts.values())
        found = trivial_baseline(made.about)
        wanted = {"error": share, "accuracy": 1 - share, "brier": share * (1 - share)}[measure]
        assert found.score == pytest.approx(wanted) or found.score == pytest.approx(2 * wanted)
        assert "Trivial baseline" in str(made.board())
        assert made.board().as_dict()["baseline"]["score"] == found.score


def test_terms_come_first(table, tmp_path):
    with Challenge.create(table, "y", tmp_path / "c", terms="Do not share the data.") as made:
        made.add_team("ada")
        made.open()
        with pytest.raises(BadInput, match="not accepted yet"):
            made.check_terms("ada")
        made.accept_terms("ada")
        made.check_terms("ada")


def test_without_terms_there_is_nothing_to_accept(table, tmp_path):
    with Challenge.create(table, "y", tmp_path / "c") as made:
        made.add_team("ada")
        made.check_terms("ada")
