"""Made streams with known changes (`bo.make_stream`): SEA, STAGGER, a rotating hyperplane and Agrawal's loans.

Examples are made in blocks, each from the seed and its number: memory stays constant, and reading may begin anywhere.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.seeds import rng_for

__all__ = ["DOMAINS", "MadeStream", "StreamDomain", "domains", "make_stream"]

BLOCK = 4096  # examples that are made at a time
Rule = Callable[[Array, Array], Array]  # of the features and the number of the concept of each row (or its mixture)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamDomain:
    """Where the examples of a stream come from, and the concepts that follow each other."""

    name: str
    title: str
    text: str
    reference: str
    columns: tuple[str, ...]
    concepts: int
    features: Callable[[np.random.Generator, int], Array]
    label: Rule
    moves: bool = False  # whether a concept turns into the next one; else examples of both are mixed meanwhile


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MadeStream:
    """A stream of `n` examples; iterate over it for chunks of features and classes, or call `chunks`."""

    domain: StreamDomain
    n: int
    changes: tuple[int, ...]  # positions of the first examples of each new concept, counted from 0
    width: int  # examples that a change takes
    noise: float
    seed: int

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the features."""
        return self.domain.columns

    def __iter__(self) -> Iterator[tuple[Array, Array]]:
        return self.chunks()

    def chunks(self, size: int = BLOCK, start: int = 0) -> Iterator[tuple[Array, Array]]:
        """Features and classes of `size` examples at a time, from example `start` on."""
        wanted, position = count("size", size), count("start", start, least=0)
        held: list[tuple[Array, Array]] = []
        block, skip = divmod(position, BLOCK)
        while block * BLOCK < self.n:
            x, y = self._block(block)
            held.append((x[skip:], y[skip:]))
            block, skip = block + 1, 0
            if sum(len(part) for _, part in held) >= wanted or block * BLOCK >= self.n:
                features, classes = (np.concatenate(parts) for parts in zip(*held, strict=True))
                full = len(classes) if block * BLOCK >= self.n else len(classes) - len(classes) % wanted
                yield from ((features[i : i + wanted], classes[i : i + wanted]) for i in range(0, full, wanted))
                held = [(features[full:], classes[full:])]

    def _block(self, number: int) -> tuple[Array, Array]:
        rng = rng_for(self.seed, f"stream/{self.domain.name}/{number}")
        first, size = number * BLOCK, min(BLOCK, self.n - number * BLOCK)
        x = self.domain.features(rng, BLOCK)
        concept = self._concept(np.arange(first, first + BLOCK), rng.random(BLOCK))
        y = np.asarray(self.domain.label(x, concept), dtype=np.int64)
        flipped = rng.random(BLOCK) < self.noise
        return x[:size], np.where(flipped, 1 - y, y)[:size]

    def _concept(self, positions: Array, chance: Array) -> Array:
        """The concept of each example; during a change a number between two concepts, or one of both by lot."""
        concept = np.zeros(len(positions))
        for change in self.changes:
            concept += np.clip((positions - change + 1) / self.width, 0.0, 1.0)
        return concept if self.domain.moves else np.floor(concept) + (chance < concept % 1)


def make_stream(
    name: str,
    n: int = 10_000,
    changes: Sequence[int] = (),
    *,
    width: int = 1,
    noise: float = 0.0,
    seed: int = 0,
) -> MadeStream:
    """A stream with known changes: what a detector or a learner should notice.

    Parameters
    ----------
    name
        "sea", "stagger", "hyperplane" or "agrawal"; concepts follow each other, and after the last the first comes again.
    n
        How many examples.
    changes
        The positions, counted from 0, at which a new concept begins.
    width
        How many examples a change takes; 1 is abrupt.
    noise
        The share of the classes that are turned round.
    seed
        The same seed makes the same stream, in chunks of any size.

    Returns
    -------
    A `MadeStream`: iterate over it for chunks of features and classes.

    >>> stream = make_stream("sea", 10_000, changes=[5000], seed=1)
    >>> x, y = next(stream.chunks(1000))
    >>> x.shape, stream.changes
    ((1000, 3), (5000,))
    """
    size, wide = count("n", n), count("width", width)
    places = tuple(count("changes", change) for change in changes)
    if list(places) != sorted(set(places)) or (places and places[-1] >= size):
        raise BadInput(f"changes must ascend and lie below n = {size}, but are {list(places)}")
    if any(later - earlier < wide for earlier, later in pairwise(places)):
        raise BadInput(f"changes must be at least the width of {wide} examples apart")
    if not 0 <= noise < 1:
        raise BadInput(f"noise must be at least 0 and below 1, not {noise!r}")
    return MadeStream(
        domain=domains[name], n=size, changes=places, width=wide, noise=float(noise), seed=count("seed", seed, least=0)
    )


def _uniform(columns: int, high: float) -> Callable[[np.random.Generator, int], Array]:
    return lambda rng, n: rng.random((n, columns)) * high


def _sea(x: Array, concept: Array) -> Array:
    return np.asarray(x[:, 0] + x[:, 1] > np.array([8.0, 9.0, 7.0, 9.5])[concept.astype(np.int64) % 4])


