import pytest
from sklearn.model_selection import KFold as TheirKFold

from bakeoff.core.errors import BadInput
from bakeoff.splits import (
    Bootstrap,
    FiveByTwo,
    FromSklearn,
    HoldOut,
    KFold,
    LeaveOneOut,
    RollingOrigin,
    Subsampling,
    TenByTen,
    scheme_from,
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("10-fold", KFold(10)),
        ("5 folds", KFold(5)),
        ("10x10", TenByTen()),
        ("5x2", FiveByTwo()),
        ("3x10", KFold(10, repeats=3)),
        ("3 x 10-fold", KFold(10, repeats=3)),
        ("loo", LeaveOneOut()),
        ("leave-one-out", LeaveOneOut()),
        ("holdout", HoldOut()),
        ("Hold-Out(0.2)", HoldOut(0.2)),
        ("kfold", KFold()),
        ("kfold(10, repeats=3)", KFold(10, repeats=3)),
        ("kfold(folds=4, stratify=False, groups=true)", KFold(4, stratify=False, groups=True)),
        ("kfold(4, stratify='auto')", KFold(4)),
        ("5x2(stratify=false)", FiveByTwo(stratify=False)),
        ("subsampling(15, test=.1)", Subsampling(15, test=0.1)),
        ("bootstrap(50)", Bootstrap(50)),
        ("rolling_origin(100, horizon=10, window=sliding)", RollingOrigin(100, horizon=10, window="sliding")),
    ],
)
def test_texts(text, meant):
    assert scheme_from(text) == meant


def test_other_things():
    assert scheme_from(7) == KFold(7)
    assert scheme_from(KFold(3)) == KFold(3)
    assert isinstance(scheme_from(TheirKFold(3)), FromSklearn)
    assert scheme_from({"scheme": "kfold", "folds": 10, "repeats": 10}) == KFold(10, repeats=10)
    assert scheme_from({"folds": 4}) == KFold(4)
    assert scheme_from({"scheme": "10x10"}) == TenByTen()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("kfolds(10)", "no scheme called 'kfolds'; did you mean 'kfold'"),
        ("kfold(10, repeat=3)", "no setting of kfold called 'repeat'; did you mean 'repeats'"),
        ("kfold(10, folds=3)", "'folds' is given twice"),
        ("kfold(repeats=3, repeats=4)", "'repeats' is given twice"),
        ("kfold(repeats=3, 10)", "follows a named setting"),
        ("kfold(1, 2, true, false, 5)", "takes at most 4 settings"),
        ("kfold(__import__('os'))", "cannot read the splitting scheme"),
        ("kfold(10", "cannot read the splitting scheme"),
        ("kfold(10; 3)", "is not a number, word, true or false"),
        ("kfold('10)", "is not a number, word, true or false"),
        ("", "cannot read the splitting scheme"),
        ("kfold(1)", "folds must be a whole number of at least 2"),
        ("rolling-origin", "rolling-origin needs initial; write for example"),
        ("kfold(ten)", "folds must be a whole number"),
        ("holdout(often)", "test must be a share of the rows between 0 and 1"),
        ("kfold(5, groups=site)", "groups must be true or false"),
        ("5x2(stratify=often)", "stratify must be true, false or"),
        (1, "folds must be a whole number of at least 2"),
        (True, "is not a splitting scheme"),
        (3.5, "is not a splitting scheme"),
        (None, "is not a splitting scheme"),
        ({"scheme": "kfold", "fold": 10}, "no setting of kfold called 'fold'"),
        ({"scheme": "10-fold", "repeats": 10}, "takes its settings in the text itself"),
        ({"scheme": 10}, "scheme must be a text"),
    ],
)
def test_slips_are_told(spec, message):
    with pytest.raises(BadInput, match=message):
        scheme_from(spec)
