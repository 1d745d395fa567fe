"""Deployment: the winner trained on everything, with its card. DeployedModel: such a model loaded again, to predict new rows."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np

from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.core.text import clean, counted
from bakeoff.data.blocks import ColumnMatrix, Rows, block_of
from bakeoff.data.dataset import Dataset
from bakeoff.data.new_rows import table_of
from bakeoff.data.tasks import task_named
from bakeoff.deployment.card import ModelCard, versions_now
from bakeoff.deployment.card_page import card_report, summary_lines
from bakeoff.deployment.column_facts import code_rows
from bakeoff.deployment.deploy import Trained, save
from bakeoff.deployment.model_file import read_card
from bakeoff.deployment.notes import OTHER_RUNTIME
from bakeoff.deployment.served_model import ServedModel
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.outputs import OUTPUTS, Output, OutputWidth
from bakeoff.predictions.quantiles import quantiles_of
from bakeoff.report.render import html, markdown
from bakeoff.report.write import write_report
from bakeoff.tabular.frames import frame_of
from bakeoff.tabular.table import ColumnTable

__all__ = ["CardView", "DeployedModel", "Deployment", "Predicted", "checked_rows", "load_model"]

MEMORY = 4000.0  # MB
TIMEOUT = 120.0  # seconds


class CardView:
    """The card of a model: `str` and `to_markdown` for reading, `to_html` for a page, `facts` for programs."""

    def __init__(self, facts: ModelCard) -> None:
        self.facts = facts

    def to_markdown(self) -> str:
        """The card as Markdown."""
        return markdown.render(card_report(self.facts))

    def to_html(self) -> str:
        """The card as a page of its own."""
        return html.render(card_report(self.facts))

    def to_dict(self) -> dict[str, Any]:
        """The facts as JSON knows them."""
        return self.facts.to_dict()

    def write(self, path: str | Path) -> Path:
        """Write it; the suffix chooses: .html, .md, .tex or .json."""
        return write_report(card_report(self.facts), path)

    def __str__(self) -> str:
        return self.to_markdown()

    def __repr__(self) -> str:
        return "\n".join(summary_lines(self.facts))

    def _repr_html_(self) -> str:
        return html.fragment(card_report(self.facts))


class Deployment:
    """A learner of a study, trained on all rows of a data set."""

    def __init__(self, trained: Trained) -> None:
        self._trained = trained

    @property
    def card(self) -> CardView:
        """What must be known of the model."""
        return CardView(self._trained.card)

    @property
    def learner(self) -> str:
        """The name of the learner."""
        return self._trained.card.learner

    def predict(self, rows: Any) -> "Predicted":
        """Predict new rows: a frame, an array with the same columns, or the path of a file."""
        return _predicted(self._trained.card, rows, lambda features, texts: _own(self._trained, features, texts))

    def save(self, path: str | Path, *, card: bool = True) -> Path:
        """Save the model as a .skops file, which is loaded once in a process of its own and compared.

        With `card`, the card is written beside it as .md and .html; it is inside the file in any case.
        """
        written = save(self._trained, Path(path))
        if card:
            for suffix in (".md", ".html"):
                self.card.write(written.with_suffix(suffix))
        return written

    def __str__(self) -> str:
        return "\n".join(summary_lines(self._trained.card))

    def __repr__(self) -> str:
        return f"<Deployment of {self.learner!r}, trained on {self._trained.card.rows} rows>"

    def _repr_html_(self) -> str:
        return self.card._repr_html_()


class Predicted:
    """Predictions of new rows, and what is unlike the training data in them."""

    def __init__(self, columns: dict[str, Any], notes: tuple[Note, ...], unlike: Array, kind: str) -> None:
        self._columns, self.notes, self.unlike, self._kind = columns, notes, unlike, kind

    @property
    def label(self) -> Array:
        """The predicted classes, or numbers."""
        return np.asarray(self._columns["label"])

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return tuple(map(str, self.notes))

    def frame(self, kind: str | None = None) -> Any:
        """One row per row: its label, what else the model says, and in how many columns it is unlike the training data.

        `kind` is "pandas", "polars", "pyarrow" or "plain"; by default that of the rows.
        """
        return frame_of(self._columns | {"unlike": self.unlike}, kind or self._kind or None)

    def columns(self) -> dict[str, Any]:
        """The same as plain columns."""
        return {name: np.asarray(values).tolist() for name, values in (self._columns | {"unlike": self.unlike}).items()}

    def __len__(self) -> int:
        return len(self.unlike)

    def __str__(self) -> str:
        return "\n".join([str(self.frame("plain")), *(f"Note: {clean(text)}" for text in self.warnings)])

    def __repr__(self) -> str:
        odd = int(np.count_nonzero(self.unlike))
        return f"<{len(self)} predictions, {counted(odd, 'row')} unlike the training data, {len(self.notes)} notes>"


class DeployedModel:
    """A model from its file. It lives in a process of its own, with limits of time and memory; close it when done."""

    def __init__(self, card: ModelCard, served: ServedModel) -> None:
        self._card, self._served = card, served

    @property
    def card(self) -> CardView:
        """What must be known of the model."""
        return CardView(self._card)

    def predict(self, rows: Any) -> Predicted:
        """Predict new rows: a frame, an array with the same columns, or the path of a file."""
        many, numbers = len(self._card.classes), self._card.predicts_numbers
        predicted_rows = _predicted(
            self._card, rows, lambda features, texts: self._served.predict(features, texts, many, numbers=numbers)
        )
        predicted_rows.notes = (*_runtime(self._card), *predicted_rows.notes)
        return predicted_rows

    def close(self) -> None:
        """End the process."""
        self._served.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<DeployedModel {self._card.learner!r} of {self._card.dataset!r}>"


@suggest_arguments
def load_model(
    path: str | Path, *, trusted: Sequence[str] = (), timeout: float = TIMEOUT, memory: float = MEMORY
) -> DeployedModel:
    """A model that `deploy` has saved. Nothing is unpickled.

    The file is looked at, then loaded in a child process.

    Parameters
    ----------
    path
        The file (.skops).
    trusted
        Types that are not known to be safe and that you allow.
    timeout
        Seconds that the child may take for each request.
    memory
        Megabytes that it may take.

    Returns
    -------
    DeployedModel
        Predicts as the model does, and compares new rows with those of training.

    Examples
    --------
    >>> load_model("nowhere.skops")
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: there is no file nowhere.skops; `bakeoff deploy` writes one
    """
    for name, value in (("timeout", timeout), ("memory", memory)):
        if not value > 0:
            raise BadInput(f"{name} must be positive, not {value!r}")
    names = (trusted,) if isinstance(trusted, str) else tuple(trusted)
    file = Path(path).expanduser()
    card = read_card(file, memory * 1e6)
    return DeployedModel(card, ServedModel(file, trusted=names, timeout=timeout, memory=memory * 1e6))


def checked_rows(path: str | Path, rows: str | Path, memory: float = MEMORY) -> ColumnTable:
    """The rows of a file, checked against the card of a model before that is loaded."""
    card = read_card(Path(path).expanduser(), memory * 1e6)
    if card.block:
        raise BadInput(
            f"the model was trained on {clean(card.block_words)}; predict in Python with bo.load_model({str(path)!r}).predict(rows)"
        )
    table = table_of(Path(rows), [column.name for column in card.columns])
    code_rows(table, card.columns, known_levels_only=card.known_levels_only)
    return table


def _own(trained: Trained, rows: Rows, texts: dict[int, tuple[str, ...]]) -> Outputs:
    from bakeoff.learners.model_state import model_from

    return model_from(trained.state, texts).predict(rows.native)


def _predicted(card: ModelCard, rows: Any, ask: Any) -> Predicted:
    if isinstance(rows, Dataset):
        raise BadInput(
            "give new rows as a frame, an array or a file, not as a Dataset: its levels may have other codes"
        )
    if card.block:
        block = _block_like(card, rows)
        return Predicted(_said(card, ask(block, {})), (), np.zeros(len(block), dtype=np.int64), "")
    table = rows if isinstance(rows, ColumnTable) else table_of(rows, [column.name for column in card.columns])
    coded = code_rows(table, card.columns, known_levels_only=card.known_levels_only)
    return Predicted(
        _said(card, ask(ColumnMatrix(coded.features), coded.texts)), coded.notes, coded.unlike, table.frame
    )


def _block_like(card: ModelCard, rows: Any) -> Rows:
    """New rows in the kind of block that the model was trained on."""
    block = None if isinstance(rows, str) else block_of(rows)
    if block is None or type(block).__name__ != card.block:
        words = "of another kind" if block is None else block.describe()
        raise BadInput(
            f"the model was trained on {clean(card.block_words)}, and the new rows are {words}; bring them alike"
        )
    return block


def _said(card: ModelCard, outputs: Outputs) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    for form in OUTPUTS.values():
        values = getattr(outputs, form.name)
        if values is None:
            continue
        if form.name == "label" and task_named(card.task).classifies:
            codes = np.asarray(values)
            if codes.dtype.kind not in "iu" or codes.min(initial=0) < 0 or codes.max(initial=0) >= len(card.classes):
                raise BadInput("the model answered with a class that its card does not name; use another model")
            columns["label"] = np.array(card.classes, dtype=object)[codes]
        elif form.output is Output.QUANTILES:
            table = quantiles_of(np.asarray(values))
            columns |= {
                f"{form.prefix}{level:.10g}": table.values[:, at] for at, level in enumerate(table.levels.tolist())
            }
        elif values.ndim == 1:
            columns[form.name] = values
        else:
            ends = range(1, values.shape[1] + 1) if OutputWidth.ANY in form.columns else card.classes
            columns |= {f"{form.prefix}{end}": values[:, index] for index, end in enumerate(ends)}
    return columns


def _runtime(card: ModelCard) -> tuple[Note, ...]:
    now, before = dict(versions_now()), dict(card.versions)
    differ = [
        name for name in before if name in now and name != "bakeoff" and _minor(now[name]) != _minor(before[name])
    ]
    if not differ:
        return ()
    old, new = (", ".join(f"{name} {some[name]}" for name in differ) for some in (before, now))
    return (OTHER_RUNTIME(before=old, now=new),)


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])
