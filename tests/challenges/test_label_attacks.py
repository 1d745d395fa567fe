"""Teams that try to read hidden labels row by row, by strategies that read every row where answers have no noise: they do no better than by guessing.

The attackers know the rule, its step at every attempt, and the labels of many easy rows. They do not know the key.
"""

from hashlib import sha256
from math import ceil, sqrt

import numpy as np
import pytest
from scipy.stats import t as student

from bakeoff.challenges.ladder import Ladder
from bakeoff.challenges.published_ranking import FinalEntry, published_ranking
from bakeoff.challenges.release import Release
from bakeoff.core.errors import BakeoffError
from bakeoff.data.tasks import BINARY
from bakeoff.measures import ALL, measure_named
from bakeoff.predictions.predictions import Output, Predictions
from tests.helpers.exchange import made_challenge, table_of, truth_of

ROWS, KNOWN, TARGETS = 2000, 1000, 138
CLASSES = ("a", "b")


def _accepted():
    """Every measure of the catalogue that a board of two classes takes."""
    for measure in ALL:
        if measure.needs in {Output.LABEL, Output.PROBA}:
            try:
                Ladder([*CLASSES] * 10, measure, positive="b")
            except BakeoffError:
                continue
            yield measure.name


BOARD_MEASURES = tuple(_accepted())


def test_the_measures_of_a_board_are_those_that_the_attacks_try():
    assert set(BOARD_MEASURES) == {
        "accuracy", "error", "brier", "mae_proba", "spherical", "brier_two_columns", "expected_cost([[0,1],[1,0]])", "net_benefit(0.5)",
    }  # fmt: skip


