"""Notes on a panel or a curve: what a reader should know before believing it."""

from collections.abc import Callable, Mapping, Sequence

from bakeoff.core.notes import Note, NoteKind, Severity
from bakeoff.core.text import counted, percent_range

__all__ = ["NOTES"]

_CHANCE = {0.5: "one half", 0.0: "zero"}
NAMED = 5  # classes or groups that a sentence names
FAR_BELOW = 0.75  # coverage of a 95 % interval that is named by itself


def _kind(code: str, means: str, words: str | Callable[[Note], str], severity: Severity = Severity.CAVEAT) -> NoteKind:
    return NoteKind(code=f"panels.{code}", severity=severity, means=means, words=words)


def _some(names: Sequence[str], rest: str = " and {n} more") -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (rest.format(n=more) if more > 0 else "")


def _covering(name: str, rates: Sequence[float]) -> str:
    """A measure and its measured coverage.

    >>> _covering("ks", [0.731, 0.904])
    'ks 73% to 90%'
    """
    return f"{name} {percent_range(*rates)}"


def _samples(note: Note) -> str:
    """Which samples were simulated: of numbers, of two classes, of more."""
    n, rarest, many = (note.facts[name] for name in ("n", "rarest", "many"))
    if rarest:
        return f"about {counted(many, 'class', 'classes')}, {counted(rarest, 'row')} in the rarest,"
    return f"about {counted(n, 'row')}{' outside the most frequent class' if note.facts['classes'] else ''}"


def _under_tails(rates: Mapping[str, float], n: int) -> str:
    """How many intervals cover at least under tails that so many rows do not exclude: one figure, and those far below it by name."""
    low = sorted((rate, name) for name, rate in rates.items() if rate < FAR_BELOW)
    others = [rate for rate in rates.values() if rate >= FAR_BELOW]
    words = [percent_range(min(others), min(others))] if others else []
    words += [_covering(name, [rate, rate]) for rate, name in low]
    if not words:
        return ""
    return f"; in simulations of tails that {counted(n, 'row')} cannot rule out, as few as {', '.join(words)} of 95% intervals cover"


def _zero_probability(note: Note) -> str:
    n, weight = note.facts["n"], note.facts["weight"]
    rows = f"rows of weight {weight:g}" if n is None else counted(n, "row")
    return f"{rows} had probability zero for the class that came true: log_loss is infinite (log_loss_clipped is not)"


def _no_negatives(note: Note) -> str:
    measures = note.facts["measures"]
    verb, pronoun = ("does", "it") if len(measures) == 1 else ("do", "them")
    return (
        f"{', '.join(measures)} {verb} not see the {note.facts['negatives']:g} true negatives: read specificity or mcc "
        f"beside {pronoun}"
    )


def _scale(note: Note) -> str:
    classes = note.facts["classes"]
    few = " < ".join(classes[:4]) + (" < ..." if len(classes) > 4 else "")
    return f"{note.about.measure} counts steps on the scale {few}: if that is not the order of the classes, name them in theirs"


def _like_numbers(note: Note) -> str:
    plain = "write them without separators of thousands and " if note.facts["separated"] else ""
    return (
        f"the {note.facts['classes']} classes are numbers, and wrong ones lie near the right ones (correlation {note.facts['correlation']:.2f}): if numbers "
        f"are to be predicted, {plain}set task='regression' (--task regression); if the classes are a scale, task='ordinal' (--task ordinal)"
    )


MAJORITY = _kind(
    "majority", "One class contains most rows.",
    "class {name} makes up {share:.0%} of the rows: always predicting it would be {share:.1%} accurate; "
    "read balanced_accuracy, kappa or mcc beside the accuracy",
)  # fmt: skip
ONE_CLASS = _kind(
    "one-class", "All rows are of one class.",
    "every row is of class {name}: how well it is separated from other classes cannot be measured",
)  # fmt: skip
NEVER_TRUE = _kind(
    "never-true", "A class or a label was predicted that no row has.",
    lambda note: f"predicted, but never true in these rows: {note.facts.get('what', 'class')} {_some(note.facts['classes'])}",
)  # fmt: skip
NO_NEGATIVES = _kind("no-negatives", "No measure sees the true negatives.", _no_negatives)
SCALE = _kind("scale", "The order of the classes is that of the alphabet.", _scale)
LIKE_NUMBERS = _kind("like-numbers", "The classes are numbers, and wrong ones lie near the right ones.", _like_numbers)
NEAR_CHANCE = _kind(
    "near-chance", "A score is below chance, within its interval.",
    lambda note: f"{note.about.measure} lies below {_CHANCE.get(note.facts['chance'], note.facts['chance'])}, but no further than chance may bring it",
)  # fmt: skip
BELOW_CHANCE = _kind(
    "below-chance", "A score is below chance.",
    lambda note: f"{note.about.measure} lies below {_CHANCE.get(note.facts['chance'], note.facts['chance'])}: the classes may be reversed "
    "(which one is positive, or the sign of the scores)",
)  # fmt: skip
RARE_POSITIVES = _kind(
    "rare-positives", "Few rows are positive.",
    lambda note: f"only {note.facts['share']:.1%} of the rows are positive: {note.about.measure} is optimistic under such imbalance; "
    "prefer average_precision",
)  # fmt: skip
ZERO_PROBABILITY = _kind("zero-probability", "A class that came true had probability zero.", _zero_probability)

