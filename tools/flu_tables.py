"""Recompute the three tables of alaiz2008b on the flu domain, with intervals, and print them as Markdown.

    python tools/flu_tables.py --repetitions 20 > /tmp/tables.md

Every repetition draws rows of its own: 1,000 to train and 1,000 to test, under every condition. Attributes are coded 1, 2, 3,
... in their order for the tree and both perceptrons, and standardized for the perceptrons; 1R reads them as names.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import bakeoff as bo
from bakeoff.data.artificial.flu import AGES, HEALTH, SEVERITY, SOCIAL
from bakeoff.learners.from_objects import learner_from
from bakeoff.report.tables.plain_text import to_markdown

TRAIN, TEST = 1000, 1000
POPULATIONS = {
    "DP": {"population": "developing"}, "ZGP": {"population": "zero-growth"}, "W": {"season": "winter"}, "SW": {"season": "soft"},
    "P": {"poorer": True}, "DW": {"season": "drastic"}, "P+DW": {"poorer": True, "season": "drastic"},
}  # fmt: skip
ABSENT = {
    "No Infant": ["Infant"], "No Teenager": ["Teenager"], "No Young": ["YoungAdult"], "No Adult": ["Adult"], "No Old Adult": ["OldAdult"],
    "No Elderly": ["Elderly"], "No Old Adult + No Elderly": ["OldAdult", "Elderly"], "No Infant + No Teenager": ["Infant", "Teenager"],
    "No Elderly + No Infant": ["Elderly", "Infant"],
}  # fmt: skip
# Errors as alaiz2008b print them, by learner: of table 2 in the order of ABSENT, of table 3 trained under -> tested under.
PRINTED_ABSENT = {
    "1R": [23.7, 24.0, 25.0, 26.5, 24.6, 24.1, 33.3, 24.4, 24.2],
    "tree": [19.0, 19.4, 18.9, 22.2, 19.0, 19.5, 24.5, 20.7, 20.0],
    "perceptron": [22.2, 21.3, 23.3, 23.5, 28.8, 22.9, 32.7, 21.4, 21.4],
    "multi-layer perceptron": [19.2, 18.6, 19.8, 20.2, 19.8, 19.3, 27.4, 20.0, 19.2],
}
CHANGES = [
    ("NGP", "MC"),
    ("NGP", "FC"),
    ("MC", "NGP"),
    ("MC", "FC"),
    ("FC", "NGP"),
    ("FC", "MC"),
    ("MC", "MC"),
    ("FC", "FC"),
]
PRINTED_CONCEPTS = {
    "1R": [27.1, 22.8, 26.1, 26.1, 25.8, 29.5, 26.5, 21.5],
    "tree": [21.6, 19.0, 20.6, 24.1, 20.4, 25.9, 21.0, 17.7],
    "perceptron": [26.3, 19.4, 23.1, 23.0, 22.0, 25.9, 25.9, 18.1],
    "multi-layer perceptron": [21.6, 19.0, 20.8, 23.4, 20.5, 25.0, 20.7, 17.3],
}
CONCEPTS = {"MC": {"concept": "more-complications"}, "FC": {"concept": "fewer-complications"}}


def learners():
    orders = [list(levels) for levels in (AGES, SEVERITY, HEALTH, SOCIAL)]
    codes = {"use": "sklearn.preprocessing.OrdinalEncoder", "params": {"categories": orders}}
    scale = [codes, "sklearn.preprocessing.StandardScaler"]
    layers = {"hidden_layer_sizes": [8], "solver": "lbfgs", "alpha": 1.0, "max_iter": 400}
    return [
        bo.OneRule(name="1R"),
        learner_from("tree", "sklearn.tree.DecisionTreeClassifier", {"min_samples_leaf": 10, "max_leaf_nodes": 24}, prepare="none", steps=[codes]),
        learner_from("perceptron", "sklearn.linear_model.LogisticRegression", {}, prepare="none", steps=scale),
        learner_from("multi-layer perceptron", "sklearn.neural_network.MLPClassifier", layers, prepare="none", steps=scale),
    ]  # fmt: skip


def study(conditions, used, repetitions, title):
    rows = repetitions * (TRAIN + TEST)
    parts = [range(at, at + TRAIN + TEST) for at in range(0, rows, TRAIN + TEST)]
    scheme = [(list(part)[:TRAIN], list(part)[TRAIN:]) for part in parts]
    base = replace(bo.make("flu", n=rows, seed=1), name="NGP")
    made = {
        name: bo.Condition(name=name, used=used, data=replace(bo.make("flu", n=rows, seed=2 + at, **how), name=name))
        for at, (name, how) in enumerate(conditions.items())
    }
    return bo.Study(datasets=base, learners=learners(), scheme=scheme, measures="error", title=title, conditions=made)


def beside(found, printed, changes):
    """Each printed error and the one that was found, and how far they are apart."""
    errors = {
        (cell.learner, cell.train or "NGP", cell.test or "NGP"): 100 * cell.score.value for cell in found.found.cells
    }
    lines = [f"| Trained under | tested under | {' | '.join(f'{name}, printed | here' for name in printed)} |"]
    lines.append("| :--- | :--- |" + " ---: | ---: |" * len(printed))
    misses = {name: [] for name in printed}
    for row, (train, test) in enumerate(changes):
        pairs = [(printed[name][row], errors[name, train, test]) for name in printed]
        for name, (target, error) in zip(printed, pairs, strict=True):
            misses[name].append(abs(error - target))
        lines.append(f"| {train} | {test} | {' | '.join(f'{target:.1f} | {error:.1f}' for target, error in pairs)} |")
    means = ", ".join(f"{name} {sum(away) / len(away):.1f} (largest {max(away):.1f})" for name, away in misses.items())
    return "\n".join(lines) + f"\n\nPoints between print and here, on average: {means}."


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("--repetitions", type=int, default=20)
    ask.add_argument(
        "--keep", type=Path, help="a folder for the study files, so that the same call only analyses them again"
    )
    ask.add_argument("--tables", default="123", help="which of the three")
    given = ask.parse_args()
    absent = {name: {"without": groups} for name, groups in ABSENT.items()}
    for number, (title, conditions, used) in enumerate(
        (
            ("Population drift with full representation", POPULATIONS, "test"),
            ("Population drift with cases that are not represented", absent, "train"),
            ("Class definition change", CONCEPTS, "both"),
        ),
        1,
    ):
        if str(number) not in given.tables:
            continue
        made = study(conditions, used, given.repetitions, title)
        results = made.run(given.keep / f"table{number}.bakeoff" if given.keep else None, progress=False)
        found = results.conditions()
        print(f"### {title}\n\n{found.to_markdown()}\n\n{found.verdict}\n")
        if conditions is absent:
            print(beside(found, PRINTED_ABSENT, [(name, "NGP") for name in ABSENT]), "\n")
        if conditions is CONCEPTS:
            print(beside(found, PRINTED_CONCEPTS, CHANGES), "\n")
        print("\n\n".join(to_markdown(one) for one in found.tests()[1:2]), "\n", flush=True)


if __name__ == "__main__":
    main()
