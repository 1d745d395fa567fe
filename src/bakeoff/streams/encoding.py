"""Words and gaps of a stream, filled from what came before: no later example decides how an earlier one is read."""

from dataclasses import dataclass, field, replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.streams.source import Examples

__all__ = ["StreamEncoder"]


@dataclass(slots=True)
class StreamEncoder:
    """Fills gaps: numbers by the mean of the column so far, words by the empty word."""

    means: dict[str, tuple[int, float]] = field(default_factory=dict)  # values of a column so far, and their mean
    filled: dict[str, int] = field(default_factory=dict)  # cells by column
    words: dict[str, None] = field(default_factory=dict)  # columns that hold words

    def filled_in(self, examples: Examples) -> Examples:
        """The examples without gaps; the means are of all examples that came before these."""
        if examples.block is not None:
            return examples
        return replace(
            examples, features={name: self._column(name, values) for name, values in examples.features.items()}
        )

    def _column(self, name: str, values: Array) -> Array:
        if values.dtype.kind not in "biufO" and values.dtype.kind != "U":
            return values
        if values.dtype.kind in "OU":
            return self._words(name, values)
        gaps = np.isnan(values) if values.dtype.kind == "f" else np.zeros(len(values), dtype=bool)
        count_before, mean = self.means.get(name, (0, 0.0))
        there = values[~gaps]
        if there.size:
            self.means[name] = (
                count_before + there.size,
                mean + (float(there.mean()) - mean) * there.size / (count_before + there.size),
            )
        if not gaps.any():
            return values
        self.filled[name] = self.filled.get(name, 0) + int(gaps.sum())
        return np.where(gaps, mean, values)

    def _words(self, name: str, values: Array) -> Array:
        self.words[name] = None
        missing = np.array([value is None or value != value for value in values], dtype=bool)  # noqa: PLR0124 - NaN is not itself
        if missing.any():
            self.filled[name] = self.filled.get(name, 0) + int(missing.sum())
        return np.array(
            ["" if gap else str(value) for value, gap in zip(values.tolist(), missing, strict=True)], dtype=object
        )
