"""The figures, the numbers and the references of the paper, from what the package measured: nothing in it is typed by hand.

python paper/figures.py            write paper/figures/*.png, the numbers in paper.md, paper.bib
python paper/figures.py --check    fail if paper.md or paper.bib is not what it would write
"""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import shorten

import bakeoff as bo
from bakeoff.core.calibration import Kind, SimulatedRate, figures, measured_range, share
from bakeoff.core.references import references
from bakeoff.measures import measures
from bakeoff.tabular.formats import FORMATS

HERE = Path(__file__).parent
PAPER, LIBRARY, PEERS = HERE / "paper.md", HERE / "paper.bib", HERE.parent / "benchmarks" / "peers.json"
NUMBER = re.compile(r"<!--n:(\w+)-->(.*?)<!--/n-->")
CITED = re.compile(r"@(\w+)")
LONGEST = 62  # letters of a label
LEAST = 0.92  # coverage below which a note prints the measured one
VERDICTS = {
    "over data sets": "verdict over data sets",
    "over splits": "verdict over splits",
    "over rows": "verdict over rows",
}
BLUE, ORANGE = "#1f5fa8", "#c05a00"
# Software that is no source of a formula, so that the package itself does not cite it.
SOFTWARE = """@article{pedregosa2011,
  author = {Pedregosa, F. and Varoquaux, G. and Gramfort, A. and others},
  title = {{Scikit-learn: machine learning in Python}},
  journal = {Journal of Machine Learning Research},
  volume = {12},
  pages = {2825--2830},
  year = {2011}
}

@article{virtanen2020,
  author = {Virtanen, P. and Gommers, R. and Oliphant, T. E. and others},
  title = {{SciPy 1.0: fundamental algorithms for scientific computing in Python}},
  journal = {Nature Methods},
  volume = {17},
  pages = {261--272},
  year = {2020},
  doi = {10.1038/s41592-019-0686-2}
}

@article{herbold2020,
  author = {Herbold, S.},
  title = {{Autorank: a Python package for automated ranking of classifiers}},
  journal = {Journal of Open Source Software},
  volume = {5},
  number = {48},
  pages = {2173},
  year = {2020},
  doi = {10.21105/joss.02173}
}

@article{terpilowski2019,
  author = {Terpilowski, M.},
  title = {{scikit-posthocs: pairwise multiple comparison tests in Python}},
  journal = {Journal of Open Source Software},
  volume = {4},
  number = {36},
  pages = {1169},
  year = {2019},
  doi = {10.21105/joss.01169}
}

@article{raschka2018,
  author = {Raschka, S.},
  title = {{MLxtend: providing machine learning and data science utilities and extensions to Python's scientific computing stack}},
  journal = {Journal of Open Source Software},
  volume = {3},
  number = {24},
  pages = {638},
  year = {2018},
  doi = {10.21105/joss.00638}
}

@article{montiel2021,
  author = {Montiel, J. and Halford, M. and Mastelini, S. M. and others},
  title = {{River: machine learning for streaming data in Python}},
  journal = {Journal of Machine Learning Research},
  volume = {22},
  number = {110},
  pages = {1--8},
  year = {2021}
}
"""


def rates_of(door: str, kind: Kind) -> list[SimulatedRate]:
    """The rates of one kind of a default verdict."""
    return [figure for figure in figures() if figure.door == door and figure.kind is kind and figure.runs]


def usual(rates: Iterable[SimulatedRate]) -> str:
    """The range of those that are not set apart by what was drawn."""
    return measured_range([rate for rate in rates if not rate.apart])


def ends(rates: list[SimulatedRate]) -> str:
    """The least and the largest of rates."""
    return f"{share(min(rate.rate for rate in rates))} to {share(max(rate.rate for rate in rates))}"


def single_intervals() -> list[SimulatedRate]:
    """The coverages of intervals of single measures."""
    return [figure for figure in figures() if figure.kind is Kind.COVERAGE and not figure.door and figure.runs]


def behind(*, hand: bool) -> int:
    """In how many kinds of work another side needs less time than bakeoff at some size."""
    count = 0
    for case in json.loads(PEERS.read_text(encoding="utf-8"))["cases"].values():
        spent = case["milliseconds"]
        ours = next(values for side, values in spent.items() if side.startswith("bakeoff"))
        others = [
            values for side, values in spent.items() if not side.startswith("bakeoff") and (side == "by hand") is hand
        ]
        count += any(ours[size] > 1.1 * value for values in others for size, value in values.items())
    return count


