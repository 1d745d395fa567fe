"""Functions of the user's own for several labels, several numbers, ranked lists and predicted quantiles."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics import (
    coverage_error,
    f1_score,
    hamming_loss,
    label_ranking_average_precision_score,
    label_ranking_loss,
    make_scorer,
    ndcg_score,
    r2_score,
)
from sklearn.tree import DecisionTreeRegressor

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures.own.own_function import ReturnedForm

RNG = np.random.default_rng(5)
TAGS = RNG.integers(0, 2, (60, 3))
GUESS = np.where(RNG.random((60, 3)) < 0.8, TAGS, 1 - TAGS)
HEIGHTS = RNG.normal(size=(60, 2))
NEAR, FAR = HEIGHTS + RNG.normal(0, 0.2, (60, 2)), HEIGHTS + RNG.normal(0, 2.0, (60, 2))
QUERY = np.repeat(np.arange(40), 8)
GAIN = RNG.integers(0, 3, 320)
GAIN[:8] = 0  # a query without a relevant item
GAIN[8::8] = 1
GOOD, CHANCE = GAIN + RNG.normal(0, 1.0, 320), RNG.normal(size=320)


def first_item(y_true, y_score):
    return float(y_true[0] > 0)


def best_of_all(y_true, y_score, query):
    lists = [query == name for name in np.unique(query)]
    return float(np.mean([y_true[rows][np.argmax(y_score[rows])] > 0 for rows in lists]))


def worst_distance(y_true, y_pred):
    return np.abs(y_true - y_pred).max(axis=1)


def own(function, needs="label", direction="higher"):
    return bo.own_measure(function, direction=direction, needs=needs)


def answers(panel):
    return [note.facts["answer"] for note in panel.notes if note.code == "measures.taken-for"]


class TestRankedLists:
    def test_a_function_gets_one_list_in_the_order_of_its_scores(self):
        measure = bo.own_measure(first_item, direction="higher", needs="score", bounds=(0, 1))
        panel = bo.measure(GAIN, y_score=GOOD, query=QUERY, measures=[measure, "hit_at(1)"])
        mine, ours = panel["first_item"], panel["hit_at(1)"]
        assert (mine.value, mine.low, mine.high) == pytest.approx((ours.value, ours.low, ours.high), rel=1e-12)
        assert ReturnedForm.LIST in answers(panel)

    def test_with_the_parameter_query_it_gets_all_lists_and_whole_queries_are_drawn(self):
        panel = bo.measure(GAIN, y_score=GOOD, query=QUERY, measures=[own(best_of_all, "score")], n_resamples=300)
        assert panel["best_of_all"].value == best_of_all(GAIN, GOOD, QUERY)
        assert "by group" in panel["best_of_all"].method
        assert panel["best_of_all"].low < panel["best_of_all"].value < panel["best_of_all"].high
        spread = panel["best_of_all"].high - panel["best_of_all"].low
        hits = [GAIN[QUERY == name][np.argmax(GOOD[QUERY == name])] > 0 for name in range(40)]
        drawn = np.random.default_rng(0).choice(hits, (4000, 40)).mean(axis=1)
        assert spread == pytest.approx(np.diff(np.quantile(drawn, [0.025, 0.975]))[0], abs=0.06)

    @pytest.mark.parametrize("function", [first_item, best_of_all])
    def test_two_rankings_are_compared_by_it(self, function):
        comparison = bo.compare_predictions(
            GAIN, {"good": GOOD, "chance": CHANCE}, own(function, "score"), query=QUERY, n_resamples=300
        )
        assert comparison.verdict.winner == "good"
        assert 0 < comparison.judgement.pairs[0].pair.result.p_value < 0.05

    def test_the_comparison_equals_that_of_our_own_measure(self):
        systems = {"good": GOOD, "chance": CHANCE}
        mine, ours = (
            bo.compare_predictions(GAIN, systems, measure, query=QUERY).judgement.pairs[0].pair.result
            for measure in (own(first_item, "score"), "hit_at(1)")
        )
        assert mine.p_value == ours.p_value

    def test_one_measure_serves_lists_and_rows_in_turn(self):
        measure = own(first_item, "score")
        for _ in range(2):
            lists = bo.measure(GAIN, y_score=GOOD, query=QUERY, measures=[measure], level=None)
            rows = bo.measure([1, 0, 1], y_score=[0.1, 0.2, 0.3], positive=1, measures=[measure], level=None)
            assert lists["first_item"].value == pytest.approx(
                np.mean([GAIN[QUERY == q][np.argmax(GOOD[QUERY == q])] > 0 for q in range(1, 40)])
            )
            assert rows["first_item"].value == 1.0

    def test_a_study_of_rankers_has_it_first(self):
        features = np.column_stack([GAIN + RNG.normal(size=320), RNG.normal(size=320)])
        learners = {"line": LinearRegression(), "tree": DecisionTreeRegressor(max_depth=2, random_state=0)}
        measures = [own(first_item, "score"), own(best_of_all, "score"), "hit_at(1)"]
        results = bo.evaluate(
            learners, features, GAIN, task="ranking", groups=QUERY, scheme="kfold(4, groups=true)", measures=measures, progress=False
        )  # fmt: skip
        scores = results.scores()
        scores = scores[scores.learner == "line"]  # a tree gives ties, of which ours takes the mean over all orders
        by = {name: scores.loc[scores.measure == name, "value"].to_numpy() for name in ("first_item", "hit_at(1)")}
        assert by["first_item"] == pytest.approx(by["hit_at(1)"])

    def test_ndcg_score_of_scikit_learn_gets_each_list(self):
        kept = np.flatnonzero(QUERY > 0)  # ours leaves the query without a relevant item out
        panel = bo.measure(GAIN, y_score=GOOD, query=QUERY, measures=[ndcg_score, "ndcg"], level=None)
        expected = ndcg_score(GAIN[kept].reshape(-1, 8), GOOD[kept].reshape(-1, 8))
        assert [panel[name].value for name in panel] == pytest.approx([expected, expected], rel=1e-12)

    @pytest.mark.parametrize(
        ("function", "sentence"),
        [
            (lambda y_true, y_score: y_true * 1.0, "returned 8 values for the list of query 1"),
            (lambda y_true, y_score: float("nan"), "is not a number for the list of query 1"),
        ],
    )
    def test_what_is_no_number_of_a_list_costs_one_sentence(self, function, sentence):
        measure = bo.own_measure(function, name="odd", direction="higher", needs="score")
        panel = bo.measure(GAIN, y_score=GOOD, query=QUERY, measures=[measure, "map"], level=None)
        assert sentence in panel["odd"].warnings[0]
        assert np.isfinite(panel["map"].value)
        with pytest.raises(NotApplicable, match=sentence):
            bo.compare_predictions(GAIN, {"good": GOOD, "chance": CHANCE}, measure, query=QUERY)


class TestMatrices:
    def test_values_of_rows_have_the_interval_of_a_mean(self):
        panel = bo.measure(
            HEIGHTS, NEAR, task="multioutput", measures=[own(worst_distance, direction="lower")], n_resamples=200
        )
        assert panel["worst_distance"].value == pytest.approx(np.abs(HEIGHTS - NEAR).max(axis=1).mean())
        assert "rows" in answers(panel)

    def test_two_learners_are_compared_by_it(self):
        comparison = bo.compare_predictions(
            HEIGHTS, {"near": NEAR, "far": FAR}, own(worst_distance, direction="lower"), task="multioutput"
        )
        assert comparison.verdict.winner == "near"

    def test_a_value_for_each_cell_is_refused_with_the_cure(self):
        def cells(y_true, y_pred):
            return np.abs(y_true - y_pred)

        panel = bo.measure(HEIGHTS, NEAR, task="multioutput", measures=[own(cells, direction="lower")], level=None)
        assert "one for each row, as .mean(axis=1)" in panel["cells"].warnings[0]  # two columns are no ratio here

    def test_a_pair_of_columns_is_a_ratio(self):
        def shares(y_true, y_pred):
            return (y_true & y_pred).sum(axis=1), (y_true | y_pred).sum(axis=1)

        panel = bo.measure(TAGS, GUESS, task="multilabel", measures=[own(shares), "jaccard_micro"])
        assert panel["shares"].value == pytest.approx(panel["jaccard_micro"].value, rel=1e-12)
        assert panel["shares"].method.startswith("delta method")

    @pytest.mark.parametrize(
        ("scorer", "value"),
        [
            (make_scorer(f1_score, average="samples", zero_division=0), f1_score(TAGS, GUESS, average="samples", zero_division=0)),
            (make_scorer(hamming_loss, greater_is_better=False), hamming_loss(TAGS, GUESS)),
            (f1_score, None),
        ],
    )  # fmt: skip
    def test_scorers_of_scikit_learn_get_the_matrices(self, scorer, value):
        panel = bo.measure(TAGS, GUESS, task="multilabel", measures=[scorer], level=None)
        (only,) = panel.values()
        if value is None:
            assert "take f1_macro, f1_micro or f1_samples" in only.warnings[0]
        else:
            assert only.value == pytest.approx(value, rel=1e-12)

    def test_label_rankings_of_scikit_learn_are_our_measures(self):
        score = RNG.random((60, 3)).round(1)
        metrics = {
            "label_ranking_loss": label_ranking_loss,
            "label_ranking_precision": label_ranking_average_precision_score,
            "coverage_error": coverage_error,
        }
        panel = bo.measure(TAGS, y_score=score, task="multilabel", measures=list(metrics.values()), level=None)
        assert {name: panel[name].value for name in panel} == pytest.approx(
            {name: metric(TAGS, score) for name, metric in metrics.items()}
        )

    def test_a_scorer_averages_outputs_as_it_was_told(self):
        scorer = make_scorer(r2_score, multioutput="variance_weighted")
        panel = bo.measure(HEIGHTS, NEAR, task="multioutput", measures={"r2": "r2", "weighted": scorer}, level=None)
        assert panel["weighted"].value == pytest.approx(r2_score(HEIGHTS, NEAR, multioutput="variance_weighted"))


def test_predicted_quantiles_reach_a_function_with_their_levels():
    truth = RNG.normal(size=80)
    forecast = {0.1: np.full(80, -1.28), 0.9: np.full(80, 1.28)}

    def covered(y_true, y_quantiles, levels):
        assert levels.tolist() == [0.1, 0.9]
        return (y_quantiles[:, 0] <= y_true) & (y_true <= y_quantiles[:, 1])

    panel = bo.measure(truth, y_quantiles=forecast, measures=[own(covered, "quantiles"), "interval_coverage(0.8)"])
    mine, ours = panel["covered"], panel["interval_coverage(0.8)"]
    assert (mine.value, mine.low, mine.high) == pytest.approx((ours.value, ours.low, ours.high))


def test_columns_of_extra_reach_functions_of_matrices():
    def missed(y_true, y_pred, price):
        return (y_true > y_pred).sum(axis=1) * price

    price = RNG.random(60)
    panel = bo.measure(
        TAGS, GUESS, task="multilabel", measures=[own(missed, direction="lower")], extra={"price": price}
    )
    assert panel["missed"].value == pytest.approx(np.mean((TAGS > GUESS).sum(axis=1) * price))


def test_what_it_needs_is_one_of_four():
    with pytest.raises(BadInput, match="label, score, proba or quantiles"):
        own(first_item, "draws")


def test_a_mapping_of_one_names_the_measure_of_a_comparison():
    systems = {"a": GUESS[:, 0], "b": TAGS[:, 0]}
    comparison = bo.compare_predictions(TAGS[:, 0], systems, {"hits": "accuracy"})
    assert (comparison.verdict.winner, comparison.judgement.question.measure) == ("b", "hits")
    with pytest.raises(BadInput, match="the mapping names 2; give one of them"):
        bo.compare_predictions(TAGS[:, 0], systems, {"hits": "accuracy", "f": "f1"})
