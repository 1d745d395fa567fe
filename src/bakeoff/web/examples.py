"""Small tables to try the page with; their numbers are made up."""

__all__ = ["EXAMPLES"]

_SCORES = """\
data set,forest,boosting,logistic,neighbors
apples,0.912,0.921,0.874,0.861
bridges,0.847,0.861,0.852,0.803
coins,0.765,0.779,0.741,0.742
dunes,0.954,0.957,0.921,0.938
eagles,0.688,0.702,0.671,0.655
flags,0.823,0.838,0.829,0.781
grapes,0.901,0.899,0.858,0.872
harbors,0.779,0.794,0.768,0.731
islands,0.866,0.873,0.842,0.829
jets,0.733,0.751,0.712,0.709
kites,0.941,0.946,0.917,0.903
lakes,0.804,0.816,0.797,0.768
"""


def _predictions() -> str:
    """Sixty rows: the old model errs on fourteen, the new one on five."""
    lines = ["truth,old,new"]
    for row in range(60):
        truth = "spam" if row % 3 == 0 else "ham"
        other = "ham" if truth == "spam" else "spam"
        lines.append(f"{truth},{other if row % 13 < 3 else truth},{other if row % 13 == 1 else truth}")
    return "\n".join(lines) + "\n"


# The words of each button, the address that reads the table, and the table.
EXAMPLES = (
    ("Try scores of four learners on twelve data sets", "/table", _SCORES),
    ("Try predictions of two models", "/predictions", _predictions()),
)