class Attacker:
    """What an attacker holds: a probability of class b for each row, and the labels of the easy rows, which are the first ones."""

    def __init__(self, measure: str, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.truth = self.rng.integers(0, 2, ROWS)
        self.truth[KNOWN : KNOWN + TARGETS] = (
            self.rng.permutation(TARGETS) % 2
        )  # one answer for all is right half the time
        self.measure = measure_named(measure)
        self.soft = self.measure.needs is Output.PROBA and not measure.startswith("net_benefit")
        self.board = Ladder(
            [CLASSES[code] for code in self.truth],
            self.measure,
            labels=CLASSES,
            positive="b",
            key=sha256(f"{measure} {seed}".encode()).digest(),
        )
        self.start = np.full(ROWS, 0.5) if self.soft else self.rng.integers(0, 2, ROWS).astype(float)

    def predictions(self, proba: np.ndarray) -> Predictions:
        return Predictions(
            task=BINARY, rows=np.arange(ROWS), truth=self.truth, classes=CLASSES, positive="b", label=(proba > 0.5).astype(int),
            proba=np.column_stack([1 - proba, proba]),
        )  # fmt: skip

    def score(self, team: str, proba: np.ndarray) -> float:
        """The released score, turned so that less is better."""
        got = self.board.submit(team, self.predictions(proba)).score
        return -got if self.measure.wish == "higher" else got

    def targets(self) -> np.ndarray:
        return np.arange(KNOWN, KNOWN + TARGETS)


def _check(right: dict[str, int], tried: int) -> None:
    """All measures together within two standard errors of guessing and the promised effect, each of them within three and a half."""
    effect = Release(width=1.0, rows=ROWS, key=b"").effect
    assert effect == pytest.approx(0.025)
    chance = 0.5 + effect / 2  # a number that changes with this chance names the right one of two labels so often
    total = tried * len(right)
    assert sum(right.values()) <= total * chance + 2 * sqrt(total) / 2
    assert max(right.values()) <= tried * chance + 3.5 * sqrt(tried) / 2


def _read_at_an_edge(measure: str) -> int:
    eve = Attacker(measure, 1)
    most_wrong = 120
    easy = [
        np.where(np.arange(ROWS) < KNOWN, np.where(np.arange(ROWS) < wrong, 1.0 - eve.truth, eve.truth), eve.start)
        for wrong in range(most_wrong)
    ]
    released = [eve.score(f"edge {number}", proba) for number, proba in enumerate(easy)]
    edge = next(number for number in range(1, most_wrong) if released[number] > released[number - 1])
    right = 0
    for row in eve.targets():
        proba = easy[edge - 1].copy()  # one more wrong row is on the other side
        proba[row] = 1.0
        worse = eve.score(f"row {row}", proba) > released[edge - 1]
        right += int((0 if worse else 1) == eve.truth[row])
    return right


def test_single_rows_at_an_edge_of_the_rounding_are_not_read():
    """First scores of many names: the known rows bring the score to an edge of the rounding, and one more row decides on which side it falls."""
    _check({measure: _read_at_an_edge(measure) for measure in BOARD_MEASURES}, TARGETS)


def _read_by_small_spread(measure: str) -> int:
    eve = Attacker(measure, 2)
    state = eve.start.copy()
    state[:KNOWN] = 0.5 if eve.soft else 1 - eve.truth[:KNOWN]
    eve.score("eve", state)
    right = fresh = 0
    amount = 1e-3
    for attempt, row in enumerate(eve.targets(), start=2):
        needed = ceil(float(student.isf(0.05 / (attempt * (attempt + 1)), ROWS - 1)) ** 2)
        used = np.arange(fresh, fresh + (needed if eve.soft else max(needed, 21))) % KNOWN
        proba = state.copy()
        proba[used] = state[used] + amount * (2 * eve.truth[used] - 1) if eve.soft else eve.truth[used]
        proba[row] = state[row] + amount if eve.soft else 1.0
        improved = eve.board.submit("eve", eve.predictions(proba)).improved
        right += int(improved == (eve.truth[row] == 1))
        if improved:  # a little more each time, so that the rounding of old gains does not hide new ones
            state, fresh, amount = proba, fresh + len(used), 1.03 * amount
    return right


def test_a_small_spread_does_not_read_rows():
    """One team, 138 submissions after the first: a few known rows become better by little, so that the bet on one row decides whether that is clear."""
    _check({measure: _read_by_small_spread(measure) for measure in BOARD_MEASURES}, TARGETS)


def _published(eve: Attacker, measure: str, sent: dict[str, np.ndarray]) -> dict[str, float]:
    """The published scores, turned so that less is better."""
    entries = {
        team: FinalEntry(digest=sha256(proba.tobytes()).hexdigest(), predictions=eve.predictions(proba))
        for team, proba in sent.items()
    }
    key = sha256(measure.encode()).digest()
    ranking = published_ranking(entries, measure_named(measure), groups=None, alpha=0.05, key=key)
    turned = -1 if ranking["better"] == "higher" else 1
    return {row["team"]: turned * row["score"] for row in ranking["rows"]}


def _read_by_differences(measure: str) -> int:
    rng, eve = np.random.default_rng(7), Attacker("brier", 3)
    base = np.where(np.arange(ROWS) < KNOWN, np.where(eve.truth == 1, 0.9, 0.1), 0.5)
    right = 0
    for row in eve.targets():
        sent = {name: np.where(np.arange(ROWS) == row, code, base) for name, code in (("zero", 0.0), ("one", 1.0))}
        scores = _published(eve, measure, sent)
        tie = scores["zero"] == scores["one"]
        guess = int(rng.integers(0, 2)) if tie else int(scores["one"] < scores["zero"])
        right += int(guess == eve.truth[row])
    return right


def test_differences_of_final_scores_do_not_read_rows():
    """Two names for each row, alike but for that row: which of the two is published as better. An area under the curve is one of the measures."""
    _check({measure: _read_by_differences(measure) for measure in (*BOARD_MEASURES, "roc_auc", "gini")}, TARGETS)


def _weights(n: int) -> np.ndarray:
    return 0.05 * 3.2 ** -np.arange(float(n))


def test_four_final_scores_do_not_hold_the_labels_of_88_rows(tmp_path):
    """Each row has its own weight, so that a score with all digits can be taken apart; from the creation to the published ranking."""
    with made_challenge(tmp_path, measure="brier", positive="well") as made:
        ids = [row["id"] for row in table_of(made.folder.download("test.csv"))]
        truth = truth_of(made.folder.path)
        final = {row["id"] for row in table_of(made.folder.hidden("final"))}
        chosen = {f"t{number}": ids[22 * number : 22 * number + 22] for number in range(4)}
        weights = _weights(22)
        for team in chosen:
            made.add_team(team)
        made.open()
        for team, rows in chosen.items():
            proba = dict.fromkeys(ids, 0.5) | dict(zip(rows, 0.5 + weights, strict=True))
            made.submit(team, {"id": ids, "proba_well": list(proba.values()), "proba_ill": [1 - one for one in proba.values()]})  # fmt: skip
        made.close()
        made.final().close()
        scores = {row["team"]: row["score"] for row in made.board().ranking["rows"]}
        n = made.about.final_rows
    right = tried = 0
    for team, rows in chosen.items():
        rest = (scores[team] - 0.25) * n  # a sum of -w or w, and w squared, over those rows that are final
        for row, weight in zip(rows, weights, strict=True):
            options = {"well": weight**2 - weight, "ill": weight**2 + weight, "not final": 0.0}
            guess = min(options, key=lambda name: abs(rest - options[name]))
            rest -= options[guess]
            if row in final:
                tried += 1
                right += guess == truth[row]
    assert tried > 20
    assert right <= tried / 2 + 2 * sqrt(tried) / 2
