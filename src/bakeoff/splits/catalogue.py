"""Every scheme declared once (`bo.schemes`), and the scheme that a user writes: "10-fold", "kfold(10, repeats=3)", 5, a table."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.terminology.explanation import Explained, Explanation, explained
from bakeoff.splits.bootstrap import Bootstrap
from bakeoff.splits.external import FromSklearn, PredefinedPlan
from bakeoff.splits.holdout import HoldOut, Subsampling
from bakeoff.splits.kfold import FiveByTwo, KFold, LeaveOneOut, TenByTen
from bakeoff.splits.plan import Scheme
from bakeoff.splits.temporal import RollingOrigin

__all__ = ["DECLARED", "SchemeDeclaration", "scheme_from", "scheme_words", "schemes"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SchemeDeclaration(Explained):
    """A scheme's name, when to use it, and how it is made."""

    name: str
    title: str
    text: str  # when to use it, and what it cannot do
    reference: str
    make: type[Scheme]
    example: str  # as typed in a study file or on the command line
    tested: str  # how often a row is tested: once in simple resampling, several times in multiple resampling

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        command = f'scheme = "{self.example}" under [resampling] of a study file, then bakeoff run study.toml'
        return explained(self, "scheme", command=command, aliases=schemes.aliases_of(self.name))


DECLARED: tuple[SchemeDeclaration, ...] = (
    SchemeDeclaration(
        name="kfold",
        title="k-fold cross-validation",
        text="The usual choice: every row is tested once per repeat. Ten folds, repeated where time allows; training "
        "parts overlap, so scores of different folds need the corrected tests.",
        reference="kohavi1995",
        make=KFold,
        example="kfold(10, repeats=3)",
        tested="once per repeat",
    ),
    SchemeDeclaration(
        name="10x10",
        title="10x10 cross-validation",
        text="Ten repeats of ten folds: conclusions change least when the experiment is done again with another seed.",
        reference="bouckaert2004",
        make=TenByTen,
        example="10x10",
        tested="ten times",
    ),
    SchemeDeclaration(
        name="5x2",
        title="5x2 cross-validation",
        text="Five repeats of two folds, for the 5x2cv tests; half of the rows train, so learners look worse than they "
        "would with all rows.",
        reference="dietterich1998",
        make=FiveByTwo,
        example="5x2",
        tested="five times",
    ),
    SchemeDeclaration(
        name="loo",
        title="leave-one-out",
        text="For very small data sets and cheap learners: nearly unbiased, highly variable, one fit per row. Measures "
        "that need several test rows are computed over all of them together.",
        reference="stone1974",
        make=LeaveOneOut,
        example="loo",
        tested="once",
    ),
    SchemeDeclaration(
        name="holdout",
        title="hold-out",
        text="One fit, for data sets so large that one test part is precise enough; it does not show how much the "
        "choice of training rows matters.",
        reference="kohavi1995",
        make=HoldOut,
        example="holdout(0.3333)",
        tested="once or never",
    ),
    SchemeDeclaration(
        name="subsampling",
        title="repeated hold-out",
        text="Repeated hold-out with fresh rows: as many scores as wanted, on overlapping test parts; the design "
        "of the corrected resampled t-test.",
        reference="nadeau2003",
        make=Subsampling,
        example="subsampling(15, test=0.1)",
        tested="several times or never",
    ),
    SchemeDeclaration(
        name="bootstrap",
        title="bootstrap (e0)",
        text="For small data sets: low variance, pessimistic, because a sample contains 63.2 % of the distinct rows; the "
        ".632 estimators correct for that.",
        reference="efron1983",
        make=Bootstrap,
        example="bootstrap(200)",
        tested="several times",
    ),
    SchemeDeclaration(
        name="rolling-origin",
        title="rolling origin",
        text="For rows that come in time: trains on the past only and tests on what follows, as the model will be used.",
        reference="tashman2000",
        make=RollingOrigin,
        example="rolling-origin(100, horizon=10)",
        tested="once or never",
    ),
)

schemes: Catalogue[SchemeDeclaration] = Catalogue(
    "scheme",
    DECLARED,
    {
        "cv": "kfold",
        "cross-validation": "kfold",
        "5x2cv": "5x2",
        "10x10cv": "10x10",
        "leave-one-out": "loo",
        "random-subsampling": "subsampling",
        "bootstrapping": "bootstrap",
        "e0": "bootstrap",
        "rolling": "rolling-origin",
    },
    {name: f"no scheme called {name!r}; did you mean {other}?" for name, other in (
        *((name, "'rolling-origin', which needs the times of the rows") for name in ("time", "times", "timeseries", "time-series", "temporal")),
        *((name, "'kfold(10, groups=true)', which needs the groups of the rows") for name in ("group", "groups", "grouped", "group-kfold")),
        *((name, "'kfold', which is stratified where the target has classes") for name in ("stratified", "stratified-kfold")),
        *((name, "'subsampling'") for name in ("shuffle", "shuffle-split", "random")),
    )},
)  # fmt: skip


