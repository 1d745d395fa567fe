"""Domain effects: a field for each learner and characteristic, the stronger the correlation the darker; framed where it is shown."""

import numpy as np

from bakeoff.figures.domain_effects import EffectsPlot, effects_figure


def test_undefined_and_zero_correlations() -> None:
    numbers = EffectsPlot(
        learners=("a", "b"), characteristics=("Rows",), rho=np.array([[np.nan, 1e-9]]), shown=np.array([[False, False]])
    )
    made = effects_figure(numbers)
    assert {"–", "0.00"} <= {one.get_text() for one in made.axes[0].texts}
    assert numbers.sentence().endswith("None is shown.")