COUNTS = _kind(
    "counts", "Weights are whole numbers, and weights do not count as rows.",
    "the weights are whole numbers, and intervals are those of {n} rows: if a weight counts cases, as in a confusion matrix, give it as count (--count)",
)  # fmt: skip
PARTIAL_ERRORS = _kind(
    "partial-errors", "A number of errors is not whole.",
    "{errors:g} errors in {n} rows are no whole number: the rate was rounded, or is a mean of several runs", Severity.INFO,
)  # fmt: skip
ROWS_AS_TRUTH = _kind(
    "rows-as-truth", "Nothing says whether the rows of a confusion matrix are true or predicted classes.",
    "nothing says what the rows of the confusion matrix are: they were taken as the true classes; if they are the predicted ones, set rows='predicted' "
    "(--rows predicted), which exchanges precision and recall",
)  # fmt: skip
REPEATED_ROWS = _kind(
    "repeated-rows", "Row ids repeat.",
    "row ids repeat (repeated splits): intervals resample whole row ids, not single predictions", Severity.INFO,
)  # fmt: skip
EMPTY_QUERIES = _kind(
    "empty-queries", "Queries without a relevant item are left out.",
    lambda note: f"{note.facts['empty']} of {counted(note.facts['queries'], 'query', 'queries')} have no relevant item and are left out of every measure",
)  # fmt: skip
UNEVEN_TIMES = _kind(
    "uneven-times", "Rows in time have gaps, and intervals take the steps for equal.",
    lambda note: f"the {note.facts['times']} times have gaps; intervals take neighbours to be one step apart",
)  # fmt: skip
COLUMN_ORDER = _kind(
    "column-order", "Columns of probabilities were taken in the order of the classes.",
    lambda note: f"the columns of probabilities are taken in the order of the classes ({_some(note.facts['pairs'])}): --labels states another order",
    Severity.INFO,
)  # fmt: skip
BINNED = _kind(
    "binned", "Scores were ranked in bins.", "scores were ranked in bins: areas can be off by {error:.2g} at most"
)
ONE_SIDED = _kind("one-sided", "Bounds have one end.", "one-sided bounds: the {side} ends are open", Severity.INFO)
FEW_GROUPS = _kind(
    "few-groups", "Intervals come from few groups.",
    lambda note: f"{counted(note.facts['n'], 'group')} are few: intervals from fewer than {note.facts['least']} have less coverage than stated",
)  # fmt: skip
UNEVEN_UNITS = _kind(
    "uneven-units", "Few groups, or few rows, have most of the weight.",
    lambda note: f"{counted(note.facts['n'], note.facts['unit'])} of very unequal {'weight' if note.facts['unit'] == 'row' else 'size'} tell as much as about "
    f"{note.facts['like']:.0f} that count alike: intervals from fewer than {note.facts['least']} have less coverage than stated",
)  # fmt: skip
FEW_ROWS = _kind(
    "few-rows", "A class has few rows.",
    lambda note: f"a class has {counted(note.facts['n'], 'row')} only: with fewer than {note.facts['least']}, intervals of measures that depend on "
    "the order of classes have less coverage than stated",
)  # fmt: skip
COVERS_LESS = _kind(
    "covers-less", "In simulations fewer of such intervals cover than they say.",
    lambda note: f"in simulations of samples with {_samples(note)} "
    f"fewer than 92% of 95% intervals cover: {', '.join(_covering(*fact) for fact in note.facts['measures'].items())}",
)  # fmt: skip
UNSEEN_TAIL = _kind(
    "unseen-tail", "An unbounded loss has no interval without an assumption.",
    lambda note: f"intervals of {_some(note.facts['measures'])} assume that no rare error is far larger than those seen, which no sample can "
    f"rule out{_under_tails(note.facts['rates'], note.facts['n'])}", Severity.INFO,
)  # fmt: skip
CHOICE_UNUSED = _kind(
    "choice-unused",
    "A chosen interval changes nothing.",
    "the choice of {choice} for {measures} changes nothing: {why}",
)
CHOICE_NEEDS_ROWS = _kind(
    "choice-needs-rows", "A chosen interval needs single rows of equal weight.",
    "the choice of {choice} for {measures} needs single rows of equal weight: here they are resampled instead",
)  # fmt: skip