def numbers() -> dict[str, str]:
    """Every number of the text."""
    counts = [figure.runs for figure in figures() if figure.runs]
    rows = rates_of(VERDICTS["over rows"], Kind.SIZE)
    five_by_two = [
        figure for figure in figures() if figure.kind is Kind.SIZE and figure.name.startswith("five_by_two_t:")
    ]
    gates = [figure for figure in figures() if figure.kind is Kind.FALSE_PASS and figure.runs]
    intervals = single_intervals()
    return {
        "figures": f"{len(figures()):,}", "fewest": f"{min(counts):,}", "most": f"{max(counts):,}",
        "data_sets": usual(rates_of(VERDICTS["over data sets"], Kind.SIZE)), "splits": measured_range(rates_of(VERDICTS["over splits"], Kind.SIZE)),
        "rows": usual(rows), "heavy": ends([rate for rate in rows if rate.apart]),
        "skewed": ends([rate for rate in rates_of(VERDICTS["over data sets"], Kind.SIZE) if "mean 0" in rate.apart and "pseudo" not in rate.apart]),
        "five_by_two": measured_range(five_by_two), "gates": measured_range(gates), "intervals": f"{len(intervals):,}",
        "liberal": f"{sum(figure.rate < LEAST for figure in intervals):,}", "measures": str(len(tuple(measures))),
        "tests": str(len(tuple(bo.tests))), "formats": str(len(tuple(FORMATS))), "behind": str(behind(hand=False)),
        "behind_hand": str(behind(hand=True)), "cases": str(len(json.loads(PEERS.read_text(encoding="utf-8"))["cases"])),
    }  # fmt: skip


def text() -> str:
    """The paper with today's numbers."""
    known = numbers()
    return NUMBER.sub(lambda match: f"<!--n:{match[1]}-->{known[match[1]]}<!--/n-->", PAPER.read_text(encoding="utf-8"))


def library() -> str:
    """An entry for each source that the paper cites; an unknown one is a KeyError."""
    software = {entry.partition("{")[2].partition(",")[0]: entry.strip() for entry in SOFTWARE.split("\n\n")}
    body = PAPER.read_text(encoding="utf-8").partition("# Summary")[2]
    cited = sorted(set(CITED.findall(body)))
    return "\n\n".join(software[key] if key in software else references()[key].bibtex() for key in cited) + "\n"


def draw_honesty(path: Path) -> None:
    """Rates of false claims and of coverage, a dot for each setting."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 2.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    for row, door in enumerate(VERDICTS.values()):
        for axes, kind in ((left, Kind.SIZE), (right, Kind.COVERAGE)):
            for rate in rates_of(door, kind):
                colour, place = (ORANGE, row + 0.2) if rate.apart else (BLUE, row - 0.1)
                axes.plot(rate.rate, place, "o", ms=3.5, alpha=0.6, color=colour)
    for axes, nominal, title in ((left, 0.05, "false claims at .05"), (right, 0.95, "coverage of 95 % intervals")):
        axes.axvline(nominal, color="#666666", lw=0.8)
        axes.set_yticks(
            range(len(VERDICTS)), [f"verdict {label}" for label in VERDICTS] if axes is left else [""] * len(VERDICTS)
        )
        axes.set_ylim(len(VERDICTS) - 0.5, -0.5)
        axes.set_title(title, fontsize=9)
        axes.tick_params(labelsize=8)
    figure.supxlabel(
        "orange: settings that stand apart (heavy tails, skewed differences, nearest neighbour, tree)", fontsize=7
    )
    figure.savefig(path, dpi=150)


def draw_peers(path: Path) -> None:
    """The time of each side over that of bakeoff, at its largest size."""
    from matplotlib.figure import Figure

    cases = json.loads(PEERS.read_text(encoding="utf-8"))["cases"]
    figure = Figure(figsize=(7, 0.28 * len(cases) + 0.8), layout="constrained")
    axes = figure.subplots()
    for row, case in enumerate(cases.values()):
        spent = case["milliseconds"]
        ours = next(values for side, values in spent.items() if side.startswith("bakeoff"))
        for side, values in spent.items():
            if side.startswith("bakeoff"):
                continue
            colour, marker, label = (ORANGE, "D", "by hand") if side == "by hand" else (BLUE, "o", "another package")
            size = max(values, key=int)
            axes.plot(values[size] / ours[size], row, marker, ms=4, color=colour, label=label)
    axes.axvline(1, color="#666666", lw=0.8)
    axes.set_xscale("log")
    axes.set_yticks(
        range(len(cases)), [shorten(case["title"], LONGEST, placeholder=" …") for case in cases.values()], fontsize=7
    )
    axes.invert_yaxis()
    axes.tick_params(axis="x", labelsize=8)
    axes.set_xlabel("times as long as bakeoff", fontsize=8)
    handles, labels = axes.get_legend_handles_labels()
    shown = dict(zip(labels, handles, strict=True))
    axes.legend(shown.values(), shown.keys(), fontsize=7, loc="lower right")
    figure.savefig(path, dpi=150)


def draw(folder: Path) -> list[Path]:
    """All figures of the paper."""
    folder.mkdir(exist_ok=True)
    paths = [folder / "honest.png", folder / "peers.png"]
    draw_honesty(paths[0])
    draw_peers(paths[1])
    return paths


def main() -> int:
    """Write, or compare."""
    wanted = {PAPER: text(), LIBRARY: library()}
    if "--check" in sys.argv[1:]:
        stale = [
            path.name
            for path, content in wanted.items()
            if not path.exists() or path.read_text(encoding="utf-8") != content
        ]
        if stale:
            print(f"out of date: {', '.join(stale)}; run `python paper/figures.py`", file=sys.stderr)
        return 1 if stale else 0
    for path, content in wanted.items():
        path.write_text(content, encoding="utf-8")
    draw(HERE / "figures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
