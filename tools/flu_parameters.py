"""Choose the free numbers of the flu domain (bakeoff/data/artificial/flu.py) so that errors come near to those of alaiz2008b.

    python tools/flu_parameters.py --starts 12 --seed 1 > /tmp/flu.txt

Errors of whole populations are matched, not of samples: the trivial error under eight conditions, the best single-attribute
rule and a logistic regression on the codes 1, 2, 3, ... of the attributes (a perceptron without hidden layer), both fitted
under negative growth, and the Bayes error where the notes have the decision tree. A thousand training rows add to each of
these about the allowance below. Several random starts, least squares from each, the best is printed. Three options keep the
numbers of bakeoff/data/artificial/flu.py: `--seasons` only chooses how far a winter and a soft winter move the severity,
`--more` how strong "more complications" is (least squares over the third table), and `--tables` prints how far the numbers
miss the second and third table. Two printed errors are left out there: the trivial one of "more complications" (28.4, less
than in the usual population) and the perceptron's without old adults (28.8; 23.8 by its printed deterioration).
"""

import argparse
from dataclasses import replace

import numpy as np
from scipy.optimize import least_squares

from bakeoff.data.artificial.flu import PARAMETERS, FluParameters, flu_cells

CONDITIONS = {
    "NGP": {}, "DP": {"population": "developing"}, "ZGP": {"population": "zero-growth"}, "W": {"season": "winter"},
    "SW": {"season": "soft"}, "P": {"poorer": True}, "DW": {"season": "drastic"}, "P+DW": {"poorer": True, "season": "drastic"},
}  # fmt: skip
CONCEPTS = {"MC": {"concept": "more-complications"}, "FC": {"concept": "fewer-complications"}}
TRIVIAL = [36.0, 32.9, 40.8, 37.2, 34.4, 39.8, 41.4, 46.2]
ONE_RULE = [23.7, 32.8, 27.3, 27.2, 19.0, 23.6, 28.3, 27.4]
TREE = [18.9, 23.4, 20.7, 20.2, 15.1, 16.8, 18.7, 16.8]  # trained under the test condition
PERCEPTRON = [21.2, 33.4, 26.1, 24.8, 16.9, 21.1, 24.9, 25.6]
ABSENT = (
    ["Infant"], ["Teenager"], ["YoungAdult"], ["Adult"], ["OldAdult"], ["Elderly"], ["OldAdult", "Elderly"],
    ["Infant", "Teenager"], ["Elderly", "Infant"],
)  # fmt: skip
ABSENT_ERRORS = {
    "rule": [23.7, 24.0, 25.0, 26.5, 24.6, 24.1, 33.3, 24.4, 24.2],
    "perceptron": [22.2, 21.3, 23.3, 23.5, np.nan, 22.9, 32.7, 21.4, 21.4],
}
CONCEPT_ERRORS = {  # trained under, tested under
    ("NGP", "MC"): {"rule": 27.1, "perceptron": 26.3}, ("NGP", "FC"): {"rule": 22.8, "perceptron": 19.4},
    ("MC", "NGP"): {"rule": 26.1, "perceptron": 23.1}, ("MC", "FC"): {"rule": 26.1, "perceptron": 23.0},
    ("FC", "NGP"): {"rule": 25.8, "perceptron": 22.0}, ("FC", "MC"): {"rule": 29.5, "perceptron": 25.9},
    ("MC", "MC"): {"rule": 26.5, "perceptron": 25.9}, ("FC", "FC"): {"rule": 21.5, "perceptron": 18.1},
}  # fmt: skip
ALLOWANCE = {"rule": 0.2, "tree": 1.3, "perceptron": 0.2}


def softmax(values):
    whole = np.exp(values - np.max(values))
    return whole / whole.sum()


def parameters_of(x):
    """From unbounded numbers to parameters that keep the rules of the domain."""
    populations = [softmax(np.append(x[i * 5 : i * 5 + 5], 0.0)) for i in range(3)]
    y = x[15:]
    positive = lambda value: float(np.logaddexp(0.0, value))  # noqa: E731
    good = float(y[2])
    return FluParameters(
        shares=tuple(tuple(float(one) for one in each) for each in populations),
        elderly_years=10.0,
        delicate=(float(y[0]), positive(y[1])),
        health=(good, good + positive(y[3]), positive(y[4]), positive(y[5])),
        winter=positive(y[6]),
        soft=positive(y[7]),
        drastic=(positive(y[8]), positive(y[9])),
        poorer=positive(y[10]),
        age=tuple(float(one) for one in y[11:17]),
        severity=(positive(y[17]), -positive(y[18])),
        sick=(-positive(y[19]), -positive(y[19]) - positive(y[20])),
        poor=(-positive(y[21]), 0.0, 0.0, 0.0, -positive(y[22]), -positive(y[22])),
        more=-positive(y[23]),
        fewer=float(1 / (1 + np.exp(-y[24]))),
    )


