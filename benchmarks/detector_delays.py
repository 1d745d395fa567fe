"""False alarms and delays of every detector on streams of errors with a known change, beside rules that know nothing.

    python benchmarks/detector_delays.py    # some seconds; prints the table of docs/streams.md

Each stream has 10,000 examples; from example 5,000 on the error rate is another one, at once or over 2,000 examples. An alarm counts within 2,500 examples
after the change begins. 100 streams of each kind; detectors with their defaults.
"""

import numpy as np

import bakeoff as bo

N, CHANGE, WIDTH, TOLERANCE, STREAMS = 10_000, 5_000, 2_000, 2_500, 100
KINDS = {"none": (0.1, 1), "0.1 to 0.2": (0.2, 1), "0.1 to 0.4": (0.4, 1), "0.1 to 0.4, gradual": (0.4, WIDTH)}


def errors(seed, rate, width):
    rng = np.random.default_rng(seed)
    share = np.clip((np.arange(N) - CHANGE + 1) / width, 0.0, 1.0)
    return (rng.random(N) < 0.1 + (rate - 0.1) * share).astype(float)


def scored(alarms, kind):
    changes = [] if kind == "none" else [CHANGE]
    return bo.score_alarms(alarms, changes, N, TOLERANCE).detector


def row(name, detect):
    cells = []
    for kind, (rate, width) in KINDS.items():
        scores = [scored(detect(errors(seed, rate, width)), kind) for seed in range(STREAMS)]
        false = np.mean([score.false_per_1000 for score in scores])
        if kind == "none":
            cells.append(f"{false:.2f}")
            continue
        delays = [score.delay for score in scores if score.detected]
        share = np.mean([score.recall for score in scores])
        cells.append(f"{share:.2f}, {np.mean(delays):,.0f}" if delays else "0.00")
    return f"| {name} | {' | '.join(cells)} |"


def main():
    print(
        "| detector | no change: false alarms per 1,000 | "
        + " | ".join(f"{kind}: share found, delay" for kind in list(KINDS)[1:])
        + " |"
    )
    print("|---|" + "---|" * len(KINDS))
    for detector in bo.detectors:
        print(row(f"`{detector.name}`", detector))
    print(row("always an alarm", lambda values: np.arange(len(values))))
    print(row("never an alarm", lambda values: np.empty(0, dtype=int)))


if __name__ == "__main__":
    main()
