"""The page "How honest is it?" and its picture, from the figures that `make calibrate` measured."""

import hashlib
import io
import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from bakeoff.comparisons import tests
from bakeoff.core.calibration import (
    FILE,
    STANDARD,
    Kind,
    SimulatedRate,
    figures,
    figures_about,
    measured_range,
    outside,
    share,
)
from bakeoff.measures import measures

__all__ = ["data_key", "page", "picture"]

INTRO = """# How honest is it?

A test at .05 should claim a difference between equal learners in at most 5 of 100 cases, and a 95 % interval should contain the true value in
95 of 100. Whether they do is measured here: not only of single tests, but of the *default verdicts* that `bakeoff compare`, `bo.compare`
and `bo.compare_predictions` give, of `bo.gate` and of `bo.drift`. `make calibrate` draws data whose truth is known, asks the question as a user would, and counts. Seeds are
fixed, so every figure can be made again; a figure more than two standard errors outside its allowed range fails the run. `bakeoff explain
corrected_t` (or any test or measure) prints its figures, and reports name them in their methods paragraph.

![False claims and coverage](images/how-honest.svg)

Each dot is one setting; equal ones coincide. Left: how often a difference is claimed where there is none (line: .05). Right: how often 95 % intervals hold the true
value (line: .95). Orange dots lie outside what is promised; where that is known, the reason is given in `calibration/known.py`.

## What a verdict is about

A verdict names what it covers, and covers nothing else. Predictions on the rows of one test set compare *these fitted models*, on rows like these; the next training set would give other models. Scores
over the splits of one data set compare the *learning methods* on data like this data set: the spread over splits is estimated under assumptions (a corrected t-test, an equal correlation of splits), and the figures
below show how well that works. Without such assumptions no test can do it: Luo and Barber (2024, "The limits of assumption-free tests for algorithm performance", arXiv:2402.07388) prove that a test that treats a learning method as a
black box has hardly any power to compare methods, unless there are many times more rows than one training set has, while comparing two fitted models needs a test set only. Scores over several independent data sets compare the methods on data sets
like these, and the collection decides which those are. So no verdict from one data set is about methods in general."""