def logistic(cells, rounds=8):
    design = np.column_stack([np.ones(len(cells.share)), cells.codes - 1.0])
    weight, beta = cells.share, np.zeros(5)
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
        hessian = design.T @ (design * (weight * p * (1 - p))[:, None]) + 1e-6 * np.eye(5)
        beta = beta + np.clip(np.linalg.solve(hessian, design.T @ (weight * (cells.remission - p))), -5, 5)
    return design @ beta > 0


def rule(cells):
    """The best single attribute, and what it answers for each kind of patient."""
    best = None
    frequent = cells.share @ cells.remission > 0.5  # for values that were never seen
    for at in range(4):
        answer = np.zeros(len(cells.share), dtype=bool)
        for code in np.unique(cells.codes[:, at]):
            inside = cells.codes[:, at] == code
            share, hit = cells.share[inside], cells.remission[inside]
            answer[inside] = share @ hit > share.sum() / 2 if share.sum() else frequent
        error = error_of(cells, answer)
        if best is None or error < best[0]:
            best = error, answer, at
    return best


def error_of(cells, answer):
    return float(cells.share @ np.where(answer, 1 - cells.remission, cells.remission))


def rows(parameters):
    """Errors in percent of trivial, rule, Bayes and perceptron under every condition."""
    cells = {name: flu_cells(parameters=parameters, **how) for name, how in {**CONDITIONS, **CONCEPTS}.items()}
    base = cells["NGP"]
    one, linear = rule(base)[1], logistic(base)
    return {
        "trivial": [100 * cells[name].trivial_error for name in cells],
        "rule": [100 * error_of(cells[name], one) for name in cells],
        "bayes": [100 * cells[name].bayes_error for name in cells],
        "linear": [100 * error_of(cells[name], linear) for name in cells],
        "rule, same": [100 * rule(cells[name])[0] for name in cells],
        "linear, same": [100 * error_of(cells[name], logistic(cells[name])) for name in cells],
        "attribute": rule(base)[2],
    }


def further_misses(parameters):
    """How far the errors of the second and third table are from the printed ones, in points."""
    usual = flu_cells(parameters=parameters)
    absent = [flu_cells(parameters=parameters, without=groups) for groups in ABSENT]
    concepts = {"NGP": usual} | {name: flu_cells(parameters=parameters, **how) for name, how in CONCEPTS.items()}
    misses = {}
    for learner, fit in (("rule", lambda cells: rule(cells)[1]), ("perceptron", logistic)):
        errors = [100 * error_of(usual, fit(cells)) + ALLOWANCE[learner] for cells in absent]
        misses[learner, "absent"] = np.array(errors) - ABSENT_ERRORS[learner]
        fits = {name: fit(cells) for name, cells in concepts.items()}
        misses[learner, "concepts"] = np.array([
            100 * error_of(concepts[test], fits[train]) + ALLOWANCE[learner] - printed[learner]
            for (train, test), printed in CONCEPT_ERRORS.items()
        ])  # fmt: skip
    return misses


def misfit(x):
    parameters = parameters_of(x)
    made = rows(parameters)
    away = []
    for target, key, allowance, weight in (
        (TRIVIAL, "trivial", 0.0, 1.5), (ONE_RULE, "rule", ALLOWANCE["rule"], 0.5), (TREE, "bayes", ALLOWANCE["tree"], 0.7),
        (PERCEPTRON, "linear", ALLOWANCE["perceptron"], 0.5),
    ):  # fmt: skip
        each = [weight * (now + allowance - goal) for now, goal in zip(made[key], target, strict=False)]
        each[0] *= 2.0
        away += each
    away.append(0.5 * (made["trivial"][9] - 34.4))
    away.append(0.4 * (made["bayes"][8] + ALLOWANCE["tree"] - 21.0))
    away.append(0.4 * (made["bayes"][9] + ALLOWANCE["tree"] - 17.7))
    negative, developing, zero = parameters.shares
    away += [20 * max(0.0, developing[at + 1] - developing[at]) for at in range(5)]  # many young, few old
    away += [20 * max(0.0, max(negative[at] for at in (0, 1, 4, 5)) - min(negative[2:4]))]
    away += [10 * max(0.0, abs(one - 1 / 6) - 0.08) for one in zero]
    away += [30 * max(0.0, developing[0] - 0.42)]
    away += [40 * max(0.0, 0.02 - one) for each in parameters.shares for one in each]
    away += [0.02 * float(one) for one in x]
    return np.array(away)


