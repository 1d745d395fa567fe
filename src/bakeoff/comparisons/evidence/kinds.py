"""Evidence: what one block of a score matrix is, declared once. Texts, tests and the report read the declaration."""

from dataclasses import dataclass, replace
from typing import Any

from bakeoff.core.catalogue import Catalogue

__all__ = [
    "DATASETS",
    "EVIDENCE",
    "FOLDS",
    "GROUPED_QUERIES",
    "GROUPED_ROWS",
    "ORIGINS",
    "QUERIES",
    "ROWS",
    "RUNS",
    "TIMED_ROWS",
    "Evidence",
    "evidence_named",
]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evidence:
    """A kind of blocks, and what a test may take for granted about them."""

    name: str  # as users type it and JSON shows it
    block: str  # one block, as a noun
    blocks: str  # several
    independent: bool  # whether a test may treat blocks as independent
    varies: str  # what a new study would draw anew
    about: str  # what the scores are, in a sentence
    where: str  # what a claim covers, after a verb: on data like this
    population: str  # the same with its subject: fitted models, or learning methods
    needs: frozenset[str] = frozenset()  # what a question must state beside the scores
    commensurable: bool = True  # whether scores of different blocks may be averaged
    single_rows: bool = False  # whether a block is one row of a test set

    def counted(self, n: float) -> str:
        """The number of blocks with its noun.

        >>> DATASETS.counted(1), FOLDS.counted(10)
        ('1 data set', '10 splits')
        """
        return f"{n:g} {self.noun(n)}"

    def noun(self, n: float) -> str:
        """The noun for that many blocks."""
        return self.block if n == 1 else self.blocks

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        """Kinds of one name are the same for every test; their nouns may differ, as those of rows and queries do."""
        return isinstance(other, Evidence) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:  # a copy or an unpickled object is the declaration itself
        return evidence_named, (self.name,)


DATASETS = Evidence(
    name="datasets", block="data set", blocks="data sets", independent=True, varies="data sets",
    about="scores on independent data sets", commensurable=False, where="on a typical data set",
    population="the learning methods, on data sets like these",
)  # fmt: skip
FOLDS = Evidence(
    name="folds", block="split", blocks="splits", independent=False, varies="training and test sets",
    about="scores on splits of one data set", needs=frozenset({"test_share"}), where="on data like this",
    population="the learning methods, on data like this data set; other data sets may differ",
)  # fmt: skip
RUNS = Evidence(
    name="runs", block="run", blocks="runs", independent=True, varies="runs of the whole experiment",
    about="scores of independent runs", where="in runs like these",
    population="the learning methods on this task, in runs like these; other data sets may differ",
)  # fmt: skip
ROWS = Evidence(
    name="rows", block="row", blocks="rows", independent=True, varies="test rows",
    about="hits and misses on the rows of one test set", single_rows=True, where="on rows like these",
    population="these models as they were fitted, on rows like these; not the methods that trained them",
)  # fmt: skip
GROUPED_ROWS = Evidence(
    name="grouped_rows", block="row", blocks="rows", independent=False, varies="groups of test rows",
    about="hits and misses on rows that come in groups", needs=frozenset({"groups"}), single_rows=True, where="on rows like these",
    population="these models as they were fitted, on groups of rows like these; not the methods that trained them",
)  # fmt: skip

TIMED_ROWS = Evidence(
    name="rows_in_time", block="row", blocks="rows", independent=False, varies="stretches of time",
    about="losses at the times of one test period", needs=frozenset({"time"}), single_rows=True, where="in times like these",
    population="these models as they were fitted, in times like these; not the methods that trained them",
)  # fmt: skip

ORIGINS = Evidence(
    name="origins", block="origin", blocks="origins", independent=False, varies="stretches of time",
    about="scores at rolling origins of one data set", needs=frozenset({"time"}), where="in times like these",
    population="the learning methods, trained anew at every origin, in times like these of this data set; other data sets may differ",
)  # fmt: skip

# Queries of ranked lists are what rows are elsewhere: the same tests, under another noun.
QUERIES = replace(
    ROWS, block="query", blocks="queries", varies="test queries", about="lists of the queries of one test set", where="on queries like these",
    population="these rankings, on queries like these; not the methods that trained the models",
)  # fmt: skip
GROUPED_QUERIES = replace(
    GROUPED_ROWS, block="query", blocks="queries", varies="groups of test queries", about="lists of queries that come in groups",
    where="on queries like these", population="these rankings, on groups of queries like these; not the methods that trained the models",
)  # fmt: skip

EVIDENCE = Catalogue("kind of evidence", (DATASETS, FOLDS, RUNS, ROWS, GROUPED_ROWS, TIMED_ROWS, ORIGINS))


def evidence_named(name: str | Evidence) -> Evidence:
    """Return the declaration of that name; a declaration is returned as it is."""
    return name if isinstance(name, Evidence) else EVIDENCE[name]
