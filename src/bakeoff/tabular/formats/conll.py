"""Texts in the column format of the CoNLL shared tasks: one token in a line, an empty line after each sentence.

Each token is a row. Tokens of one sentence are not independent, so the sentence is the group of its rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.table import Column, ColumnBuilder, ColumnTable, refuse

__all__ = ["CONLL", "LAYOUTS"]

LAYOUTS: dict[str, tuple[str, ...]] = {
    "conll2000": ("word", "pos", "chunk"),
    "conll2002": ("word", "ner"),
    "conll2003": ("word", "pos", "chunk", "ner"),
    "conllu": ("id", "word", "lemma", "pos", "xpos", "features", "head", "relation", "dependencies", "misc"),
}
SENTENCE, DOCUMENT = "sentence", "document"
_DOCUMENT = "-DOCSTART-"


@dataclass(slots=True)
class _Tokens:
    """Rows of tokens with the numbers of their sentences and documents, while a file is read."""

    width: int
    tabs: bool
    rows: list[list[str]] = field(default_factory=list)
    sentences: list[float] = field(default_factory=list)
    documents: list[float] = field(default_factory=list)
    wrong: list[tuple[int, int]] = field(default_factory=list)  # line and columns
    document: int = 0
    sentence: int = 0
    passed: int = 0  # lines that are no written token
    inside: bool = False

    def add(self, number: int, line: str) -> None:
        """Take the next line."""
        if not line.strip():
            self.inside = False
            return
        if self.tabs and line.startswith("#"):
            return
        cells = line.rstrip().split("\t") if self.tabs else line.split()
        if cells[0] == _DOCUMENT:
            self.document += 1
            self.inside = False
        elif self.tabs and not cells[0].isdigit():  # 3-4: a word over two tokens; 3.1: a token that is not written
            self.passed += 1
        elif len(cells) != self.width:
            self.wrong.append((number, len(cells)))
        else:
            self.sentence += not self.inside
            self.inside = True
            self.rows.append(cells)
            self.sentences.append(self.sentence)
            self.documents.append(self.document)


def _table(file: FileContent) -> ColumnTable:
    """A table with one row per token, and the number of its sentence (and document, where there are marks of them)."""
    layout, source = file.columns, file.what
    if layout is None and file.ending == ".conllu":
        layout = "conllu"
    if layout is None or isinstance(layout, Path) or (isinstance(layout, str) and layout not in LAYOUTS):
        raise BadInput(f"name the columns of {source}: columns= one of {', '.join(LAYOUTS)}, or a list of names")
    names = LAYOUTS[layout] if isinstance(layout, str) else tuple(map(str, layout))
    tokens = _Tokens(width=len(names), tabs=layout == "conllu")
    for number, line in enumerate(file.lines(), start=1):
        tokens.add(number, line)
    _check(tokens, layout, source)
    marks = frozenset({"_"}) if tokens.tabs else frozenset()  # "?" and "null" are words here
    columns: list[Column] = []
    values = []
    for index, one in enumerate(names):
        if tokens.tabs and one == "id":
            continue
        built = ColumnBuilder(marks, marks, wordy=True)
        built.add([row[index] for row in tokens.rows])
        column, coded = built.finish(one, [], decimal_commas=False)
        columns.append(column)
        values.append(coded)
    for one, numbers in ((SENTENCE, tokens.sentences), (DOCUMENT, tokens.documents)):
        if one == SENTENCE or tokens.document:
            columns.append(Column(name=one))
            values.append(np.array(numbers))
    notes = [f"{counted(tokens.sentence, 'sentence')}, one row per token"]
    notes += [f"{counted(tokens.passed, 'line')} of multiword or unwritten tokens left out"] if tokens.passed else []
    return ColumnTable(
        name=file.inner.stem, columns=tuple(columns), values=tuple(values), source=source, notes=tuple(notes), groups=SENTENCE,
        ignore=tuple(column.name for column in columns if column.name in {SENTENCE, DOCUMENT}),
    )  # fmt: skip


def _check(tokens: _Tokens, layout: str | Sequence[str], source: str) -> None:
    problems = [
        f"line {line} has {counted(n, 'column')}, {_called(layout)} has {tokens.width}" for line, n in tokens.wrong
    ]
    if problems and not tokens.rows:
        layouts = ", ".join(f"{layout_name} ({len(columns)})" for layout_name, columns in LAYOUTS.items())
        raise BadInput(
            f"{source}: {problems[0]}; choose another layout, columns= one of {layouts}, or name the columns in a list"
        )
    refuse(source, problems)
    if not tokens.rows:
        raise BadInput(f"{source} contains no tokens")


def _called(layout: str | Sequence[str]) -> str:
    return f"the layout {layout}" if isinstance(layout, str) else "columns="


CONLL = Format(
    name="conll",
    title="CoNLL",
    endings=(".conll", ".conllu"),
    about="One token in a line, an empty line after each sentence; columns= names the layout. Sentences are the groups of a data set.",
    bounds="as many cells in each line as the layout has columns",
    cost="read whole",
    example=b"1 x\n2.5 y\n",
    table=_table,
    headless=True,
)
