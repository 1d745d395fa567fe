"""An artificial domain that a small TOML file declares: attributes, their distributions, their parents, and rules of the class."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.foreign_file import read_regular
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.tasks import BINARY

__all__ = ["DeclaredDomain", "declared_domain"]

LARGEST = 1 << 20  # bytes of a domain file
MOST_ATTRIBUTES = 1000
TOLERANCE = 1e-6  # by which shares may miss a sum of 1
NUMBERS = {"normal": ("mean", "deviation"), "uniform": ("low", "high"), "integers": ("low", "high")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """A column: shares of words, or a distribution of numbers; for values of its parent each may be another one."""

    name: str
    shares: Mapping[str, float]  # of words; empty for numbers
    distribution: str = ""
    ends: tuple[float, float] = (0.0, 0.0)  # the two numbers of the distribution
    parent: str = ""
    given: Mapping[str, "Attribute"] = None  # type: ignore[assignment]  # by the word of the parent

    @property
    def levels(self) -> tuple[str, ...]:
        """All words, in the order of the file."""
        return tuple(dict.fromkeys([*self.shares, *(word for other in self.given.values() for word in other.shares)]))

    def draw(self, rng: np.random.Generator, n: int, levels: Sequence[str]) -> Array:
        """Numbers, or codes of words."""
        if self.shares:
            return rng.choice([levels.index(word) for word in self.shares], size=n, p=_normed(self.shares)).astype(
                np.float64
            )
        first, second = self.ends
        if self.distribution == "normal":
            return rng.normal(first, second, n)
        if self.distribution == "uniform":
            return rng.uniform(first, second, n)
        return rng.integers(int(first), int(second), n, endpoint=True).astype(np.float64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The chance of the second class where all conditions hold."""

    when: Mapping[str, tuple[str, ...] | tuple[float, float]]  # words of an attribute, or both ends of its numbers
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredDomain:
    """A domain of one's own; `make` draws rows from it."""

    name: str
    target: str
    classes: tuple[str, str]
    attributes: tuple[Attribute, ...]
    rules: tuple[Rule, ...]
    otherwise: float
    digest: str

    def make(self, n: int = 500, seed: int = 0) -> Dataset:
        """Draw `n` rows; the same file and seed give the same rows.

        Parameters
        ----------
        n
            How many rows.
        seed
            Of the draws.

        Returns
        -------
        A `Dataset` whose notes state the least error that any method can have on these rows.
        """
        size = count("n", n)
        rng = rng_for(count("seed", seed, least=0), f"make/{self.digest}")
        values: dict[str, Array] = {}
        for attribute in self.attributes:
            values[attribute.name] = self._drawn(attribute, values, rng, size)
        chance = self.chance(values, size)
        target = (rng.random(size) < chance).astype(np.int64)
        columns = tuple(
            Column(name=attribute.name, kind=ColumnKind.NOMINAL, levels=attribute.levels)
            if attribute.levels
            else Column(name=attribute.name)
            for attribute in self.attributes
        )
        least = float(np.minimum(chance, 1.0 - chance).mean())
        return Dataset(
            name=self.name, task=BINARY, features=np.column_stack(list(values.values())), target=target, columns=columns, classes=self.classes,
            positive=self.classes[1], source=f"declared domain {self.name} (sha256 {self.digest[:12]}, n={n}, seed={seed})",
            notes=(f"least possible error on these rows {least:.4g}",),
        )  # fmt: skip

    def _drawn(self, attribute: Attribute, values: Mapping[str, Array], rng: np.random.Generator, n: int) -> Array:
        levels = attribute.levels
        column = attribute.draw(rng, n, levels)
        if attribute.parent:
            parent = next(other for other in self.attributes if other.name == attribute.parent)
            for word, other in attribute.given.items():
                rows = values[parent.name] == parent.levels.index(word)
                column[rows] = other.draw(rng, int(rows.sum()), levels)
        return column

    def chance(self, values: Mapping[str, Array], n: int) -> Array:
        """The chance of the second class of each row: that of the first rule whose conditions hold."""
        chance, open_rows = np.full(n, self.otherwise), np.ones(n, dtype=bool)
        for rule in self.rules:
            rows = open_rows.copy()
            for name, wanted in rule.when.items():
                attribute = next(other for other in self.attributes if other.name == name)
                if attribute.levels:
                    rows &= np.isin(values[name], [attribute.levels.index(str(word)) for word in wanted])
                else:
                    low, high = wanted
                    rows &= (values[name] >= float(low)) & (values[name] <= float(high))
            chance[rows] = rule.share
            open_rows &= ~rows
        return chance