def page() -> str:
    """The whole page."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    least, most = min(one.runs for one in figures() if one.runs), max(one.runs for one in figures())
    lines = [
        INTRO,
        f"\n{len(figures())} figures, made by bakeoff {stored['bakeoff']} with seed {stored['seed']}, {least:,} to {most:,} counts each.\n",
    ]
    lines += [
        *_before_and_after(),
        *_verdicts(),
        *_company(),
        *_tests(),
        *_coverage(),
        *_tails(),
        *_gates(),
        *_planning(),
        *_outside(),
    ]
    return "\n".join(lines)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    head = list(head)
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows), ""]


def _rate(one: SimulatedRate) -> str:
    if not one.runs:
        return "–"
    return f"**{share(one.rate)}**" if outside(one.rate, one.runs, one.band) else share(one.rate)


def _allowed(one: SimulatedRate) -> str:
    return f"{share(one.band[0])} to {share(one.band[1])}" if one.band != (0.0, 1.0) else "–"


# What an earlier version did, as measured by independent simulations of its defaults (nominal .05), and the cases that measure the same today
BEFORE: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("A and B equal, 4 or 8 slightly worse variants of A join (20 data sets), 8 of them (50 data sets)", "false claims about A and B", ".73, .74; .999", (
        "verdict over data sets: 20 data sets, 4 variants of A", "verdict over data sets: 20 data sets, 8 variants of A",
        "verdict over data sets: 50 data sets, 8 variants of A")),
    ("A better by .6 sd, 8 variants of B join (50 data sets)", "B claimed", ".39", ("verdict over data sets: 50 data sets, A better by .6 sd, 8 variants of B, B claimed",)),
    ("the same", "A claimed (power)", "0", ("verdict over data sets: 50 data sets, A better by .6 sd, 8 variants of B",)),
    ("A clearly better, 8 much worse learners join (20 data sets)", "A claimed (power)", "0", ("verdict over data sets: 20 data sets, A better by .6 sd, 8 much worse learners",)),
    ("equal learners, rows in groups of 10", "false claims", ".31 to .34", (
        "verdict over rows: 400 rows in groups of 10", "verdict over rows: 200 rows in groups of 10", "verdict over rows: 200 rows in groups of unequal sizes")),
    ("5x2, naive Bayes or 1-NN on 60 rows", "false claims", ".12 to .15", ("verdict over splits: 5x2, 60 rows, naive Bayes", "verdict over splits: 5x2, 60 rows, 1-NN")),
    ("10x10, 1-NN on 100 rows", "false claims", ".09 to .11", ("verdict over splits: 10x10, 100 rows, 1-NN",)),
    ("10x10, five such learners", "any false claim", ".16", ("verdict over splits: 10x10, 100 rows, five times 1-NN",)),
    ("balanced accuracy, MCC, kappa, 10 % or 2 % positive, 20 to 200 rows", "95 % intervals that contain the value", ".43 to .77", tuple(
        f"{measure}: {n} rows, {share} positive, recall {recall}, specificity {specificity}" for measure in ("balanced_accuracy", "mcc", "kappa")
        for n, share in ((20, "10%"), (50, "10%"), (100, "10%"), (200, "10%"), (100, "2%"), (200, "2%")) for recall, specificity in ((0.8, 0.9), (0.95, 0.98)))),
    ("RMSE and R2, errors with heavy tails (t with 3 degrees of freedom, lognormal)", "95 % intervals that contain the value", ".50 to .83", tuple(
        f"{measure}: {n} rows, {tail} errors" for measure in ("rmse", "r2") for n in (20, 50, 100, 200, 1000) for tail in ("t3", "lognormal"))),
    ("log loss with rare large losses", "95 % intervals that contain the value", ".32 to .79", tuple(
        f"log_loss: {n} rows, probabilities near {words}" for n in (20, 50, 100, 200, 1000) for words in ("0.99, 2% wrong", "0.999, 5% wrong"))),
    ("planned for a power of .80: McNemar's test", "power", ".76", ("mcnemar: planned for .05, one alone right in .2", "mcnemar: planned for .1, one alone right in .15")),
    ("the same: Wilcoxon's test of few data sets (1.6 sd)", "power", ".66", ("wilcoxon: planned for 1.6 sd",)),
    ("the same: one of five learners leads", "power", ".17", ("verdict over data sets: planned for one of 5 learners that leads by 1 sd",)),
    ("AUC, equal learners in 20 groups, one gives probabilities and one their logarithms", "false claims", ".30", (
        "verdict over rows: 20 groups of 8 rows, AUC, curves of one shape, one on a log scale", "verdict over rows: 20 groups of 8 rows, AUC, curves of spread 1 and 3, one on a log scale")),
    ("two tables of 50 or 200 rows from one distribution: columns and a classifier", "any alarm of drift", ".066 to .077", tuple(
        f"drift, any alarm in equal tables: {words}" for words in ("50 rows, 4 columns", "200 rows, 4 columns", "200 rows, 20 columns"))),
    ("best of 20 equal learners on 100 rows", "its interval contains the value", "5 points too good", (
        "accuracy: 100 rows, best of 20 equal learners, corrected by best_of",)),
)  # fmt: skip


def _before_and_after() -> Iterator[str]:
    """What an earlier version did by default, and what the default does now."""
    yield (
        "## Before and after\n\nIndependent simulations of an earlier version found defaults that were wrong. The same is measured of today's defaults. "
        "Counts: how many verdicts or intervals of each setting. An interval that covers less than .92 is printed with its measured coverage; "
        "where a note withholds it (fewer than five rows of the rarer class), none is counted.\n"
    )
    known = {one.name: one for one in figures()}
    rows = []
    for setting, counted, before, names in BEFORE:
        found = [known[name] for name in names if name in known and known[name].runs]
        rates = [share(one.rate) for one in found]
        now = (
            ", ".join(rates)
            if len(rates) <= 3
            else f"{share(min(one.rate for one in found))} to {share(max(one.rate for one in found))}"
        )
        counts = sorted({one.runs for one in found})
        many = f"{counts[0]:,}" + (f" to {counts[-1]:,}" if len(counts) > 1 else "") if counts else "–"
        rows.append((setting, counted, before, now or "–", many))
    yield from _table(("setting", "counted", "before", "now", "counts"), rows)


def _verdicts() -> Iterator[str]:
    """Every setting of every default verdict."""
    words = {
        Kind.SIZE: "difference claimed", Kind.FWER: "any difference claimed", Kind.FALSE_EQUIVALENCE: "equivalence claimed",
        Kind.COVERAGE: "interval holds the truth", Kind.PLANNING: "lead shown",
    }  # fmt: skip
    yield "## Default verdicts\n\nFigures outside their allowed range are bold. Learners are equal unless a setting says otherwise.\n"
    shown = [one for one in figures() if one.door and one.kind in words and not _joined(one)]
    for door, some in groupby(sorted(shown, key=lambda one: one.door), key=lambda one: one.door):
        yield f"### {door.capitalize()}\n"
        yield from _table(
            ("setting", "test", "counted", "rate", "of", "allowed"),
            (
                (one.setting, ", ".join(one.about), words[one.kind], _rate(one), f"{one.runs:,}", _allowed(one))
                for one in some
            ),
        )


def _joined(one: SimulatedRate) -> bool:
    return "variants of" in one.name or "much worse" in one.name or "A better" in one.name


def _company() -> Iterator[str]:
    """A and B, whoever else is in the table, by default and by ranks."""
    yield "## Who else is in the table\n\nClaims about A and B by the default verdict, and by Nemenyi's test on mean ranks. Variants are slightly worse copies.\n"
    found = {one.name: one for one in figures() if _joined(one)}
    rows = []
    for one in found.values():
        if one.door:
            rival = found.get(f"nemenyi: {one.setting}")
            right = "power" if one.kind is Kind.POWER else "false claims"
            rows.append((one.setting, right, _rate(one), share(rival.rate) if rival else "–", f"{one.runs:,}"))
    yield from _table(("setting", "counted", "default verdict", "Nemenyi", "of"), rows)
    power = [one for one in figures() if one.kind is Kind.POWER and one.door and not _joined(one)]
    yield "Power of other default verdicts:\n"
    yield from _table(
        ("verdict", "setting", "test", "power"),
        ((one.door, one.setting, ", ".join(one.about), share(one.rate)) for one in power),
    )


def _tests() -> Iterator[str]:
    """The range of each test by name."""
    kinds = {Kind.SIZE, Kind.FWER, Kind.FALSE_EQUIVALENCE}
    yield "## Tests by name\n\nFalse claims at .05 over all settings; what stands apart is in brackets.\n"
    rows = []
    for test in tests:
        found = [one for one in figures_about(test.name) if not one.door and one.kind in kinds and not _joined(one)]
        if found:
            known = "yes" if any(one.known_liberal for one in found) else ""
            rows.append((f"`{test.name}`", measured_range(found), str(len(found)), known))
    yield from _table(("test", "false claims", "settings", "known to miss its level somewhere"), rows)


def _coverage() -> Iterator[str]:
    """The range of each measure's interval."""
    yield "## Intervals of measures\n\nShare of 95 % intervals that contain the true value, over 20 to 1000 rows; where no interval is printed, none is counted. Where less than .92 is covered, the panel prints these figures beside the interval (notes `panels.covers-less` and `panels.unseen-tail`).\n"
    rows = []
    for measure in measures:
        found = [one for one in figures_about(measure.name) if one.kind is Kind.COVERAGE]
        if found:
            rows.append((f"`{measure.name}`", measured_range(found)))
    yield from _table(("measure", "coverage"), rows)
    noted = [one for one in figures() if one.kind is Kind.NOTED and one.runs]
    if noted:
        yield "Tables in which a class has fewer than five rows: the share in which the intervals of F1 macro and of balanced accuracy have such a note, or are not printed.\n"
        yield from _table(
            ("setting", "noted", "of", "allowed"),
            ((one.setting, _rate(one), f"{one.runs:,}", _allowed(one)) for one in noted),
        )


