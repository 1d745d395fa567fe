"""Recompute the three tables of alaiz2008b on the flu domain, with intervals, and print them as Markdown.

    python tools/flu_tables.py --repetitions 20 > /tmp/tables.md

Every repetition draws rows of its own: 1,000 to train and 1,000 to test, under every condition. Attributes are coded 1, 2, 3,
... in their order for the tree and both perceptrons, and standardized for the perceptrons; 1R reads them as names.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import bakeoff as bo
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
CONCEPTS = {"MC": {"concept": "more-complications"}, "FC": {"concept": "fewer-complications"}}


def learners():
    scale = ["sklearn.preprocessing.StandardScaler"]
    layers = {"hidden_layer_sizes": [8], "solver": "lbfgs", "alpha": 1.0, "max_iter": 400}
    return [
        bo.OneRule(name="1R"),
        learner_from("tree", "sklearn.tree.DecisionTreeClassifier", {"min_samples_leaf": 10, "max_leaf_nodes": 24}, prepare="none"),
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
        print("\n\n".join(to_markdown(one) for one in found.tests()[1:2]), "\n", flush=True)


if __name__ == "__main__":
    main()
