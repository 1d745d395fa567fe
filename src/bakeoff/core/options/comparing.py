"""Options of comparisons: what is asked, of which scores; shared by `compare`, `gate`, the page and study files."""

from bakeoff.core.options.option import Option

__all__ = [
    "ALPHA", "ALTERNATIVE", "BASELINE", "COLUMNS", "DIRECTION", "ERRORS", "FAILURES", "FOLD", "GROUPS", "HORIZON", "HUMAN", "ITEM", "LEARNER", "MATCH", "MEASURE", "ONLY", "PAIRS", "POSTHOC", "QUESTION",
    "REPORT", "ROPE", "ROWS", "RUNS", "SAMPLE_WEIGHT", "SCHEME", "SERIES", "TABLE", "TEST", "TEST_SHARE", "TIME", "TIMES", "VALUE",
]  # fmt: skip

_ASKED, _TABLE = "The question", "The table"

ALPHA = Option(
    name="alpha", kind=float, default=0.05, limits={"gt": 0, "lt": 1}, help="Level of significance.", heading=_ASKED
)
ROPE = Option(
    name="rope",
    kind=float,
    limits={"gt": 0},
    help="Differences up to this size do not matter in practice.",
    heading=_ASKED,
)
BASELINE = Option(name="baseline", help="Compare every learner with this one only.", heading=_ASKED)
PAIRS = Option(
    name="pair",
    python="pairs",
    many=True,
    metavar="A,B",
    help="Compare this planned pair only; again for several.",
    heading=_ASKED,
)
TEST = Option(name="test", default="auto", help="Another test; `bakeoff tests` lists them.", heading=_ASKED)
POSTHOC = Option(
    name="posthoc",
    default="auto",
    heading=_ASKED,
    help="An adjustment of the pairs: holm (auto), shaffer, ...; or on ranks nemenyi, bonferroni_dunn, conover.",
)
ALTERNATIVE = Option(
    name="alternative",
    kind=("two-sided", "greater", "less"),
    default="two-sided",
    heading=_ASKED,
    help="One-sided only if stated before the scores were seen: the first of two or of each planned pair, or each learner "
    "against the baseline, has greater (less) scores.",
)
MEASURE = Option(
    name="measure",
    default="",
    metavar="NAME",
    help="What the scores are; with --truth, what is measured (accuracy; of numbers rmse), or a function of your own: my_metrics.py:profit:higher.",
    heading=_ASKED,
)
DIRECTION = Option(
    name="direction",
    kind=("higher", "lower"),
    heading=_ASKED,
    help="Which scores are better; by default that of --measure, and higher if no measure is named.",
)
QUESTION = (MEASURE, DIRECTION, BASELINE, PAIRS, ALPHA, ROPE, TEST, POSTHOC, ALTERNATIVE)

ROWS = Option(
    name="rows",
    kind=("datasets", "folds", "runs", "rows"),
    heading=_TABLE,
    help="What one row of the table is: a data set (the default where rows have names), a split of one data set, an "
    "independent run, or one test row. Rows without names must be stated.",
)
COLUMNS = Option(
    name="columns",
    kind=("learners", "datasets", "folds", "measures"),
    heading=_TABLE,
    help="What one column of the table is: a learner (the default), a data set or a split (then each row is a learner), or a measure (one row per "
    "learner; values and ranks, no test).",
)
SCHEME = Option(
    name="scheme", default="", help="With --rows folds: how the splits were made: 10-fold, 10x10, 5x2.", heading=_TABLE
)
TEST_SHARE = Option(
    name="test_share",
    kind=float,
    help="Instead of --scheme: n_test / n_train of the splits (10-fold: 0.111).",
    heading=_TABLE,
)
VALUE = Option(name="value", metavar="COLUMN", help="Score column of a long table.", heading=_TABLE)
LEARNER = Option(
    name="learner", metavar="COLUMN", help="Column of a long table that names the learners.", heading=_TABLE
)
FOLD = Option(
    name="fold",
    metavar="COLUMN",
    help="Column of a long table that numbers the splits, such as params.cv_part of MLflow.",
    heading=_TABLE,
)
ITEM = Option(
    name="item",
    metavar="COLUMN",
    help="Column of questions or other items; each is one row of the comparison.",
    heading=_TABLE,
)
RUNS = Option(
    name="runs",
    metavar="COLUMN",
    help="Column of repeats of an item (seed, trial, epoch); they are averaged.",
    heading=_TABLE,
)
GROUPS = Option(
    name="groups", metavar="COLUMN", help="Rows that belong together, as those of a patient.", heading=_TABLE
)
SAMPLE_WEIGHT = Option(name="sample_weight", metavar="COLUMN", help="How much a row counts.", heading=_TABLE)
TIME = Option(
    name="time",
    metavar="COLUMN",
    help="When each row was observed: neighbours in time may depend on each other, and the test allows for it.",
    heading=_TABLE,
)
SERIES = Option(
    name="series",
    metavar="COLUMN",
    help="With --time: which of several series a row belongs to; rows of one time count together.",
    heading=_TABLE,
)
HORIZON = Option(
    name="horizon",
    kind=int,
    default=1,
    limits={"ge": 1},
    help="With --time: how many steps ahead the forecasts look.",
    heading=_TABLE,
)
FAILURES = Option(
    name="failures",
    kind=("last", "out"),
    default="last",
    heading=_TABLE,
    help="Cells such as OUT OF MEMORY: worse than every score, the last rank; or these rows are left out for all.",
)
ERRORS = Option(
    name="errors",
    kind=("wrong", "drop"),
    default="wrong",
    heading="Evaluation logs",
    help="Scores that an error took count as 0, or these runs are left out; both are counted.",
)
MATCH = Option(
    name="match",
    kind=("auto", "id", "input"),
    default="auto",
    heading="Evaluation logs",
    help="How items of two logs are matched: by id, by input, or by id unless ids are missing or have different inputs.",
)
HUMAN = Option(
    name="human",
    metavar="COLUMN",
    heading="Evaluation logs",
    help="A column or scorer with labels of humans on some items: what humans would say of all items (PPI++), beside the judge alone.",
)
TABLE = (ROWS, COLUMNS, SCHEME, TEST_SHARE, VALUE, LEARNER, FOLD, ITEM, RUNS, GROUPS, SAMPLE_WEIGHT, FAILURES)
TIMES = (TIME, SERIES, HORIZON)

REPORT = Option(
    name="output",
    spelled=("-o",),
    kind="report",
    help="Also write a report: .html, .md, .tex or .json.",
    heading="Output",
)
ONLY = Option(
    name="only",
    many=True,
    metavar="SECTION",
    help="Of the report these sections only, such as scores or methods; again for several. As .tex or .md a piece to include.",
    heading="Output",
)