def _normed(shares: Mapping[str, float]) -> Array:
    values = np.array(list(shares.values()), dtype=np.float64)
    return np.asarray(values / values.sum())


def declared_domain(source: str | Path | Mapping[str, Any]) -> DeclaredDomain:
    """The domain that a TOML file, or a mapping of the same form, declares; raises BadInput with all problems at once.

    Parameters
    ----------
    source
        A path, or the mapping: `target`, `classes` (two words), `attributes` by name, `rules` and `otherwise`.

    Returns
    -------
    A `DeclaredDomain`.

    >>> domain = declared_domain({"name": "colds", "target": "ill", "classes": ["no", "yes"], "otherwise": 0.1,
    ...     "attributes": {"season": {"shares": {"summer": 0.5, "winter": 0.5}}}, "rules": [{"when": {"season": "winter"}, "share": 0.6}]})
    >>> data = domain.make(n=1000)
    >>> data.classes, data.notes
    (('no', 'yes'), ('least possible error on these rows 0.2467',))
    """
    if isinstance(source, Mapping):
        table, where = dict(source), "the domain"
    else:
        where = str(source)
        content = read_regular(source, LARGEST)
        try:
            table = tomllib.loads(content.decode("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadInput(f"{where} cannot be read as TOML: {error}; see docs/domains.md for an example") from None
    problems: list[str] = []
    domain = _parsed(table, problems, Path(where).stem)
    if problems or domain is None:
        raise BadInput(f"{where}: " + "; ".join(problems))
    return domain


def _parsed(table: Mapping[str, Any], problems: list[str], name: str) -> DeclaredDomain | None:
    unknown = set(table) - {"name", "target", "classes", "attributes", "rules", "otherwise"}
    problems += [
        f"{word!r} is not a key of a domain; known are name, target, classes, attributes, rules, otherwise"
        for word in sorted(unknown)
    ]
    classes = table.get("classes")
    if (
        not isinstance(classes, Sequence)
        or isinstance(classes, str)
        or len(classes) != 2
        or len(set(map(str, classes))) != 2
    ):
        problems.append("classes must be two different words, for example classes = ['no', 'yes']")
        classes = ("no", "yes")
    described = table.get("attributes")
    if not isinstance(described, Mapping) or not described or len(described) > MOST_ATTRIBUTES:
        problems.append(f"attributes must be 1 to {MOST_ATTRIBUTES} tables, for example [attributes.age]")
        described = {}
    attributes: list[Attribute] = []
    for word, fields in described.items():
        attribute = _attribute(str(word), fields, attributes, problems)
        if attribute is not None:
            attributes.append(attribute)
    rules = [
        rule
        for number, fields in enumerate(table.get("rules", []), start=1)
        if (rule := _rule(number, fields, attributes, problems)) is not None
    ]
    otherwise = _chance("otherwise", table.get("otherwise", 0.0), problems)
    target = str(table.get("target", "target"))
    if target in described:
        problems.append(f"target {target!r} is also the name of an attribute; name it otherwise")
    if problems:
        return None
    digest = sha256(repr((classes, described, table.get("rules"), otherwise)).encode()).hexdigest()
    return DeclaredDomain(
        name=str(table.get("name", name)), target=target, classes=(str(classes[0]), str(classes[1])), attributes=tuple(attributes), rules=tuple(rules),
        otherwise=otherwise, digest=digest,
    )  # fmt: skip


def _chance(what: str, value: Any, problems: list[str]) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        problems.append(f"{what} must be a probability between 0 and 1, not {value!r}")
        return 0.0
    return float(value)


def _attribute(
    name: str, fields: Any, before: Sequence[Attribute], problems: list[str], parent: str = ""
) -> Attribute | None:
    label = f"attribute {name!r}" + (f" given {parent!r}" if parent else "")
    kinds = [key for key in ("shares", *NUMBERS) if isinstance(fields, Mapping) and key in fields]
    if len(kinds) != 1:
        problems.append(f"{label} needs one of shares, {', '.join(NUMBERS)}")
        return None
    unknown = set(fields) - {*kinds, *(() if parent else ("parent", "given"))}
    problems += [f"{word!r} is not a key of {label}" for word in sorted(unknown)]
    shares, ends = (
        (_shares(label, fields["shares"], problems), (0.0, 0.0))
        if kinds == ["shares"]
        else ({}, _ends(label, kinds[0], fields[kinds[0]], problems))
    )
    above = str(fields.get("parent", ""))
    attribute = Attribute(
        name=name, shares=shares, distribution="" if shares else kinds[0], ends=ends, parent=above, given={}
    )
    if "given" not in fields and not above:
        return attribute
    return replace(attribute, given=_given(attribute, fields.get("given", {}), before, problems))


def _given(attribute: Attribute, fields: Any, before: Sequence[Attribute], problems: list[str]) -> dict[str, Attribute]:
    """The attribute for each word of its parent that changes it."""
    name, above, words = attribute.name, attribute.parent, bool(attribute.shares)
    label = f"attribute {name!r}"
    parent = next((other for other in before if other.name == above), None)
    if parent is None or not parent.levels:
        problems.append(f"the parent of {label} must be an attribute with shares of words above it, not {above!r}")
        return {}
    if not isinstance(fields, Mapping) or not fields:
        problems.append(
            f"{label} has the parent {above!r} but no given, for example given.{parent.levels[0]} = {{...}}"
        )
        return {}
    changes = {}
    for word, own in fields.items():
        if word not in parent.levels:
            problems.append(
                f"{label} is given {word!r}, which is not a word of {above!r}; it has {', '.join(parent.levels[:8])}"
            )
            continue
        other = _attribute(name, own, (), problems, parent=str(word))
        if other is not None and bool(other.shares) != words:
            problems.append(f"{label} is given {word!r} in another kind: words stay words, numbers stay numbers")
        elif other is not None:
            changes[str(word)] = other
    return changes


def _shares(label: str, shares: Any, problems: list[str]) -> dict[str, float]:
    if not isinstance(shares, Mapping) or not shares:
        problems.append(
            f"shares of {label} must be words with probabilities, for example shares = {{ red = 0.3, blue = 0.7 }}"
        )
        return {"?": 1.0}
    checked = {
        str(word): _chance(f"the share of {word!r} in {label}", share, problems) for word, share in shares.items()
    }
    total = sum(checked.values())
    if abs(total - 1) > TOLERANCE:
        problems.append(f"the shares of {label} must add up to 1, not {total:g}")
    return checked


def _ends(label: str, kind: str, ends: Any, problems: list[str]) -> tuple[float, float]:
    first, second = NUMBERS[kind]
    valid = (
        isinstance(ends, Sequence)
        and len(ends) == 2
        and all(isinstance(end, int | float) and not isinstance(end, bool) and isfinite(end) for end in ends)
    )
    if not valid:
        problems.append(f"{kind} of {label} must be [{first}, {second}], two numbers")
        return 0.0, 1.0
    if (kind == "normal" and ends[1] < 0) or (kind != "normal" and ends[0] > ends[1]):
        problems.append(
            f"{kind} of {label} must be [{first}, {second}] with "
            + ("a deviation from 0" if kind == "normal" else "low at most high")
            + f", not {list(ends)}"
        )
        return 0.0, 1.0
    return float(ends[0]), float(ends[1])


def _rule(number: int, fields: Any, attributes: Sequence[Attribute], problems: list[str]) -> Rule | None:
    label = f"rule {number}"
    if (
        not isinstance(fields, Mapping)
        or not isinstance(fields.get("when"), Mapping)
        or set(fields) != {"when", "share"}
    ):
        problems.append(f"{label} needs when and share, for example {{ when = {{ age = [60, 99] }}, share = 0.8 }}")
        return None
    when: dict[str, Any] = {}
    for name, wanted in fields["when"].items():
        attribute = next((other for other in attributes if other.name == name), None)
        if attribute is None:
            problems.append(f"{label} asks for {name!r}, which is not an attribute")
        elif attribute.levels:
            words = [wanted] if isinstance(wanted, str) else list(wanted) if isinstance(wanted, Sequence) else []
            missing = [word for word in words if word not in attribute.levels]
            if missing or not words:
                problems.append(
                    f"{label} asks for {(missing[0] if missing else wanted)!r} of {name!r}, which has {', '.join(attribute.levels[:8])}"
                )
            when[name] = tuple(words)
        else:
            when[name] = _ends(f"{name!r} in {label}", "uniform", wanted, problems)
    return Rule(when=when, share=_chance(f"share of {label}", fields["share"], problems))
