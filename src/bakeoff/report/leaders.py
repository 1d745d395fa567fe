"""Who comes first on a page: as the verdict has it, or by plain scores where a comparison had to be withheld."""

from bakeoff.report.lead import best_first
from bakeoff.report.scores import Grid
from bakeoff.study.findings import Findings

__all__ = ["leaders"]


def leaders(findings: Findings) -> list[str]:
    """Learners, best first; without a verdict by how often a learner has the best score, then by the study's order."""
    if findings.primary is not None:
        return best_first(findings.primary)
    grid = Grid.of(findings, findings.card.primary)
    firsts = {name: sum(_leads(grid, dataset, name) for dataset in grid.datasets) for name in grid.learners}
    return sorted(firsts, key=lambda name: -firsts[name])


def _leads(grid: Grid, dataset: str, name: str) -> bool:
    return grid.value(dataset, name) == grid.best(dataset)  # NaN is nobody's best
