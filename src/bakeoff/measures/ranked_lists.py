"""Measures of ranked lists: how early the relevant items of a query come, averaged over queries.

A query counts once, however long its list is. One without a relevant item has no ideal order: no measure counts it, and
a note says how many there are. Items of equal score are averaged over all their orders.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import gammaln

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import RANKED_LISTS
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.kinds import LISTS
from bakeoff.predictions.kinds.row_sums import ratio_of_sums
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranked_lists import RankedLists, blocks_of_lists, list_order, ranked_lists, relevant_items
from bakeoff.predictions.summaries.pivot import Pivot

__all__ = [
    "ALL", "average_precision_of_lists", "dcg", "err", "f_at", "hit_at", "map_at", "ndcg", "precision_of_lists_at", "recall_of_lists_at",
    "reciprocal_rank", "values_by_query", "weights_by_query",
]  # fmt: skip

ListValue = Callable[[RankedLists], Array]
HIGHEST_EXPONENT = 60  # of an exponential gain: 2 to that power and 1 still differ by less than the range of a double
HIGHEST_GRADE = 4  # of the graded judgements of TREC, and of the program that its participants use
_TIES = "items of equal score are averaged over all their orders; tools that break ties by the item's name give another value"
_EMPTY = "queries without a relevant item are left out; scikit-learn's ndcg counts them as 0"


def _discounted(lists: RankedLists, gain: Array, k: int | None) -> Array:
    """The sum of gains, each divided by the logarithm of its rank, for each query."""
    shares = gain / lists.discount
    return lists.sum(shares if k is None else np.where(lists.rank <= k, shares, 0.0))


def _exponential(lists: RankedLists) -> RankedLists:
    """The same lists with gains of two to the power of the grade, less one."""
    return replace(lists, gain=np.exp2(np.where(lists.gain <= HIGHEST_EXPONENT, lists.gain, np.nan)) - 1.0)


def _ndcg(k: int | None, exponential: bool) -> ListValue:
    def value(lists: RankedLists) -> Array:
        graded = _exponential(lists) if exponential else lists
        best = _discounted(graded, graded.ideal_gain, k)
        return _divided(_discounted(graded, graded.tied_gain, k), best)

    return value


def _dcg(k: int | None, exponential: bool) -> ListValue:
    def value(lists: RankedLists) -> Array:
        graded = _exponential(lists) if exponential else lists
        return _discounted(graded, graded.tied_gain, k)

    return value


def _found(lists: RankedLists, k: int) -> Array:
    """Relevant items among the first k of each query."""
    return lists.sum(np.where(lists.rank <= k, lists.tied_relevant / lists.tied, 0.0))


def _average_precision(k: int | None) -> ListValue:
    """The precision at the rank of each relevant item, averaged over the relevant items."""

    def value(lists: RankedLists) -> Array:
        others = (lists.tie_place - 1) * (lists.tied_relevant - 1) / np.maximum(lists.tied - 1, 1)
        here = lists.tied_relevant / lists.tied * (lists.relevant_ahead + others + 1) / lists.rank
        return _divided(lists.sum(np.where(lists.rank <= (k or np.inf), here, 0.0)), lists.relevant)

    return value


def _reciprocal(k: int | None) -> ListValue:
    """One over the rank of the first relevant item, 0 where the first k have none."""

    def value(lists: RankedLists) -> Array:
        place, relevant = lists.tie_place, lists.tied_relevant
        possible = (lists.relevant_ahead == 0) & (relevant > 0) & (place <= lists.tied - relevant + 1)
        possible &= lists.rank <= (k or np.inf)
        share = np.zeros(len(place))
        tied, chosen, free_place = lists.tied[possible], relevant[possible], place[possible]
        share[possible] = np.exp(_log_choose(tied - free_place, chosen - 1) - _log_choose(tied, chosen))
        return lists.sum(share / lists.rank)

    return value


def _hit(k: int) -> ListValue:
    """Whether the first k items have a relevant one; a chance between 0 and 1 where a tie lies across the end."""

    def value(lists: RankedLists) -> Array:
        last = lists.first + np.minimum(lists.sizes, k) - 1  # the last item that is looked at
        inside, tied, relevant = lists.tie_place[last], lists.tied[last], lists.tied_relevant[last]
        with np.errstate(invalid="ignore"):
            missed = np.where(
                tied - inside >= relevant,
                np.exp(_log_choose(tied - inside, relevant) - _log_choose(tied, relevant)),
                0.0,
            )
        return np.where(lists.relevant_ahead[last] > 0, 1.0, 1.0 - missed)

    return value


def _log_choose(n: Array, k: Array) -> Array:
    """The logarithm of the number of ways to choose k of n."""
    return np.asarray(gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0))


def _expected_reciprocal(highest: int) -> ListValue:
    """One over the rank at which a reader stops, who is content with an item by its grade (Chapelle and others 2009)."""

    def value(lists: RankedLists) -> Array:
        if lists.gain.max(initial=0.0) > highest:
            return np.full(len(lists.first), np.nan)
        content = np.where(lists.ranked, (np.exp2(lists.gain) - 1.0) / 2.0**highest, 0.0)
        going = np.concatenate([[0.0], np.cumsum(np.log1p(-content))])
        reach = np.exp(going[:-1] - going[np.repeat(lists.first, lists.sizes)])  # the chance to come to this item
        stop = reach * content
        mixed = np.flatnonzero((lists.tie_place == 1) & (lists.tied > 1) & (lists.tied_gain > 0))
        for start in mixed.tolist():  # only ties with a relevant item: their orders differ
            end = start + int(lists.tied[start])
            stop[start:end] = reach[start] * _stops_in_tie(content[start:end])
        return lists.sum(stop / lists.rank)

    return value


def _stops_in_tie(content: Array) -> Array:
    """The chance to stop at each place of a tie, over all its orders: from the mean product over subsets of each size."""
    products = np.zeros(len(content) + 1)  # elementary symmetric sums of the chances to go on, divided by their number
    products[0] = 1.0
    for i, going in enumerate(1.0 - content):
        size = np.arange(1, i + 2)
        products[1 : i + 2] = (products[1 : i + 2] * (i + 1 - size) + products[: i + 1] * going * size) / (i + 1)
    return products[:-1] - products[1:]


def _divided(above: Array, below: Array) -> Array:
    return np.asarray(np.divide(above, below, out=np.full(len(above), np.nan), where=below > 0))


def values_by_query(measure: Measure, pred: Predictions) -> tuple[Array, Array]:
    """One row of each query with a relevant item, and the value of its list."""
    order = list_order(pred)
    counts = relevant_items(pred) > 0
    if measure.own is not None:
        return order.rows[order.first][counts], measure.own.of_lists(pred)[counts]
    assert measure.per_list is not None
    return order.rows[order.first][counts], _in_blocks(pred, measure.per_list)[counts]


def _in_blocks(pred: Predictions, value: ListValue) -> Array:
    """The value of the list of each query."""
    return np.concatenate([np.zeros(0), *(value(lists) for lists in blocks_of_lists(pred))])


def weights_by_query(pred: Predictions) -> Array:
    """The weight of each query with a relevant item: the mean of those of its items."""
    assert pred.weight is not None
    lists = ranked_lists(pred)
    return lists.mean(pred.weight)[lists.relevant > 0]


def _declared(name: str, title: str, formula: str, value: ListValue, **own: Any) -> Measure:
    """A mean over queries. Its rows share the value of a query, so that sums over rows and groups are sums over queries."""

    def above(pred: Predictions, _: Pivot) -> Array:
        return list_order(pred).shared(np.where(relevant_items(pred) > 0, _in_blocks(pred, value), 0.0))

    def below(pred: Predictions, _: Pivot) -> Array:
        return list_order(pred).shared((relevant_items(pred) > 0).astype(np.float64))

    above.__name__ = f"{name} of queries"
    caveats = (_TIES, _EMPTY, *own.pop("caveats", ()))
    return Measure(
        name=name, title=title, formula=formula, compute=lambda sums: ratio_of_sums(sums, above, below), per_list=value,
        direction=Direction.HIGHER, tasks=frozenset({RANKED_LISTS}), needs=Output.LABEL, reads=LISTS, family="ranked lists",
        caveats=caveats, **{"bounds": (0.0, 1.0), "reference": "manning2008", "undefined": "no query has a relevant item", **own},
    )  # fmt: skip


def _up_to(name: str, k: int | None) -> tuple[str, str]:
    """The name with the length of the list, and the words for a title."""
    if k is None:
        return name, ""
    count(f"k of {name}", k)
    return f"{name}({k})", f", first {k} items"


def _spoken(name: str, k: int | None, gain: str = "linear") -> str:
    """The name inside a sentence."""
    return f"{name}{'' if k is None else f' at {k}'}{'' if _linear(gain) else ' of exponential gains'}"


def ndcg(k: int | None = None, gain: str = "linear") -> Measure:
    """Normalised discounted cumulative gain; `gain` is "linear" or "exponential" (two to the power of the grade, less one).

    >>> ndcg(10).name, ndcg(10, "exponential").name
    ('ndcg(10)', 'ndcg_exponential(10)')
    """
    name, first = _up_to("ndcg" if _linear(gain) else "ndcg_exponential", k)
    form = "g_i" if _linear(gain) else "(2^{g_i} - 1)"
    return _declared(
        name, f"Normalised discounted cumulative gain{first}{_of_gains(gain)}", rf"\sum_i {form} / \log_2(r_i + 1) / I",
        _ndcg(k, not _linear(gain)), short=_spoken("NDCG", k, gain), reference="jarvelin2002", undefined=_undefined(gain),
    )  # fmt: skip


def dcg(k: int | None = None, gain: str = "linear") -> Measure:
    """Discounted cumulative gain, not divided by that of the ideal order.

    >>> dcg(5).name
    'dcg(5)'
    """
    name, first = _up_to("dcg" if _linear(gain) else "dcg_exponential", k)
    form = "g_i" if _linear(gain) else "(2^{g_i} - 1)"
    return _declared(
        name, f"Discounted cumulative gain{first}{_of_gains(gain)}", rf"\sum_i {form} / \log_2(r_i + 1)", _dcg(k, not _linear(gain)), undefined=_undefined(gain),
        bounds=(0.0, np.inf), short=_spoken("DCG", k, gain), reference="jarvelin2002", in_units=True,
    )  # fmt: skip


def _undefined(gain: str) -> str:
    high = "" if _linear(gain) else f", or a gain is above {HIGHEST_EXPONENT}"
    return f"no query has a relevant item{high}"


def _of_gains(gain: str) -> str:
    return "" if _linear(gain) else ", exponential gains"


def _linear(gain: str) -> bool:
    if gain not in {"linear", "exponential"}:
        raise BadInput(f"the gain of ndcg and dcg is linear or exponential, not {str(gain)[:40]!r}")
    return gain == "linear"


def map_at(k: int | None = None) -> Measure:
    """Mean average precision: the precision at the rank of each relevant item, averaged over relevant items and queries.

    >>> map_at().name, map_at(10).name
    ('map', 'map(10)')
    """
    name, first = _up_to("map", k)
    return _declared(
        name, f"Mean average precision{first}", r"\sum_i [g_i > 0] h_i / (r_i R)", _average_precision(k),
        short=_spoken("MAP", k),
    )  # fmt: skip


def reciprocal_rank(k: int | None = None) -> Measure:
    """Mean reciprocal rank: one over the rank of the first relevant item.

    >>> reciprocal_rank(10).name
    'mrr(10)'
    """
    name, first = _up_to("mrr", k)
    return _declared(
        name, f"Mean reciprocal rank{first}", r"1 / \min(r_i, g_i > 0)", _reciprocal(k),
        short=_spoken("MRR", k), reference="voorhees1999",
    )  # fmt: skip


def hit_at(k: int) -> Measure:
    """The share of queries with a relevant item among the first k.

    >>> hit_at(10).name
    'hit_at(10)'
    """
    count("k of hit_at", k)
    return _declared(
        f"hit_at({k})",
        f"Hit rate, first {k} items",
        rf"[\min(r_i, g_i > 0) \le {k}]",
        _hit(k),
        short=f"hit rate at {k}",
    )


def f_at(k: int) -> Measure:
    """F1 of precision and recall among the first k items of each query.

    >>> f_at(10).name
    'f_at(10)'
    """
    count("k of f_at", k)
    return _declared(
        f"f_at({k})", f"F1, first {k} items", rf"2 h_{{{k}}} / ({k} + R)", lambda lists: 2.0 * _found(lists, k) / (k + lists.relevant),
        short=f"F1 of the first {k} items",
    )  # fmt: skip


def precision_of_lists_at(k: int) -> Measure:
    """The share of relevant items among the first k of each query.

    >>> precision_of_lists_at(5).name
    'precision_at(5)'
    """
    count("k of precision_at", k)
    return _declared(
        f"precision_at({k})", f"Precision among the first {k} items", rf"h_{{{k}}} / {k}", lambda lists: _found(lists, k) / k,
        short=f"precision at {k}", caveats=("cannot reach 1 where a query has fewer relevant items",),
    )  # fmt: skip


def recall_of_lists_at(k: int) -> Measure:
    """The share of the relevant items of each query that are among its first k.

    >>> recall_of_lists_at(5).name
    'recall_at(5)'
    """
    count("k of recall_at", k)
    return _declared(
        f"recall_at({k})", f"Recall among the first {k} items", rf"h_{{{k}}} / R", lambda lists: _divided(_found(lists, k), lists.relevant),
        short=f"recall at {k}", caveats=("cannot reach 1 where a query has more relevant items",),
    )  # fmt: skip


def err(highest: int = HIGHEST_GRADE) -> Measure:
    """Expected reciprocal rank; `highest` is the highest grade that an item can have.

    >>> err().name, err(1).name
    ('err', 'err(1)')
    """
    count("the highest grade of err", highest)
    return _declared(
        "err" if highest == HIGHEST_GRADE else f"err({highest})", "Expected reciprocal rank", r"\sum_i c_i / r_i",
        _expected_reciprocal(highest), short="ERR" if highest == HIGHEST_GRADE else f"ERR of grades up to {highest}", reference="chapelle2009",
        undefined=f"no query has a relevant item, or a grade is above {highest}",
        caveats=(f"grades count from 0 to {highest}; err(1) is for relevant or not",),
    )  # fmt: skip


average_precision_of_lists = map_at()
ALL: tuple[Measure, ...] = (
    ndcg(), ndcg(10), ndcg(gain="exponential"), ndcg(10, "exponential"), dcg(), dcg(gain="exponential"), average_precision_of_lists,
    reciprocal_rank(), hit_at(10), f_at(10), err(),
)  # fmt: skip
