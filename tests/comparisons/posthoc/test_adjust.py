"""Many p-values at once: what each is worth when all questions are asked together."""

from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.comparisons.posthoc.adjust_all_pairs import PAIR_METHODS
from bakeoff.comparisons.test_names import ADJUSTMENTS


def test_every_correction_has_a_name():
    assert set(ADJUSTMENTS) == {*METHODS, *PAIR_METHODS} - {"none"}
