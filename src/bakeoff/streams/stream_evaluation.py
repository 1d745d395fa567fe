"""StreamEvaluation: what `bo.stream` returns, to be drawn and written as a page."""

from pathlib import Path
from typing import Any

from bakeoff.core.notes import plain_text
from bakeoff.streams.stream_alarms import alarm_places, stream_alarms
from bakeoff.streams.stream_page import compose_stream, stream_words, value_plot
from bakeoff.streams.stream_results import StreamResults

__all__ = ["StreamEvaluation"]


class StreamEvaluation(StreamResults):
    """The values of a measure along a stream, with its verdict, alarms, picture and page."""

    __slots__ = ()

    @property
    def verdict(self) -> str:
        """Which learner is better."""
        return plain_text(stream_words(self)).strip()

    @property
    def alarms(self) -> dict[str, tuple[int, ...]]:
        """Where the mean loss of each learner changed, by ADWIN, as numbers of examples."""
        return alarm_places(self)

    def plot(self) -> Any:
        """A Matplotlib figure of the values, with stated changes and alarms."""
        from bakeoff.figures.stream_plot import stream_figure

        return stream_figure(value_plot(self, self.alarms))

    def report(self, path: str | Path, title: str = "Learners on a stream") -> Path:
        """Write the page; the suffix chooses: .html, .md, .tex or .json."""
        from bakeoff.report.write import write_report

        return write_report(compose_stream(self, stream_alarms(self), title), path)
