"""Notes on an estimate: why it has no value or no interval, and what its interval does not say."""

from bakeoff.core.notes import Note, NoteKind, Severity
from bakeoff.core.text import counted, percent_range

__all__ = ["NOTES", "cause"]


def _caveat(code: str, means: str, words: str) -> NoteKind:
    return NoteKind(code=f"estimates.{code}", severity=Severity.CAVEAT, means=means, words=words)


def _withheld(code: str, means: str, words: str) -> NoteKind:
    return NoteKind(code=f"estimates.{code}", severity=Severity.WITHHELD, means=means, words=words)


UNDEFINED = _withheld("undefined", "The measure is undefined on these rows.", "undefined: {why}")
NOT_APPLICABLE = _withheld("not-applicable", "The measure does not apply to these predictions.", "{why}")
NO_VALUE = _withheld("no-value", "There is no value to estimate.", "{why}")
NO_INTERVAL = _withheld("no-interval", "There is a value and no interval.", "no interval: {why}")
NONE_GIVEN = _withheld("none-given", "The value allows no interval.", "{why}: no interval can be given")
NO_ROWS = _withheld("no-rows", "There are no rows.", "there are no rows")
ONE_CLASS = _withheld("one-class", "All rows are of one class.", "the truth contains one class only")
SINGLE_ROW = _withheld("single-row", "One class has one row.", "one class has a single row: no variance")
CLASS_IN_ONE_GROUP = _withheld(
    "class-in-one-group", "All rows of a class are in one group.", "all rows of one class are in one group: no variance between groups"
)  # fmt: skip
ONE_UNIT = _withheld("one-unit", "One row, group or split has no spread.", "one {unit} has no variance")
ONE_SPLIT = _withheld("one-split", "One split has no spread.", "one split has no variance between splits")
ALL_UNDEFINED = _withheld("all-undefined", "No split has a value.", "undefined on every split")
INFINITE_SPLIT = _withheld("infinite-split", "A split has an infinite value.", "infinite on some split")
NO_VARIATION = _withheld("no-variation", "No row changes the value.", "all rows give the same value; no interval")
NO_TWO_ROWS = _withheld(
    "no-two-rows", "No class has two different rows.", "no class has two rows that differ; no interval"
)  # fmt: skip
FEW_IN_CLASS = NoteKind(
    code="estimates.few-in-class",
    severity=Severity.WITHHELD,
    means="Too few rows are of the rarer class.",
    words=lambda note: (
        f"{counted(note.facts['n'], 'row')} outside the most frequent class: an interval needs {note.facts['least']}"
    ),
)
FEW_FREEDOM = _withheld(
    "few-freedom", "Too few rows are left after the means that a measure reads.",
    "{n} {unit}s are too few for an interval, which needs {least}",
)  # fmt: skip
INFINITE_LOSS = _withheld("infinite-loss", "The loss of a row is infinite.", "a row's loss is infinite")

