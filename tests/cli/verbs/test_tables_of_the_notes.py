"""Tables as the notes print them, typed as they stand: each command gives the number of the notes, or the sentence with the cure."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

FILES = {
    "un.csv": "A,B\n.81,.78\n.83,.80\n.79,.77\n.82,.81\n.80,.79\n.84,\n.78,\n.82,\n.81,\n.80,\n",
    "stock.csv": "predicted,buy,hold,sell\nbuy,20,5,3\nhold,8,15,6\nsell,2,10,31\n",
    "digits.csv": "knn,svm,forest,nb\n.985,.989,.961,.80\n.987,.986,.964,.88\n.986,.986,.964,.834\n",
    "bc.csv": "Algo,Acc,RMSE,TPR,FPR,Prec,Rec,F,AUC\nNB,71.7,.4534,.44,.16,.53,.44,.48,.7\nC4.5,75.5,.4324,.27,.04,.74,.27,.4,.59\n"
    "3NN,72.4,.5101,.32,.1,.56,.32,.41,.63\n",
    "folds.csv": ",fold 1,fold 2,fold 3,fold 4,fold 5\nMethod A,.81,.83,.79,.82,.80\nMethod B,.78,.80,.77,.81,.79\n",
    "methods.csv": "method,BZR,COX2,SYNTHETIC,ENZYMES\nA,85.1,79.2,97.1,66.3\nB,83.2,80.3,99.2,61.2\n",
    "cities.csv": "City,Model,R2,RMSE,MAE,NLPD\nSeville,GP,.52,11.2,8.1,3.4\nSeville,SGP,.49,12.1,8.9,3.6\nRome,GP,.61,9.1,7,3.1\nRome,SGP,.6,9.3,7.2,3.2\n",
    "brackets.csv": "data,A,B\nBZR,93.9 ± 1.9 (0.02*),91.2 ± 2.0 (0.5)\nCOX2,83.9 ± 1.1 (0.03),81.2 ± 2.2 (0.6)\nDHFR,73.9 ± 1.2 (0.02),71.2 ± 2.0 (0.4)\n",
    "reg.csv": "y,h,s\n1.2,1,.3\n3,2.8,.4\n2,2.5,.5\n5,4.9,.2\n4,4.4,.5\n6,5.5,.6\n3.1,3.3,.4\n2.2,2,.3\n",
    "p.csv": "y,p\n1,.95\n0,.6\n1,.8\n0,.75\n1,.9\n0,.2\n1,.35\n0,.1\n1,.7\n0,.4\n",
    "cost.csv": "learner,accuracy,fit_seconds\ndummy,.50,.001\ntree,.85,.02\ndeep,.95,300\n",
    "splits.csv": "A,B\n.81,.78\n.75,.80\n.79,.77\n.82,.71\n.80,.79\n.72,.74\n.81,.70\n.83,.79\n.77,.75\n.74,.76\n",
}


@pytest.fixture
def typed(tmp_path, monkeypatch):
    """Runs a command where the files are."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    return lambda command: CliRunner().invoke(cli, command.split())


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("test wald un.csv --unpaired", "statistic = 2.191, p = .028, n = 15"),
        ("test paired_t un.csv", "5 of 20 cells are missing"),
        ("measure stock.csv --confusion --measures precision_macro", "precision_macro  0.6508"),
        ("measure stock.csv --confusion --rows predicted --measures recall_macro", "recall_macro  0.6472"),
        ("compare digits.csv --rows folds --scheme 3-fold", "svm ranks first, but is not shown to be better than any other; knn is better than forest"),
        ("compare bc.csv --columns measures -o bc.tex", "wrote bc.tex"),
        ("compare folds.csv --columns folds --scheme 5-fold --no-stability", "Method A is 0.0200 ahead of Method B"),
        ("test paired_t folds.csv", "difference Method A - Method B: 0.02"),
        ("compare cities.csv --columns measures --by City", "== City: Rome"),
        ("compare brackets.csv", "In brackets      A    B"),
        ("measure reg.csv --truth y --pred h --sd s", "crps"),
        ("measure p.csv --truth y --proba p --positive 1 --threshold 0.3", "recall             1.0000"),
        ("measure --rate 22% --n 50", "50      11      0.2200  0.1275  0.3524    0.7800"),
        ("measure --rate 0.22 --n 50 --side upper", "0.2200  open  0.3293"),
        ("test mcnemar --counts 10,25", "statistic = 5.6, df = 1, p = .018"),
        ("efficiency cost.csv --positive accuracy --negative fit_seconds", "tree and deep are efficient"),
        ("advise --source exchange", "bakeoff exchange"),
    ],
)  # fmt: skip
def test_the_table_is_read_as_printed(typed, command: str, printed: str) -> None:
    done = typed(command)
    assert done.exit_code == 0, done.output
    assert printed in done.output


@pytest.mark.parametrize(
    ("command", "cure"),
    [
        ("compare bc.csv", "use --columns measures"),
        ("compare bc.csv --columns datasets", "use --columns measures"),
        ("compare methods.csv", "--columns datasets"),
        ("measure --errors 0.22 --n 50", "give it as rate=0.22 (--rate 0.22)"),
        ("efficiency bc.csv --positive Acc --negative RMSE --share Acc=0.3:0.5", "no weights meet the bounds"),
    ],
)
def test_what_nobody_can_know_is_asked_for(typed, command: str, cure: str) -> None:
    done = typed(command)
    assert done.exit_code == 2, done.output
    assert cure in done.output


@pytest.mark.parametrize("command", ["compare splits.csv --rows folds --scheme 5x2 --notes", "test corrected_t splits.csv --test-share 1"])  # fmt: skip
def test_overlapping_splits_have_no_effect_of_independent_pairs(typed, command: str) -> None:
    done = typed(command)
    assert done.exit_code == 0, done.output
    assert "p = .66" in done.output
    assert "d_z" not in done.output