_CALL = re.compile(r"([a-z0-9][a-z0-9_ -]*)(?:\(([^()]*)\))?")
_CROSS = r"(?:[\s-]*(?:cv|cross[\s-]*validation))?"
_K_FOLD = re.compile(rf"(\d+)[\s-]*folds?{_CROSS}")
_REPEATED = re.compile(rf"(\d+)\s*[x×]\s*(\d+)(?:[\s-]*folds?)?{_CROSS}")
_INTEGER = re.compile(r"[+-]?\d+")
_FLOAT = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+)(e[+-]?\d+)?")
_WORD = re.compile(r"""(?P<quote>["']?)(?P<word>[A-Za-z][A-Za-z_-]*)(?P=quote)""")


def scheme_from(spec: object) -> Scheme:
    """The scheme that is meant. An int is a number of folds; RxK is R repeats of K folds.

    Accepts a Scheme, an int, a text, a mapping such as {"scheme": "kfold", "folds": 10}, a scikit-learn splitter, or
    pairs of (train, test) positions.

    >>> scheme_from("10-fold"), scheme_from("3x10").name
    (KFold(folds=10, repeats=1, stratify='auto', groups=False), 'kfold(10, repeats=3)')
    >>> scheme_from("loo").name, scheme_from(5).name
    ('loo', 'kfold(5)')
    """
    if isinstance(spec, str):
        return _from_text(spec)
    if isinstance(spec, (int, np.integer)) and not isinstance(spec, bool):
        return KFold(int(spec))
    if isinstance(spec, Mapping):
        return _from_table(spec)
    if callable(getattr(spec, "plan", None)) and isinstance(getattr(spec, "name", None), str):
        return spec  # type: ignore[return-value]  # looked at just now
    if callable(getattr(spec, "split", None)):
        return FromSklearn(spec)
    if isinstance(spec, Iterable):
        return PredefinedPlan(spec)
    raise BadInput(f'{spec!r} is not a splitting scheme; write for example "10-fold", "10x10" or "loo"')


def scheme_words(scheme: object, *, classed: bool = True) -> str:
    """The scheme in words; where no target has classes, nothing is stratified by them.

    >>> scheme_words("kfold(10, repeats=3)"), scheme_words("kfold(10)", classed=False)
    ('10-fold cross-validation, stratified by class, 3 repeats', '10-fold cross-validation')
    """
    try:
        declared = scheme_from(scheme)
    except BadInput:
        return str(scheme)  # the name of somebody's own splitter
    title = str(getattr(declared, "title", declared.name))
    return title if classed else title.replace(", stratified by class", "")


def _from_text(text: str) -> Scheme:
    plain = text.strip().lower()
    if parts := _K_FOLD.fullmatch(plain):
        return KFold(int(parts[1]))
    if parts := _REPEATED.fullmatch(plain):
        repeats, folds = int(parts[1]), int(parts[2])
        named: dict[tuple[int, int], Scheme] = {(5, 2): FiveByTwo(), (10, 10): TenByTen()}
        return named.get((repeats, folds)) or KFold(folds, repeats=repeats)
    parts = _CALL.fullmatch(plain)
    if not parts:
        raise BadInput(
            f'cannot read the splitting scheme {text!r}; write for example "kfold(10, repeats=3)" or "10x10"'
        )
    arguments = [part.strip() for part in (parts[2] or "").split(",")] if (parts[2] or "").strip() else []
    return _make(parts[1], *_arguments(arguments, text))


def _arguments(arguments: list[str], text: str) -> tuple[list[Any], dict[str, Any]]:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for part in arguments:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            if named:
                raise BadInput(f"in {text!r}, {part!r} follows a named setting; name it too")
            positional.append(_value(key, text))
        elif key in named:
            raise BadInput(f"in {text!r}, {key!r} is given twice")
        else:
            named[key] = _value(value, text)
    return positional, named


def _value(text: str, whole: str) -> int | float | bool | str:
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    constant = _WORD.fullmatch(text)
    if not constant:
        raise BadInput(f"in {whole!r}, {text!r} is not a number, word, true or false")
    return {"true": True, "false": False}.get(constant["word"], constant["word"])


def _from_table(table: Mapping[str, Any]) -> Scheme:
    settings = dict(table)
    name = settings.pop("scheme", "kfold")
    if not isinstance(name, str):
        raise BadInput(f"scheme must be a text, not {name!r}")
    if settings and name in schemes:
        return _make(name, [], settings)
    if settings:
        raise BadInput(f"scheme {name!r} takes its settings in the text itself; drop {', '.join(map(repr, settings))}")
    return _from_text(name)


def _make(name: str, positional: list[Any], named: dict[str, Any]) -> Scheme:
    declared = schemes[name]
    names = [field.name for field in fields(declared.make)]  # type: ignore[arg-type]  # all declared schemes are dataclasses
    if len(positional) > len(names):
        raise BadInput(f"{declared.name} takes at most {len(names)} settings ({', '.join(names)})")
    settings = dict(zip(names, positional, strict=False))
    for key, value in named.items():
        if key not in names:
            raise UnknownName(f"setting of {declared.name}", key, names)
        if key in settings:
            raise BadInput(f"{declared.name}: {key!r} is given twice")
        settings[key] = value
    needed = [field.name for field in fields(declared.make) if field.default is MISSING]  # type: ignore[arg-type]  # as above
    if lacking := [key for key in needed if key not in settings]:
        raise BadInput(f"{declared.name} needs {' and '.join(lacking)}; write for example {declared.example!r}")
    return declared.make(**settings)
