"""Every scheme declared once: the catalogue behind `bo.schemes`, the help pages and the rule tests."""

from dataclasses import dataclass

from bakeoff.core.catalogue import Catalogue
from bakeoff.splits.bootstrap import Bootstrap
from bakeoff.splits.holdout import HoldOut, Subsampling
from bakeoff.splits.kfold import FiveByTwo, KFold, LeaveOneOut, TenByTen
from bakeoff.splits.plan import Scheme
from bakeoff.splits.temporal import RollingOrigin

__all__ = ["DECLARED", "SchemeDeclaration", "schemes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeDeclaration:
    """A scheme's name, when to use it, and how it is made."""

    name: str
    title: str
    text: str  # when to use it, and what it cannot do
    reference: str
    make: type[Scheme]
    example: str  # as typed in a study file or on the command line


DECLARED: tuple[SchemeDeclaration, ...] = (
    SchemeDeclaration(
        name="kfold",
        title="k-fold cross-validation",
        text="The usual choice: every row is tested once per repeat. Ten folds, repeated where time allows; training "
        "parts overlap, so scores of different folds need the corrected tests.",
        reference="kohavi1995",
        make=KFold,
        example="kfold(10, repeats=3)",
    ),
    SchemeDeclaration(
        name="10x10",
        title="10x10 cross-validation",
        text="Ten repeats of ten folds: conclusions change least when the experiment is done again with another seed.",
        reference="bouckaert2004",
        make=TenByTen,
        example="10x10",
    ),
    SchemeDeclaration(
        name="5x2",
        title="5x2 cross-validation",
        text="Five repeats of two folds, for the 5x2cv tests; half of the rows train, so learners look worse than they "
        "would with all rows.",
        reference="dietterich1998",
        make=FiveByTwo,
        example="5x2",
    ),
    SchemeDeclaration(
        name="loo",
        title="leave-one-out",
        text="For very small data sets and cheap learners: nearly unbiased, highly variable, one fit per row. Measures "
        "that need several test rows are computed over all of them together.",
        reference="stone1974",
        make=LeaveOneOut,
        example="loo",
    ),
    SchemeDeclaration(
        name="holdout",
        title="hold-out",
        text="One fit, for data sets so large that one test part is precise enough; says nothing about how much the "
        "choice of training rows matters.",
        reference="kohavi1995",
        make=HoldOut,
        example="holdout(0.3333)",
    ),
    SchemeDeclaration(
        name="subsampling",
        title="repeated hold-out",
        text="Hold-out with fresh rows again and again: as many scores as wanted, on overlapping test parts; the design "
        "of the corrected resampled t-test.",
        reference="nadeau2003",
        make=Subsampling,
        example="subsampling(15, test=0.1)",
    ),
    SchemeDeclaration(
        name="bootstrap",
        title="bootstrap (e0)",
        text="For small data sets: low variance, pessimistic, because a sample holds 63.2 % of the distinct rows; the "
        ".632 estimators correct for that.",
        reference="efron1983",
        make=Bootstrap,
        example="bootstrap(200)",
    ),
    SchemeDeclaration(
        name="rolling-origin",
        title="rolling origin",
        text="For rows that come in time: trains on the past only and tests on what follows, as the model will be used.",
        reference="tashman2000",
        make=RollingOrigin,
        example="rolling-origin(100, horizon=10)",
    ),
)

schemes: Catalogue[SchemeDeclaration] = Catalogue(
    "scheme",
    DECLARED,
    {
        "k-fold": "kfold",
        "cv": "kfold",
        "leave-one-out": "loo",
        "leaveoneout": "loo",
        "hold-out": "holdout",
        "e0": "bootstrap",
        "rolling": "rolling-origin",
        "rollingorigin": "rolling-origin",
    },
)
