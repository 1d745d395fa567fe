"""TREC's files of ranked lists: runs (`query Q0 item rank score system`) and judgements (qrels: `query 0 item relevance`)."""

from bakeoff.core.errors import BadInput
from bakeoff.core.text import is_number
from bakeoff.tabular.cells import Cells, Record
from bakeoff.tabular.encoding import first_lines
from bakeoff.tabular.formats.format import FileContent, Format

__all__ = ["TREC_QRELS", "TREC_RUN"]

RUN = ("query", "item", "rank", "score", "system")
QRELS = ("query", "item", "relevance")
_LINES = 5  # that are looked at before a file is taken for one of these


def _is_run(cells: list[str]) -> bool:
    return len(cells) == 6 and cells[1].upper() == "Q0" and is_number(cells[3]) and is_number(cells[4])


def _is_judged(cells: list[str]) -> bool:
    return len(cells) == 4 and cells[1] in {"0", "Q0"} and is_number(cells[3])


def _looks_like(head: bytes, *, run: bool) -> bool:
    lines = [line.split() for line in first_lines(head)[:_LINES] if line.strip()]
    return bool(lines) and all((_is_run if run else _is_judged)(cells) for cells in lines)


def _records(file: FileContent, width: int, form: str) -> list[tuple[int, list[str]]]:
    rows: list[tuple[int, list[str]]] = []
    wrong: list[tuple[int, list[str]]] = []
    for number, line in enumerate(file.lines(), start=1):
        cells = line.split()
        if cells:
            (rows if len(cells) == width else wrong).append((number, cells))
    if wrong:
        number, cells = wrong[0]
        more = f", and {len(wrong) - 1} more lines" if len(wrong) > 1 else ""
        raise BadInput(f"{file.what}: line {number} has {len(cells)} columns{more}; {form}")
    if not rows:
        raise BadInput(f"{file.what} holds no lines")
    return rows


def _run(file: FileContent) -> Cells:
    """One row for each item of a ranked list, with the score that orders it."""
    form = "each line of a TREC run is `query Q0 item rank score system`"
    rows: list[Record] = []
    for number, (query, _, item, rank, score, system) in _records(file, 6, form):
        if not is_number(score):
            raise BadInput(f"{file.what}: line {number} has the score {score!r:.40}, which is not a number; {form}")
        rows.append((number, [query, item, rank, score, system]))
    return Cells(what=file.what, records=[(0, list(RUN)), *rows])


def _judgements(file: FileContent) -> Cells:
    """One row for each judged item, with its relevance."""
    form = "each line of TREC judgements is `query 0 item relevance`"
    rows: list[Record] = []
    for number, (query, _, item, relevance) in _records(file, 4, form):
        if not is_number(relevance):
            raise BadInput(
                f"{file.what}: line {number} has the relevance {relevance!r:.40}, which is not a number; {form}"
            )
        rows.append((number, [query, item, relevance]))
    return Cells(what=file.what, records=[(0, list(QRELS)), *rows])


_BOUNDS = "names of queries and items without spaces"
TREC_RUN = Format(
    name="trec-run", title="TREC run", endings=(), about="Ranked lists of a system, as trec_eval reads them, as the columns query, item, rank, score and system.",
    bounds=_BOUNDS, cost="read whole", sniff=lambda head: _looks_like(head, run=True), cells=_run,
)  # fmt: skip
TREC_QRELS = Format(
    name="trec-qrels", title="TREC judgements (qrels)", endings=(), about="The relevance of items, as trec_eval reads it, as the columns query, item and relevance.",
    bounds=_BOUNDS, cost="read whole", sniff=lambda head: _looks_like(head, run=False), cells=_judgements,
)  # fmt: skip
