"""The outputs of a model: one table that every copy, pool, store, check and permutation of predictions loops over."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["NAMES", "OUTPUTS", "Output", "OutputForm", "OutputWidth"]


class Output(StrEnum):
    """What a model can say about a row."""

    LABEL = "label"  # a class, a cluster, or a number for regression
    SCORE = "score"  # larger means more of the positive class (or one column per class)
    PROBA = "proba"  # one probability per class
    SD = "sd"  # predictive standard deviation beside a regression label
    DRAWS = "draws"  # an ensemble: several draws from the predictive distribution of each row's number
    QUANTILES = "quantiles"  # of that distribution: columns of values, then as many columns with their levels


class OutputWidth(StrEnum):
    """How many values an output has for each row."""

    ONE = "one"
    CLASSES = "one per class"
    ANY = "any number"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputForm:
    """What the array of an output looks like."""

    output: Output
    columns: tuple[OutputWidth, ...]  # the forms it may have
    codes: bool = False  # whole-number codes of classes, unless the task is a regression
    negative: bool = True  # whether values below zero are possible
    prefix: str = ""  # how its columns begin in a table of predictions, where it has several

    @property
    def name(self) -> str:
        """As the field of Predictions and of a learner's Outputs is called."""
        return self.output.value

    def shapes(self, rows: int, classes: int) -> dict[OutputWidth, tuple[int | str, ...]]:
        """The shapes that its array may have; "m" stands for any number of columns."""
        shapes: dict[OutputWidth, tuple[int | str, ...]] = {
            OutputWidth.ONE: (rows,), OutputWidth.CLASSES: (rows, classes), OutputWidth.ANY: (rows, "m")
        }  # fmt: skip
        return {column: shapes[column] for column in self.columns}


_FORMS = (  # in the order of Output
    OutputForm(output=Output.LABEL, columns=(OutputWidth.ONE,), codes=True),
    OutputForm(output=Output.SCORE, columns=(OutputWidth.ONE, OutputWidth.CLASSES), prefix="score_"),
    OutputForm(output=Output.PROBA, columns=(OutputWidth.CLASSES,), prefix="proba_"),
    OutputForm(output=Output.SD, columns=(OutputWidth.ONE,), negative=False),
    OutputForm(output=Output.DRAWS, columns=(OutputWidth.ANY,), prefix="draw_"),
    OutputForm(output=Output.QUANTILES, columns=(OutputWidth.ANY,), prefix="q"),
)
OUTPUTS = {form.name: form for form in _FORMS}
NAMES = tuple(OUTPUTS)