def _tails() -> Iterator[str]:
    """What intervals of losses cover by tail and size, and how often the check of tails reports a heavy one."""
    checks = [one for one in figures() if one.kind is Kind.DETECTION and one.runs]
    if not checks:
        return
    yield (
        "## Tails that a sample does not show\n\nIntervals of unbounded losses assume that no rare error is far larger than those seen. A check looks at the largest tenth of the losses from 50 rows on "
        "(note `estimates.heavy-tail`). Each cell holds the share of 95 % intervals that cover and, in brackets, the share of samples in which the check reports a heavy tail: under normal and Laplace "
        "errors it cries wolf, under the others it detects. A panel prints the coverage of the worst tail that the check does not exclude in samples of that size: one that it would report in more than 95 % of them, "
        "where it reported none, or in less than 5 %, where it did. Rare large errors: 2 % of the errors are twenty times as large.\n"
    )
    settings = list(dict.fromkeys(one.setting for one in checks))
    sizes = list(dict.fromkeys(setting.partition(" rows, ")[0] for setting in settings))
    tails = list(dict.fromkeys(setting.partition(" rows, ")[2] for setting in settings))
    rates = {(one.kind, one.about[0], one.setting): share(one.rate) for one in figures() if one.runs}
    yield from _table(
        ("measure", "errors", *(f"{size} rows" for size in sizes)),
        (
            (
                f"`{measure}`",
                tail.removesuffix(" errors"),
                *(
                    f"{rates.get((Kind.COVERAGE, measure, f'{size} rows, {tail}'), '–')} ({rates.get((Kind.DETECTION, measure, f'{size} rows, {tail}'), '–')})"
                    for size in sizes
                ),
            )
            for measure in dict.fromkeys(one.about[0] for one in checks)
            for tail in tails
        ),
    )