def more_complications(parameters):
    """How strong "more complications" is: the least sum of squared misses of the third table."""
    moves = np.round(np.arange(-3.0, 0.0, 0.01), 2)

    def squares(move):
        misses = further_misses(replace(parameters, more=float(move)))
        return sum(float(np.sum(misses[learner, "concepts"] ** 2)) for learner in ("rule", "perceptron"))

    return replace(parameters, more=float(moves[int(np.argmin([squares(move) for move in moves]))]))


def seasons(parameters):
    """How far a winter and a soft winter move severity: the least largest miss, in units of what is allowed for it.

    The sum of squares above hardly moves the seasons, for the printed trivial error hardly moves; two points are allowed for
    it and three for a learner.
    """
    base = flu_cells(parameters=parameters)
    one, linear = rule(base)[1], logistic(base)
    chosen = {}
    for field, name in (("winter", "W"), ("soft", "SW")):
        at = list(CONDITIONS).index(name)

        def miss(move, field=field, name=name, at=at):
            cells = flu_cells(parameters=replace(parameters, **{field: move}), **CONDITIONS[name])
            return max(
                abs(100 * cells.trivial_error - TRIVIAL[at]) / 2,
                abs(100 * error_of(cells, one) + ALLOWANCE["rule"] - ONE_RULE[at]) / 3,
                abs(100 * error_of(cells, linear) + ALLOWANCE["perceptron"] - PERCEPTRON[at]) / 3,
                abs(100 * cells.bayes_error + ALLOWANCE["tree"] - TREE[at]) / 3,
            )

        moves = np.arange(0.0, 1.0, 0.01)
        chosen[field] = float(moves[int(np.argmin([miss(move) for move in moves]))])
    return replace(parameters, **{field: round(move, 2) for field, move in chosen.items()})


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("--starts", type=int, default=12)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--seasons", action="store_true", help="only the seasons, from the numbers in use")
    ask.add_argument("--tables", action="store_true", help="only the misses of the numbers in use")
    ask.add_argument(
        "--more", action="store_true", help="only the strength of more complications, from the numbers in use"
    )
    given = ask.parse_args()
    if given.tables or given.more:
        numbers = more_complications(PARAMETERS) if given.more else PARAMETERS
        print(numbers)
        for name, misses in further_misses(numbers).items():
            print(f"# {' '.join(name):25}", np.round(misses, 1).tolist())
        return
    if given.seasons:
        found = seasons(PARAMETERS)
        print(found)
        for name, values in rows(found).items():
            print(f"# {name:13}", np.round(values, 1).tolist())
        return
    rng = np.random.default_rng(given.seed)
    middle = np.concatenate([
        np.log([6, 9, 28, 30, 15]) - np.log(11), np.log([28, 26, 20, 14, 8]) - np.log(4), np.zeros(5),
        [-3.0, 0.0, 0.5, 1.0, 1.5, 0.0, -0.7, -0.7, -0.7, 0.0, 0.3, 0.0, 2.2, 3.0, 2.4, 0.5, -0.2, 1.5, 1.8, 1.0, 1.2, 0.0, 0.0, 1.5, 2.0],
    ])  # fmt: skip
    best = None
    for start in range(given.starts):
        first = middle + rng.normal(scale=0.0 if start == 0 else 0.7, size=len(middle))
        found = least_squares(misfit, first, max_nfev=25, diff_step=1e-3, loss="soft_l1")
        if best is None or found.cost < best.cost:
            best = found
            print(f"# start {start}: cost {found.cost:.2f}", flush=True)
            print(parameters_of(found.x), flush=True)
            for name, values in rows(parameters_of(found.x)).items():
                print(f"# {name:13}", np.round(values, 1).tolist(), flush=True)
    assert best is not None
    print(seasons(parameters_of(best.x)))


if __name__ == "__main__":
    main()