SOME_UNDEFINED = _caveat("some-undefined", "Some splits have no value.", "undefined on {n} of {planned} splits")
SOME_LOST = _caveat("some-lost", "Some resamples have no value.", "undefined or infinite on {n} of {planned} resamples")
PERSISTENT = _caveat(
    "persistent", "Values in time depend strongly on each other.",
    "values in time depend strongly on each other (persistence {persistence:.2f}): in simulations of squared errors with persistence .9 and 100 to 200 times, 82% to 87% of 95% intervals cover",
)  # fmt: skip
HEAVY_TAIL = NoteKind(
    code="estimates.heavy-tail",
    severity=Severity.CAVEAT,
    means="The losses have a heavy tail.",
    words=lambda note: (
        "the largest losses look like a heavy tail"
        + (
            f": in simulations of tails that {counted(note.facts['n'], 'row')} cannot rule out, as few as {percent_range(note.facts['worst'], note.facts['worst'])} of 95% intervals cover"
            if note.facts["worst"] is not None
            else ", under which fewer intervals cover than they state"
        )
    ),
)
WALD_FLAT = _caveat(
    "wald-flat", "A Wald interval has no width.", "the Wald interval has no width where all rows are alike; another one has"
)  # fmt: skip
WALD_FEW = _caveat(
    "wald-few", "A Wald interval comes from fewer than 30 rows.",
    "the Wald interval needs about 30 rows, and there are {n}: prefer Wilson's interval",
)  # fmt: skip
BORROWED_SPREAD = _caveat(
    "borrowed-spread", "A class has one row.",
    "a class has a single row, whose variance is assumed to be that of the others: the interval is approximate",
)  # fmt: skip
TOLERANCE = NoteKind(
    code="estimates.tolerance",
    severity=Severity.INFO,
    means="What is known about rows beyond the largest error.",
    words="with {confidence}% confidence at least {share:.1f}% of {like}; nothing bounds the others",
)
SAME_VALUE = _caveat("same-value", "All resamples agree.", "every resample gives the same value")
OTHERS_SAME = _caveat("others-same", "All other resamples agree.", "every other resample gives the same value")
MOST_SAME = _caveat("most-same", "Nearly all resamples agree.", "nearly every resample gives the same value")
MOVED = _caveat(
    "moved", "The bootstrap is biased here.", "bootstrap bias-corrected; the interval is approximate"
)  # fmt: skip
OPTIMIZED = _caveat(
    "optimized", "The measure takes its best threshold.",
    "the thresholds were optimised on the same rows: the interval is corrected for that and is approximate",
)  # fmt: skip
SHIFTED = _caveat(
    "shifted", "The bootstrap is biased here.", "the bootstrap is biased here: the interval has less coverage than stated"
)  # fmt: skip
OUTSIDE = _caveat(
    "outside", "The value is outside its interval.",
    "the value lies outside its interval: with so few rows for each class or score its size depends on their number",
)  # fmt: skip
FEW_APART = NoteKind(
    code="estimates.few-apart",
    severity=Severity.CAVEAT,
    means="The two predictions differ on few rows.",
    words=lambda note: f"the two disagree on {counted(note.facts['n'], 'row')} only: the interval is approximate",
)
NEAR_BOUND = _caveat(
    "near-bound", "An area is near 0 or 1.",
    "an area lies so near its bound that so few rows may give the interval less coverage than stated",
)  # fmt: skip
NO_DIFFERENCE = _caveat(
    "no-difference", "The two do not differ on any row.",
    "the difference is the same on every row: the interval has no width, but other rows may differ",
)  # fmt: skip
TOO_FEW_PAIRS = _withheld(
    "too-few-pairs", "The median has no interval.", "{n} pairs are too few for an interval of the median"
)
LOWER_LEVEL = _caveat(
    "lower-level", "The exact test has no such level.", "{n} pairs allow a level of {level:.1%} at most"
)
BEST_OF = _caveat(
    "best-of", "The learner was picked by this score.", "the best of {n} learners on these rows: its score is too good on average"
)  # fmt: skip
FEW_SAMPLES = _caveat(
    "few-samples", "There are fewer bootstrap samples than is usual.", "{n} bootstrap samples; {enough} are usual, and with fewer the estimate varies"
)  # fmt: skip
ROWS_NEVER_LEFT_OUT = _caveat(
    "rows-never-left-out", "Some rows were in every bootstrap sample.", "{n} of {rows} rows are in every sample and are not tested"
)  # fmt: skip
MEMORISED_ROWS = _caveat(
    "memorised-rows", "A learner errs hardly ever on the rows it was trained on, and more often on rows left out.",
    "the learner memorises its training rows (error {training:.3g} there, {e0:.3g} on rows left out): .632 is too good then; read .632+",
)  # fmt: skip
LOW_TRAINING_ERROR = _caveat(
    "low-training-error", "A learner errs less than half as often on the rows it was trained on as on rows left out.",
    "the error on the training rows, {training:.3g}, is less than half of that on rows left out, {e0:.3g}: .632 is too good then; read .632+",
)  # fmt: skip
FEW_TRAININGS = _caveat(
    "few-trainings", "Few models predicted each row, so variance is counted as bias.",
    "{n} trainings for a row: part of the variance is counted as bias (about 1/{n} of it for squared error); use more repeats",
)  # fmt: skip


