"""StreamEvaluation: what `bo.stream` returns, to be drawn and written as a page."""

from pathlib import Path
from typing import Any

from bakeoff.core.notes import plain_text
from bakeoff.core.text import clean
from bakeoff.streams.detection.stream_alarms import alarm_places, stream_alarms
from bakeoff.streams.pairs.pair_track import pair_track
from bakeoff.streams.stream_page import compose_stream, stream_words, value_plot
from bakeoff.streams.stream_results import StreamResults

__all__ = ["StreamEvaluation"]


MOST_LISTED = 5  # alarms that a line names


def _listed(places: tuple[int, ...]) -> str:
    """The examples at which alarms were raised.

    >>> _listed((1200, 3400)), _listed(())
    ('at 1,200, 3,400', 'none')
    """
    more = f" and {len(places) - MOST_LISTED:,} more" if len(places) > MOST_LISTED else ""
    return "at " + ", ".join(f"{place:,}" for place in places[:MOST_LISTED]) + more if places else "none"


class StreamEvaluation(StreamResults):
    """The values of a measure along a stream, with its verdict, alarms, picture and page."""

    __slots__ = ()

    @property
    def verdict(self) -> str:
        """Which learner is better."""
        return plain_text(stream_words(self)).strip()

    @property
    def alarms(self) -> dict[str, tuple[int, ...]]:
        """Where the mean loss of each learner changed, by the first detector, as numbers of examples."""
        return alarm_places(self, self.detectors[0]) if self.detectors else {}

    def to_dict(self) -> dict[str, Any]:
        """For JSON; undefined values are None."""
        alarms = {
            name: {learner: list(places) for learner, places in self.alarms_of(name).items()} for name in self.detectors
        }
        return {**StreamResults.to_dict(self), "alarms": alarms}

    def __str__(self) -> str:
        lines = [
            f"alarms of {name}: "
            + "; ".join(f"{clean(learner)} {_listed(places)}" for learner, places in self.alarms_of(name).items())
            for name in self.detectors
            if self.losses
        ]
        return "\n".join([StreamResults.__str__(self), *lines])

    def alarms_of(self, detector: str) -> dict[str, tuple[int, ...]]:
        """Where a detector sees a change in the losses of each learner, as numbers of examples."""
        return alarm_places(self, detector)

    def q(self, a: str, b: str) -> Any:
        """The Q-statistic of two learners at each position: the logarithm of the ratio of their accumulated losses.

        Below zero a has lost less. NaN while neither has lost anything.
        """
        return pair_track(self, a, b).q

    def difference(self, a: str, b: str, level: float = 0.95) -> Any:
        """A frame of the difference of two learners over all examples so far at each position, with an interval that holds at all of them."""
        return pair_track(self, a, b, level).to_frame()

    def plot(self) -> Any:
        """A Matplotlib figure of the values, with stated changes and alarms."""
        from bakeoff.figures.stream_plot import stream_figure

        return stream_figure(value_plot(self, self.alarms))

    def report(self, path: str | Path, title: str = "Learners on a stream") -> Path:
        """Write the page; the suffix chooses: .html, .md, .tex or .json."""
        from bakeoff.report.write import write_report

        return write_report(compose_stream(self, stream_alarms(self), title), path)
