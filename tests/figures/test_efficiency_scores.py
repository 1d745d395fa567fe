"""Efficiency scores: one line per learner, filled where it is efficient, with its range over resamples where there is one."""

from matplotlib.figure import Figure

from bakeoff.figures.efficiency_scores import EfficiencyLine, EfficiencyPlot, efficiency_figure


def texts(figure: Figure) -> list[str]:
    ax = figure.axes[0]
    return [one.get_text() for one in (*ax.texts, *ax.get_yticklabels())]


def test_a_range_over_resamples_and_an_undefined_score() -> None:
    nan = float("nan")
    numbers = EfficiencyPlot(
        lines=(
            EfficiencyLine(name="a", score=nan, efficient=True, low=nan, high=nan, look=0),
            EfficiencyLine(name="b", score=1.7, efficient=True, low=1.1, high=2.2, look=1),
        ),
        axis="Efficiency",
    )
    made = efficiency_figure(numbers)
    assert "undefined" in texts(made)
    assert made.axes[0].get_xlim()[1] >= 2.2
    assert numbers.sentence() == "Efficiency. a undefined, efficient; b 1.70 (1.10 to 2.20), efficient."