def _shared(note: Note) -> str:
    start = f"any two training sets share about {note.facts['share']:.0%} of their rows: variance that they have in common is counted as bias"
    if note.facts["share"] < MOST_ROWS:
        return start
    return (
        f"{start}, and the variance is too small; bo.bias_variance(study) (bakeoff bias-variance study.toml) trains on bootstrap samples, "
        "or on fresh rows of made data"
    )


MOST_ROWS = 0.7  # bootstrap samples share 63 % of their distinct rows, half samples 50 %
SHARED_ROWS = NoteKind(
    code="estimates.shared-rows", severity=Severity.CAVEAT,
    means="Training sets share rows, so that part of the variance is counted as bias; the more they share, the more.",
    words=_shared,
)  # fmt: skip
NO_PARTS = _withheld(
    "no-parts", "A learner has no bias and variance on a data set.", "no bias and variance of {learner} on {dataset}: {why}"
)  # fmt: skip
TRAININGS_LEFT_OUT = _caveat(
    "trainings-left-out", "Some trainings have no predictions.", "{n} of {planned} trainings of {learner} on {dataset} have no predictions and are left out"
)  # fmt: skip
NOISE_IN_BIAS = _caveat(
    "noise-in-bias", "The truth behind the targets is not known, so noise is counted as bias.",
    "the noise of the targets is not known and is counted as bias",
)  # fmt: skip
NOT_ADDING_UP = NoteKind(
    code="estimates.not-adding-up", severity=Severity.INFO,
    means="Noise, bias and variance do not add up to the error exactly.",
    words="noise, bias and variance do not add up to the error, because the noise of these rows is by chance not independent of the errors: see the rest",
)  # fmt: skip
FITTED_MODELS = _caveat(
    "fitted-models", "The interval is of the models that were fitted, not of the learner.",
    "the interval is of the mean error of the fitted models, not of the learner on other training sets",
)  # fmt: skip

NOT_THE_LAW = _caveat(
    "not-the-law", "A learning curve does not follow the power law that is fitted to it.",
    "the points of the curve lie further from the power law than chance explains (p = {p:.2g}): its predictions are doubtful",
)  # fmt: skip

CUT = NoteKind(
    code="estimates.cut",
    severity=Severity.INFO,
    means="An interval would end beyond what the measure can reach.",
    words="the interval is cut at {widest:g}, the largest difference that two values can have",
)

NOTES = (
    NOT_THE_LAW,
    FITTED_MODELS, FEW_SAMPLES, ROWS_NEVER_LEFT_OUT, LOW_TRAINING_ERROR, MEMORISED_ROWS, FEW_TRAININGS, NOISE_IN_BIAS, NOT_ADDING_UP, SHARED_ROWS, NO_PARTS, TRAININGS_LEFT_OUT,
    BEST_OF, CUT, UNDEFINED, NOT_APPLICABLE, NO_VALUE, NO_INTERVAL, NONE_GIVEN, NO_ROWS, ONE_CLASS, SINGLE_ROW, CLASS_IN_ONE_GROUP, ONE_UNIT, ONE_SPLIT, ALL_UNDEFINED,
    INFINITE_SPLIT, NO_VARIATION, NO_TWO_ROWS, FEW_IN_CLASS, FEW_FREEDOM, INFINITE_LOSS, SOME_UNDEFINED, SOME_LOST, PERSISTENT, HEAVY_TAIL, WALD_FLAT, WALD_FEW, BORROWED_SPREAD, TOLERANCE,
    SAME_VALUE, OTHERS_SAME, MOST_SAME, MOVED, OPTIMIZED, SHIFTED, OUTSIDE, FEW_APART, NEAR_BOUND, NO_DIFFERENCE, TOO_FEW_PAIRS, LOWER_LEVEL,
)  # fmt: skip


def cause(note: Note) -> str:
    """Why there is no interval, for a place that already says that there is none.

    >>> cause(NONE_GIVEN(why="infinite")), cause(NO_ROWS())
    ('infinite', 'there are no rows')
    """
    return str(note.facts["why"]) if note.kind in {NO_INTERVAL, NONE_GIVEN} else str(note)
