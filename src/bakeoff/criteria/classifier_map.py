"""The map of classifiers: each learner is the vector of its performance matrices over all domains, shown in the plane.

The framework of Alaiz-Rodriguez, Japkowicz and Tischer (2008): the ideal classifier is added, distances are taken in
the full space, and a projection shows them. How far a learner is from ideal says how well it does; how far two
learners are from each other says whether they err alike.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Name, Note
from bakeoff.core.spanning_tree import spanning_tree
from bakeoff.core.text import clean, listed
from bakeoff.criteria.notes import DISTORTED, NOT_A_METRIC, RAW_COUNTS
from bakeoff.criteria.projection import PROJECTIONS, stress

__all__ = [
    "IDEAL",
    "LearnersInPlane",
    "VectorPart",
    "classes_of",
    "classifier_map",
    "matrices_from_columns",
    "matrices_of",
    "performance_vector",
]

IDEAL = "ideal"
ROUGH = 0.15  # stress above which the picture is called rough
Distance = str | Callable[[Array, Array], float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LearnersInPlane:
    """Learners and the ideal in the plane; `points` and `distances` have the ideal first."""

    names: tuple[str, ...]  # the learners
    points: Array  # (1 + learners) x 2
    distances: Array  # in the full space
    vectors: Array  # (1 + learners) x cells: what the distances are of
    shapes: tuple[
        tuple[int, ...], ...
    ]  # of the parts of a vector, one for each domain: (K, K) of a confusion matrix, (m,) of measures
    tree: tuple[tuple[str, str], ...]  # edges of the minimum spanning tree, from the ideal outwards
    stress: float
    distance: str
    projection: str
    normalize: str
    worst: tuple[str, str, float, float] = (
        "",
        "",
        0.0,
        0.0,
    )  # the pair drawn worst: its distance, and how far apart it is drawn
    notes: tuple[Note, ...] = ()

    @property
    def true_radii(self) -> bool:
        """Whether every learner is drawn as far from the ideal as it is."""
        drawn, far = np.hypot(*(self.points[1:] - self.points[0]).T), self.distances[0, 1:]
        return bool(np.allclose(drawn, far, rtol=1e-6, atol=1e-9 * float(far.max(initial=0.0))))

    @property
    def to_ideal(self) -> dict[str, float]:
        """How far each learner is from the ideal classifier, nearest first."""
        found = dict(zip(self.names, self.distances[0, 1:].tolist(), strict=True))
        return dict(sorted(found.items(), key=lambda one: one[1]))

    @property
    def alike(self) -> tuple[tuple[str, str, float], ...]:
        """Every pair of learners with its distance, those that err most alike first."""
        pairs = [(a, b, self.between(a, b)) for a, b in combinations(self.names, 2)]
        return tuple(sorted(pairs, key=lambda one: one[2]))

    def between(self, a: str, b: str) -> float:
        """The distance of two learners in the full space."""
        return float(self.distances[self._at(a), self._at(b)])

    def cell_names(self, classes: Mapping[str, Sequence[str]] | None = None) -> tuple[str, ...]:
        """What each number of a vector is: true class, arrow, predicted class; `classes` names the domains and their classes."""
        named = classes or {
            f"{at}": [f"{k}" for k in range(1, shape[0] + 1)] for at, shape in enumerate(self.shapes, 1)
        }
        parts = []
        for shape, (domain, own) in zip(self.shapes, named.items(), strict=True):
            before = f"{clean(domain)}: " if len(self.shapes) > 1 else ""
            cells = (
                [f"{clean(a)}→{clean(b)}" for a in own for b in own] if len(shape) == 2 else [clean(one) for one in own]
            )
            parts += [f"{before}{cell}" for cell in cells]
        return tuple(parts)

    def at(self, name: str) -> tuple[float, float]:
        """Where a learner, or the ideal, is drawn."""
        x, y = self.points[self._at(name)]
        return float(x), float(y)

    def _at(self, name: str) -> int:
        if name == IDEAL:
            return 0
        if name not in self.names:
            raise UnknownName("learner", name, (*self.names, IDEAL))
        return 1 + self.names.index(name)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff map --json` prints."""
        places = {name: [float(x), float(y)] for name, (x, y) in zip(self.names, self.points[1:], strict=True)}
        return {
            "distance": self.distance, "projection": self.projection, "normalize": self.normalize, "stress": self.stress,
            "worst": dict(zip(("a", "b", "distance", "drawn"), self.worst, strict=True)),
            "ideal": [float(x) for x in self.points[0]], "points": places, "to_ideal": self.to_ideal,
            "pairs": [{"a": a, "b": b, "distance": d} for a, b, d in self.alike],
            "tree": [list(edge) for edge in self.tree], "notes": [note.as_dict() for note in self.notes],
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VectorPart:
    """One part of a vector: a confusion matrix (truth down, predictions across), or plain numbers."""

    values: Array

    @property
    def ideal(self) -> Array | None:
        """Every row on the diagonal; plain numbers do not know it."""
        return np.diag(self.values.sum(axis=1)) if self.values.ndim == 2 else None

    def normalized(self, how: str, values: Array) -> Array:
        """Counts as shares of their class, or of the domain."""
        if self.values.ndim != 2 or not how:
            return values
        whole = self.values.sum(axis=1, keepdims=True) if how == "class" else self.values.sum()
        made: Array = np.divide(values, whole, out=np.zeros(values.shape), where=np.asarray(whole) > 0)
        return made


def classifier_map(
    performance: Mapping[str, Any],
    distance: Distance = "l2",
    projection: str = "mcst",
    normalize: str | None = None,
    ideal: Any = None,
) -> LearnersInPlane:
    """Draw learners in a plane by their errors.

    `performance` gives for each learner a list with one confusion matrix per domain (truth down, predictions across), or
    a vector of measures, for which `ideal` is needed. `normalize` is None (raw counts), "class" (shares of each class)
    or "domain" (shares of each domain). `distance` is "l2", "l1" or a function of two vectors.

    >>> nb, boost = [[60, 10], [15, 15]], [[65, 5], [20, 10]]
    >>> made = classifier_map({"nb": [nb], "boost": [boost]})
    >>> {name: round(far, 2) for name, far in made.to_ideal.items()}, round(made.between("nb", "boost"), 2)
    ({'nb': 25.5, 'boost': 29.15}, 10.0)
    """
    how = _normalize(normalize)
    if projection not in PROJECTIONS:
        raise UnknownName("projection", projection, PROJECTIONS)
    names = tuple(str(name) for name in performance)
    if not names:
        raise BadInput("a map needs a learner")
    if IDEAL in names:
        raise BadInput(f"the map calls the perfect classifier {IDEAL!r}; rename the learner of that name")
    domains = {str(name): _domains(str(name), values) for name, values in performance.items()}
    best = _ideal(domains, ideal)
    vectors = np.array(
        [performance_vector(domains[names[0]], how, best), *(performance_vector(domains[n], how) for n in names)]
    )
    distances = _distances(vectors, distance)
    points = PROJECTIONS[projection](distances)
    tree = spanning_tree(distances)
    value, pair, true, drawn = stress(distances, points)
    shown = (IDEAL, *names)
    notes = [*_violations(distances, shown)] if callable(distance) else []
    if value > ROUGH:
        notes.append(DISTORTED(a=Name(shown[pair[0]]), b=Name(shown[pair[1]]), true=true, drawn=drawn, stress=value))
    if not how and any(domain.values.ndim == 2 for domain in domains[names[0]]):
        notes.append(RAW_COUNTS())
    return LearnersInPlane(
        names=names, points=frozen(points), distances=frozen(distances), vectors=frozen(vectors), tree=tuple((shown[a], shown[b]) for a, b in tree.edges),
        stress=value, distance=distance if isinstance(distance, str) else getattr(distance, "__name__", "own"),
        shapes=tuple(domain.values.shape for domain in domains[names[0]]), projection=projection, normalize=how or "none", worst=(shown[pair[0]], shown[pair[1]], true, drawn), notes=tuple(notes),
    )  # fmt: skip


def matrices_from_columns(columns: Mapping[str, Sequence[Any]]) -> dict[str, list[Array]]:
    """Confusion matrices from a long table: learner, truth, predicted and count, and domain if there are several.

    >>> matrices_from_columns({"learner": ["a", "a"], "truth": ["x", "y"], "predicted": ["x", "x"], "count": ["3", "1"]})
    {'a': [array([[3., 0.],
           [1., 0.]])]}
    """
    missing = [name for name in ("learner", "truth", "predicted", "count") if name not in columns]
    if missing:
        raise BadInput(
            f"confusion matrices need the columns learner, truth, predicted and count; missing: {listed(missing)}"
        )
    domains = [str(domain) for domain in columns.get("domain", ["" for _ in columns["learner"]])]
    counts = []
    for line, cell in enumerate(columns["count"], start=2):
        try:
            counts.append(float(cell))
        except ValueError:
            raise BadInput(f"line {line}: the count {clean(cell)!r} is not a number") from None
    classes: dict[str, dict[str, int]] = {}
    for domain, *both in zip(domains, columns["truth"], columns["predicted"], strict=True):
        codes = classes.setdefault(domain, {})
        for label in both:
            codes.setdefault(str(label), len(codes))
    matrices: dict[str, list[Array]] = {}
    for row, learner in enumerate(columns["learner"]):
        parts = matrices.setdefault(str(learner), [np.zeros((len(codes), len(codes))) for codes in classes.values()])
        codes = classes[domains[row]]
        place = codes[str(columns["truth"][row])], codes[str(columns["predicted"][row])]
        parts[list(classes).index(domains[row])][place] += counts[row]
    return matrices


def classes_of(columns: Mapping[str, Sequence[Any]]) -> dict[str, tuple[str, ...]]:
    """The domains of a long table of counts, and their classes in the order of `matrices_from_columns`."""
    domains = [str(domain) for domain in columns.get("domain", ["" for _ in columns["learner"]])]
    classes: dict[str, dict[str, None]] = {}
    for domain, *both in zip(domains, columns["truth"], columns["predicted"], strict=True):
        for label in both:
            classes.setdefault(domain, {})[str(label)] = None
    return {name: tuple(labels) for name, labels in classes.items()}


def performance_vector(domains: Sequence[VectorPart], how: str, values: Sequence[Array] | None = None) -> Array:
    """All domains of one learner in one vector; `values` puts others, such as the ideal, in their place."""
    parts = [domain.values for domain in domains] if values is None else values
    return np.concatenate([domain.normalized(how, part).ravel() for domain, part in zip(domains, parts, strict=True)])


def _normalize(how: str | None) -> str:
    if how not in {None, "", "none", "class", "domain"}:
        raise UnknownName("normalization", str(how), ("none", "class", "domain"))
    return "" if how in {None, "none"} else str(how)


def _domains(name: str, performance: Any) -> tuple[VectorPart, ...]:
    """The parts of one learner; one matrix or one vector may come without a list around it."""
    try:
        array = np.asarray(performance, dtype=float)
        parts = [array] if array.ndim < 3 else list(array)
    except (ValueError, TypeError):
        parts = [_array(name, part) for part in performance]
    domains = []
    for part in parts:
        matrix = part.ndim == 2
        if part.ndim not in {1, 2} or (matrix and part.shape[0] != part.shape[1]):
            raise BadInput(
                f"{name}: a confusion matrix is square, truth down and predictions across, not of shape {part.shape}"
            )
        if not np.isfinite(part).all() or (matrix and (part < 0).any()):
            raise BadInput(f"{name}: a confusion matrix contains counts of zero or more, and a vector numbers")
        domains.append(VectorPart(values=part))
    if not domains:
        raise BadInput(f"{name}: there is no confusion matrix")
    return tuple(domains)


def matrices_of(name: str, performance: Any) -> list[Array]:
    """The confusion matrices of one learner; plain numbers have none."""
    parts = _domains(name, performance)
    if any(domain.values.ndim != 2 for domain in parts):
        raise BadInput("test rows can be drawn again from confusion matrices only, not from measures")
    return [domain.values for domain in parts]


def _array(name: str, values: Any) -> Array:
    try:
        return np.asarray(values, dtype=float)
    except (ValueError, TypeError):
        raise BadInput(f"{name}: a confusion matrix has as many columns as rows, all numbers") from None


def _ideal(domains: Mapping[str, Sequence[VectorPart]], ideal: Any) -> list[Array]:
    """The ideal classifier of these domains; all learners must have seen the same rows."""
    names = list(domains)
    first = domains[names[0]]
    shapes = [domain.values.shape for domain in first]
    for name in names[1:]:
        if [domain.values.shape for domain in domains[name]] != shapes:
            raise BadInput(f"{name} and {names[0]} have other domains or classes; give the same ones in the same order")
        for i, (domain, other) in enumerate(zip(first, domains[name], strict=True)):
            if domain.values.ndim == 2 and not np.allclose(domain.values.sum(axis=1), other.values.sum(axis=1)):
                raise BadInput(
                    f"{name} and {names[0]} have other numbers of rows of a class in domain {i + 1}; both must be tested on the same rows "
                    "(if the rows of the matrices are the predicted classes, set rows='predicted')"
                )
    ideals = [domain.ideal for domain in first]
    if ideal is not None:
        flat = np.asarray(ideal, dtype=float).ravel()
        size = sum(domain.values.size for domain in first)
        if flat.size != size or not np.isfinite(flat).all():
            raise BadInput(f"ideal must contain {size} numbers, as many as each learner has")
        cuts = np.cumsum([domain.values.size for domain in first])[:-1]
        return [part.reshape(shape) for part, shape in zip(np.split(flat, cuts), shapes, strict=True)]
    if any(ideal_part is None for ideal_part in ideals):
        raise BadInput("vectors of measures have no known ideal; give ideal, with one number for each measure")
    return [ideal_part for ideal_part in ideals if ideal_part is not None]


def _distances(vectors: Array, distance: Distance) -> Array:
    if isinstance(distance, str):
        order = {"l1": "cityblock", "l2": "euclidean"}
        if distance not in order:
            raise UnknownName("distance", distance, order)
        from scipy.spatial.distance import pdist, squareform

        matrix: Array = squareform(pdist(vectors, order[distance]))
        return matrix
    n = len(vectors)
    matrix = np.zeros((n, n))
    for i, j in combinations(range(n), 2):
        value = float(distance(vectors[i], vectors[j]))
        if not (np.isfinite(value) and value >= 0):
            raise BadInput(f"the distance function returned {value!r}; a distance is a number of zero or more")
        matrix[i, j] = matrix[j, i] = value
    return matrix


def _violations(distances: Array, names: Sequence[str]) -> list[Note]:
    """The largest violation of the triangle inequality, if there is one."""
    worst, place = 1e-9 * float(distances.max(initial=0.0)), None
    for by in range(len(distances)):
        around = distances[:, [by]] + distances[[by], :]
        excess = distances - around
        position = int(np.argmax(excess))
        if excess.flat[position] > worst:
            worst, place = float(excess.flat[position]), (*divmod(position, len(distances)), by)
    if place is None:
        return []
    i, j, by = place
    return [
        NOT_A_METRIC(
            a=Name(names[i]), b=Name(names[j]), by=Name(names[by]), direct=float(distances[i, j]),
            around=float(distances[i, by] + distances[by, j]),
        )
    ]  # fmt: skip
