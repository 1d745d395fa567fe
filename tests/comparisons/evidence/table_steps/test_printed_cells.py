"""Cells as papers print them, with failures among them."""

import bakeoff as bo


def test_a_failure_among_means_with_deviations():
    table = {
        "data": ["a", "b", "c"],
        "x": ["99.2 ± 0.1*", "65.9 ± 0.4", "70 ± 1"],
        "y": ["98.0 ± 0.1", "OUT OF MEMORY", "71 ± 1"],
    }
    made = bo.compare(table)
    assert made.judgement.matrix.values[0].tolist() == [99.2, 98.0]
    assert "comparison.failed_cells" in [one.code for one in made.notes]