POOLED_SCORES = _kind(
    "pooled-scores", "A ranking measure was pooled over groups.",
    "pooled {short} compares scores across groups: if each {column} has its own model, they need not be comparable; "
    "prefer the mean over groups",
)  # fmt: skip
UNDEFINED_GROUPS = _kind(
    "undefined-groups", "A measure is undefined in some groups.",
    lambda note: f"{note.facts['short']} is undefined for {note.facts['column']} {_some(note.facts['groups'], ' ...')} "
    f"({note.facts['why']}): its mean is over the other {note.facts['others']}",
)  # fmt: skip
MEAN_WITHOUT_INTERVAL = _kind(
    "mean-without-interval", "The mean over groups has no interval.", "the mean of {short} has no interval: {why}", Severity.WITHHELD
)  # fmt: skip
OVERLAP_UNKNOWN = _kind(
    "overlap-unknown", "It is not known how training sets overlap.",
    "the mean over {column} has no interval: state the overlap of the training sets (--test-share)", Severity.WITHHELD,
)  # fmt: skip

CROSSING_QUANTILES = _kind(
    "crossing-quantiles", "Predicted quantiles are out of order.",
    lambda note: f"in {counted(note.facts['n'], 'row')} of {note.facts['of']} a predicted quantile is below one of a lower level; they are measured as they are",
)  # fmt: skip
REVERSED = _kind(
    "reversed", "The area under a ROC curve is below one half.",
    "{name}: the area under the ROC curve is below one half: the classes may be reversed",
)  # fmt: skip
NOTHING_POSITIVE = _kind(
    "nothing-positive", "At these costs nothing should be called positive.",
    "{name}: at these costs nothing should be called positive: the best threshold lies above every score",
)  # fmt: skip
EVERYTHING_POSITIVE = _kind(
    "everything-positive", "At these costs everything should be called positive.",
    "{name}: at these costs everything should be called positive: the best threshold is the lowest score",
)  # fmt: skip
AGAINST_REST = _kind(
    "against-rest", "One class is compared with all others.", "class {name} is compared with the {others} others together", Severity.INFO
)  # fmt: skip
SAME_ANSWER_CHEAPER = _kind(
    "same-answer-cheaper", "A constant prediction costs less.", "predicting {answer} for every row costs less: {cost}"
)
BELOW_DIAGONAL = _kind(
    "below-diagonal", "A ROC point lies below the diagonal.",
    lambda note: f"below the diagonal, where the classes may be reversed: {_some(note.facts['settings'])}",
)  # fmt: skip
NO_PRIOR = _kind("no-prior", "No share of positives was stated.", "no prior was stated, so no setting is called the best", Severity.INFO)  # fmt: skip

NOTES = (
    COUNTS, ROWS_AS_TRUTH, PARTIAL_ERRORS, LIKE_NUMBERS, MAJORITY, ONE_CLASS, NEVER_TRUE, NO_NEGATIVES, SCALE, NEAR_CHANCE, BELOW_CHANCE, RARE_POSITIVES, ZERO_PROBABILITY, REPEATED_ROWS, EMPTY_QUERIES,
    COLUMN_ORDER, BINNED, ONE_SIDED, FEW_GROUPS, UNEVEN_UNITS, FEW_ROWS, COVERS_LESS, UNSEEN_TAIL, CHOICE_UNUSED, CHOICE_NEEDS_ROWS, CROSSING_QUANTILES, POOLED_SCORES, UNDEFINED_GROUPS, MEAN_WITHOUT_INTERVAL,
    OVERLAP_UNKNOWN, REVERSED, NOTHING_POSITIVE, EVERYTHING_POSITIVE, AGAINST_REST, SAME_ANSWER_CHEAPER, BELOW_DIAGONAL,
    NO_PRIOR, UNEVEN_TIMES,
)  # fmt: skip
