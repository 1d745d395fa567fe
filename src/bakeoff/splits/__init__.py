"""Which rows train and which test.

`ALL` lists the scheme classes, `schemes` is their catalogue, `scheme_from` reads what a user writes.
"""

from bakeoff.splits.bootstrap import Bootstrap
from bakeoff.splits.catalogue import DECLARED, SchemeDeclaration, scheme_from, schemes
from bakeoff.splits.external import FromSklearn, PredefinedPlan
from bakeoff.splits.holdout import HoldOut, Subsampling
from bakeoff.splits.kfold import FiveByTwo, KFold, LeaveOneOut, TenByTen
from bakeoff.splits.plan import Scheme, Split, SplitPlan
from bakeoff.splits.storage import from_arrays, to_arrays
from bakeoff.splits.temporal import RollingOrigin

__all__ = [
    "ALL",
    "Bootstrap",
    "FiveByTwo",
    "FromSklearn",
    "HoldOut",
    "KFold",
    "LeaveOneOut",
    "PredefinedPlan",
    "RollingOrigin",
    "Scheme",
    "SchemeDeclaration",
    "Split",
    "SplitPlan",
    "Subsampling",
    "TenByTen",
    "from_arrays",
    "scheme_from",
    "schemes",
    "to_arrays",
]

ALL: tuple[type[Scheme], ...] = tuple(declared.make for declared in DECLARED)