def _gates() -> Iterator[str]:
    """How often a gate is passed by a model that is worse by just the margin, by measure and number of rows."""
    found = [one for one in figures() if one.kind is Kind.FALSE_PASS and one.runs]
    if not found:
        return
    rates = {tuple(one.setting.split(", ", 1)): one for one in found}
    sizes = list(dict.fromkeys(size for _, size in rates))
    least, most = min(found, key=lambda one: one.rate), max(found, key=lambda one: one.rate)
    yield (
        "## Gates\n\n`bakeoff gate` at a one-sided level of .05: the share of gates that a model passes although it is worse by just the margin. Scores of both models are normal within each class, 30 % of the rows "
        f"are positive, and rows of a group share two thirds of the variance that both models see. Over all settings it is {share(least.rate)} to {share(most.rate)} ({min(one.runs for one in found):,} to {max(one.runs for one in found):,} gates each). "
        "A gate without an interval is not passed. Other measures than accuracy were not drawn with 20 or 50 rows (–).\n"
    )
    yield from _table(
        ("measure", *sizes),
        (
            (f"`{measure}`", *(_rate(rates[measure, size]) if (measure, size) in rates else "–" for size in sizes))
            for measure in dict.fromkeys(measure for measure, _ in rates)
        ),
    )


def _planning() -> Iterator[str]:
    yield "## Planning and probabilities\n\nThe planner names a size for a power of .8; this is the power at that size. The power of exact tests jumps: one block fewer has less than .8 (Wilcoxon at 1.6 sd: .71 with six data sets, .91 with seven).\n"
    yield from _table(
        ("planned", "power", "of"),
        ((one.name, _rate(one), f"{one.runs:,}") for one in figures() if one.kind is Kind.PLANNING),
    )  # fmt: skip
    yield "Among Bayesian claims of probability .95 or more, the share that is true (true differences drawn as wide as those of single blocks):\n"
    yield from _table(("claim", "true"), ((one.name, _rate(one)) for one in figures() if one.kind is Kind.BAYES))


def _outside() -> Iterator[str]:
    wrong = [one for one in figures() if one.runs and outside(one.rate, one.runs, one.band)]
    yield f"## Outside the allowed range\n\n{len(wrong) or 'No'} of {len(figures())} figures{':' if wrong else '.'}\n"
    if wrong:
        yield from _table(
            ("case", "kind", "rate", "allowed"),
            ((one.name, one.kind.value, share(one.rate), _allowed(one)) for one in wrong),
        )


