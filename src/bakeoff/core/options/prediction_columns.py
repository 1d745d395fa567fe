"""Options that name the columns of a file of predictions; shared by `measure`, `curve`, `compare` and `gate`."""

from bakeoff.core.options.option import Option

__all__ = [
    "COLUMNS",
    "EXTRA",
    "HEADING",
    "INTERVALS",
    "LABELS",
    "POSITIVE",
    "PRED",
    "PROBA",
    "QRELS",
    "ROW",
    "SCORE",
    "TASK",
    "THRESHOLD",
    "TRUTH",
]

HEADING = "Columns of predictions"

TRUTH = Option(
    name="truth",
    python="y_true",
    metavar="COLUMN",
    help="The column of what was true; FILES are then predictions.",
    heading=HEADING,
)
PRED = Option(
    name="pred",
    python="y_pred",
    metavar="COLUMN",
    help="Predicted classes or numbers; of several learners in one file A,B.",
    heading=HEADING,
)
SCORE = Option(
    name="score",
    python="y_score",
    metavar="COLUMN",
    help="Scores that rank the positive class; of several learners in one file A,B.",
    heading=HEADING,
)
PROBA = Option(
    name="proba",
    python="y_proba",
    metavar="COLUMNS",
    heading=HEADING,
    help="Probabilities of the positive class, or of each class: by the class in their names (p_cat), else in the order of --labels.",
)
ROW = Option(
    name="row",
    python="row_id",
    metavar="COLUMN",
    help="Row ids, by which files are matched; else by position.",
    heading=HEADING,
)
POSITIVE = Option(
    name="positive", metavar="CLASS", help="The positive class; 1 and true need not be named.", heading=HEADING
)
LABELS = Option(name="labels", metavar="CLASSES", help="The classes in order, comma-separated.", heading=HEADING)
TASK = Option(name="task", kind="task", help="The kind of truth, if its column is ambiguous.", heading=HEADING)
THRESHOLD = Option(
    name="threshold",
    kind=float,
    help="With --score or --proba: the positive class from this score or probability on.",
    heading=HEADING,
)
COLUMNS = (TRUTH, PRED, SCORE, PROBA, ROW, POSITIVE, LABELS, TASK, THRESHOLD)
EXTRA = Option(
    name="extra",
    metavar="COLUMNS",
    heading=HEADING,
    help="Columns that a measure of your own reads, comma-separated: amount,region.",
)
QUERY = Option(
    name="query",
    metavar="COLUMN",
    heading=HEADING,
    help="The rows are items of ranked lists, and this column names their query: --truth contains gains, --score orders the items.",
)
INTERVALS = (
    Option(
        name="quantiles",
        python="y_quantiles",
        metavar="COLUMNS",
        heading=HEADING,
        help="Predicted quantiles, the level in each name (q05,q50,q95) or before it (0.05=low,0.95=high); of several learners in one file a_q05,a_q95,b_q05,b_q95.",
    ),
    Option(
        name="lower",
        metavar="COLUMN",
        heading=HEADING,
        help="Instead of --quantiles: the lower end of a predicted interval.",
    ),
    Option(name="upper", metavar="COLUMN", heading=HEADING, help="With --lower: the upper end."),
    Option(
        name="nominal",
        kind=float,
        heading=HEADING,
        help="With --lower and --upper: the share of truths that the interval is meant to hold, such as 0.9.",
    ),
)
QRELS = Option(
    name="qrels",
    metavar="FILE",
    heading=HEADING,
    help="Judgements of TREC (query 0 item relevance): each file that is measured is then a run (query Q0 item rank score system).",
)
