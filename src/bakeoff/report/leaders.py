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
    best = {dataset: grid.best(dataset) for dataset in grid.datasets}
    firsts = {name: sum(grid.value(one, name) == top for one, top in best.items()) for name in grid.learners}
    return sorted(firsts, key=lambda name: -firsts[name])  # NaN is nobody's best