def _stagger(x: Array, concept: Array) -> Array:
    size, color, shape = x.T
    concepts = [(size == 0) & (color == 0), (color == 2) | (shape == 0), size >= 1]
    return np.choose(concept.astype(np.int64) % 3, concepts)


def _hyperplane(x: Array, concept: Array) -> Array:
    """Weights of the concepts come from their numbers, so that they are the same in every stream."""
    last = int(np.ceil(concept.max(initial=0)))
    weights = np.array([rng_for(0, f"hyperplane/{number}").random(x.shape[1]) for number in range(last + 1)])
    low = np.floor(concept).astype(np.int64)
    part = (concept - low)[:, None]
    mixed = (1 - part) * weights[low] + part * weights[np.minimum(low + 1, last)]
    return np.asarray((mixed * (x - 0.5)).sum(axis=1) >= 0)


def _loans(rng: np.random.Generator, n: int) -> Array:
    salary = rng.uniform(20_000, 150_000, n)
    commission = np.where(salary >= 75_000, 0.0, rng.uniform(10_000, 75_000, n))
    age, level, car, zone = (
        rng.integers(low, high, n, endpoint=True) for low, high in ((20, 80), (0, 4), (1, 20), (0, 8))
    )
    value = (9 - zone) * 100_000 * rng.uniform(0.5, 1.5, n)
    years, loan = rng.integers(1, 30, n, endpoint=True), rng.uniform(0, 500_000, n)
    return np.column_stack([salary, commission, age, level, car, zone, value, years, loan]).astype(np.float64)


def _between(values: Array, lows: Sequence[float], highs: Sequence[float], group: Array) -> Array:
    return np.asarray((values >= np.array(lows)[group]) & (values <= np.array(highs)[group]))


def _agrawal(x: Array, concept: Array) -> Array:
    """Class 1 is group A of the ten functions; the paper prints two thirds as 0.67."""
    salary, commission, age, level, _, _, value, years, loan = x.T
    group = (age >= 40).astype(np.int64) + (age >= 60)
    low, high = (50e3, 75e3, 25e3), (100e3, 125e3, 75e3)
    middle = _between(salary, low, high, group)
    educated = _between(level, (0, 1, 2), (1, 3, 4), group)
    less = _between(salary, (25e3, 50e3, 50e3), (75e3, 100e3, 100e3), group)
    more = _between(salary, (50e3, 75e3, 25e3), (100e3, 125e3, 75e3), group)
    loan_in = _between(loan, (100e3, 200e3, 300e3), (300e3, 400e3, 500e3), group)
    loan_out = _between(loan, (200e3, 300e3, 100e3), (400e3, 500e3, 300e3), group)
    income = 2 * (salary + commission) / 3
    equity = np.where(years >= 20, 0.1 * value * (years - 20), 0.0)
    in_a = [
        group != 1,
        middle,
        educated,
        np.where(educated, less, more),
        np.where(middle, loan_in, loan_out),
        _between(salary + commission, low, high, group),
        income - 0.2 * loan - 20e3 > 0,
        income - 5e3 * level - 20e3 > 0,
        income - 5e3 * level - 0.2 * loan - 10e3 > 0,
        income - 5e3 * level + 0.2 * equity - 10e3 > 0,
    ]
    return np.choose(concept.astype(np.int64) % 10, in_a)


DOMAINS: tuple[StreamDomain, ...] = (
    StreamDomain(
        name="sea",
        title="SEA",
        text="Three numbers of which two matter; the class is whether their sum exceeds a threshold that changes: 8, 9, 7, 9.5.",
        reference="street2001",
        columns=("x1", "x2", "x3"),
        concepts=4,
        features=_uniform(3, 10.0),
        label=_sea,
    ),
    StreamDomain(
        name="stagger",
        title="STAGGER",
        text="Size (small, medium, large), color (red, blue, green) and shape (circle, square, triangle) as codes 0, 1, 2; three rules follow each other: small and red, green or a circle, not small.",
        reference="schlimmer1986",
        columns=("size", "color", "shape"),
        concepts=3,
        features=lambda rng, n: rng.integers(0, 3, (n, 3)).astype(np.float64),
        label=_stagger,
    ),
    StreamDomain(
        name="hyperplane",
        title="Rotating hyperplane",
        text="Ten numbers between 0 and 1; the class is the side of a plane through their middle that turns during a change.",
        reference="hulten2001",
        columns=tuple(f"x{i}" for i in range(1, 11)),
        concepts=1 << 30,
        features=_uniform(10, 1.0),
        label=_hyperplane,
        moves=True,
    ),
    StreamDomain(
        name="agrawal",
        title="Agrawal's loans",
        text="Nine facts about a person who asks for a loan; ten functions of them follow each other.",
        reference="agrawal1993",
        columns=("salary", "commission", "age", "elevel", "car", "zipcode", "hvalue", "hyears", "loan"),
        concepts=10,
        features=_loans,
        label=_agrawal,
    ),
)
domains: Catalogue[StreamDomain] = Catalogue("made stream", DOMAINS)