# The picture


def data_key() -> str:
    """What the picture was drawn from, and by what."""
    return hashlib.sha256(FILE.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:16]


def picture() -> str:
    """False claims on the left, coverage on the right, one dot for each setting; the key of the data stands in it."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Sheet

    left, right = _groups(_false_claims()), _groups(_held())
    with rc_context({"svg.hashsalt": "bakeoff", "svg.fonttype": "none", "font.size": 9.0}):
        sheet = Sheet(figsize=(10.5, 0.3 * max(len(left), len(right)) + 1.2), layout="constrained")
        axes = sheet.subplots(1, 2)
        _strip(axes[0], left, 0.05, "share of false claims")
        axes[0].set_xscale("function", functions=(lambda x: abs(x) ** 0.5, lambda x: x**2))
        axes[0].set_xlim(0, 1)
        axes[0].set_xticks([0, 0.01, 0.05, 0.1, 0.2, 0.5, 1], ["0", ".01", ".05", ".1", ".2", ".5", "1"])
        _strip(axes[1], right, 0.95, "share of intervals that contain the true value")
        axes[1].set_xlim(min(0.8, *(rate for _, some in right for rate, _ in some)) - 0.02, 1.005)
        out = io.StringIO()
        sheet.savefig(out, format="svg", facecolor="white", metadata={"Date": None, "Creator": None})
    return (
        "\n".join(line.rstrip() for line in out.getvalue().splitlines()).replace(
            "<svg ", f"<!-- {data_key()} -->\n<svg ", 1
        )
        + "\n"
    )


def _groups(found: Iterable[tuple[str, SimulatedRate]]) -> list[tuple[str, list[tuple[float, bool]]]]:
    made: dict[str, dict[tuple[float, bool], None]] = {}
    for label, one in found:
        if one.runs:
            wrong = outside(one.rate, one.runs, STANDARD[one.kind].band if one.known_liberal else one.band)
            made.setdefault(label, {})[round(one.rate * 200) / 200, wrong] = (
                None  # dots that would hide each other are drawn once
            )
    return sorted(((label, list(dots)) for label, dots in made.items()), key=lambda one: one[0] == "tests by name")


def _false_claims() -> Iterator[tuple[str, SimulatedRate]]:
    for one in figures():
        if one.kind in {Kind.SIZE, Kind.FWER}:
            crowd = "many, " if one.kind is Kind.FWER else ""
            if one.door:
                yield f"{one.door}{', variants join' if _joined(one) else f', {crowd}'.rstrip(', ')}", one
            else:
                yield ("Nemenyi, variants join" if _joined(one) else "tests by name"), one


def _held() -> Iterator[tuple[str, SimulatedRate]]:
    for one in figures():
        if one.kind is Kind.COVERAGE:
            yield (f"difference, {one.door}" if one.door else ", ".join(filter(None, ("measures", one.apart)))), one


def _strip(axes: object, groups: list[tuple[str, list[tuple[float, bool]]]], nominal: float, label: str) -> None:
    """One line of dots for each group."""
    for row, (_, dots) in enumerate(groups):
        for wrong, color in ((False, "#0072b2"), (True, "#d55e00")):
            rates = [rate for rate, known in dots if known is wrong]
            axes.scatter(rates, [row] * len(rates), s=18, alpha=0.6, color=color, linewidths=0, clip_on=False)  # type: ignore[attr-defined]
    axes.axvline(nominal, color="0.5", linewidth=0.8)  # type: ignore[attr-defined]
    axes.set_yticks(range(len(groups)), [name for name, _ in groups])  # type: ignore[attr-defined]
    axes.invert_yaxis()  # type: ignore[attr-defined]
    axes.set_xlabel(label)  # type: ignore[attr-defined]
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)  # type: ignore[attr-defined]


def is_current(path: Path) -> bool:
    """Whether a picture was drawn from today's figures."""
    return path.exists() and data_key() in path.read_text(encoding="utf-8")
