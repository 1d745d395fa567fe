"""Four learners on the thirteen classic sets, as a script that can be interrupted and called again."""

import sys
from pathlib import Path


def study(folder: str):
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    import bakeoff as bo

    learners = {
        "nb": GaussianNB(),
        "tree": DecisionTreeClassifier(max_features="sqrt"),  # draws at random, so seeds matter
        "neighbors": KNeighborsClassifier(),
        "rule": "one-rule",
    }
    data = [bo.load(path) for path in sorted(Path(folder).glob("*.arff"))]
    measures = ["accuracy", "kappa", "fit_seconds"]
    return bo.Study(datasets=data, learners=learners, scheme="2x10", measures=measures, title="Thirteen sets", seed=7)


def main(folder: str, file: str, workers: str) -> int:
    try:
        study(folder).run(file, workers=int(workers), progress=False).close()
    except KeyboardInterrupt as said:
        print(said, file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
