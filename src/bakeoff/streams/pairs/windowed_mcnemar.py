"""McNemar's test over a sliding window; looked at all along a stream it finds too many differences, and its note says so."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.comparisons.results import Alternative
from bakeoff.comparisons.significance.rows.mcnemar import VARIANTS, mcnemar_p
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.streams.forgetting import Forgetting, RunningSums
from bakeoff.streams.losses import paired_losses
from bakeoff.streams.notes import REPEATED_LOOKS

__all__ = ["WindowedMcNemar", "windowed_mcnemar"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WindowedMcNemar:
    """The test after every example, over the last `window` examples."""

    window: int
    variant: str
    only_a_right: Array
    only_b_right: Array
    p_values: Array
    notes: tuple[Note, ...]

    def __str__(self) -> str:
        few = int(np.count_nonzero(self.p_values <= 0.05))
        return f"McNemar over windows of {self.window:,} examples ({self.variant}): p <= 0.05 after {few:,} of {len(self.p_values):,} examples"


def windowed_mcnemar(
    loss_a: Any, loss_b: Any, window: int, variant: str = "mid-p", *, alternative: str = "two-sided"
) -> WindowedMcNemar:
    """Do two classifiers err on different examples equally often, in the window that ends at each example?

    Each p-value is valid for one window that was chosen in advance. If you look at all of them and stop at the first
    small one, you are wrong much more often than alpha; `bo.anytime_test` allows that.  Reference: mcnemar1947.

    Parameters
    ----------
    loss_a, loss_b
        1 where the learner was wrong and 0 where it was right, in the order of time.
    window
        How many examples each test is about; all so far while they are fewer.
    variant, alternative
        As in `mcnemar`; "greater" asks whether a alone is right more often.

    Returns
    -------
    A `WindowedMcNemar` with `p_values`, one for each example.

    >>> windowed_mcnemar([0] * 12, [1] * 10 + [0, 0], window=6).p_values[[0, 5, 11]].tolist()
    [0.5, 0.015625, 0.0625]
    """
    a, b = paired_losses(loss_a, loss_b)
    wide = count("window", window)
    side = Alternative(alternative)
    if variant not in VARIANTS or variant == "auto":
        raise BadInput(
            f"variant must be one of {', '.join(name for name in VARIANTS if name != 'auto')}, not {variant!r}"
        )
    for name, values in (("loss_a", a), ("loss_b", b)):
        if not np.isin(values, (0.0, 1.0)).all():
            raise BadInput(
                f"{name} must be 1 where the learner is wrong and 0 where it is right; compare other losses by bo.anytime_test"
            )
    rows = np.column_stack([(a < b), (b < a)]).astype(np.float64)
    counts = RunningSums(forgetting=Forgetting(window=wide)).push(rows).astype(np.int64)
    pairs, place = np.unique(counts, axis=0, return_inverse=True)
    p_values = np.array([mcnemar_p(left, right, variant, side)[1] for left, right in pairs.tolist()])
    return WindowedMcNemar(
        window=wide, variant=variant, only_a_right=counts[:, 0], only_b_right=counts[:, 1], p_values=p_values[place.reshape(-1)],
        notes=(REPEATED_LOOKS(windows=len(a)),) if len(a) > 1 else (),
    )  # fmt: skip
