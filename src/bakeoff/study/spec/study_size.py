"""How large one study may be: more is refused before it is run, and in a file that says it holds more."""

from collections.abc import Iterator, Mapping

__all__ = ["MOST", "too_many"]

MOST: dict[str, int] = {"learners": 1_000, "data sets": 10_000, "measures": 1_000, "pairs": 10_000}


def too_many(counts: Mapping[str, int]) -> Iterator[str]:
    """A sentence for each part of a study that has too many.

    >>> list(too_many({"learners": 100_000, "pairs": 3}))
    ['100,000 learners, and one study has at most 1,000; make several studies of it']
    """
    for part, count in counts.items():
        if count > MOST[part]:
            yield f"{count:,} {part}, and one study has at most {MOST[part]:,}; make several studies of it"
