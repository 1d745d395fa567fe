"""A cached property is computed once for each object."""

import pytest

from bakeoff.core.cached import cached_property


class Table:
    """Counts how often it was asked."""

    def __init__(self, rows: list[int]) -> None:
        self.rows, self.computed = rows, 0

    @cached_property
    def total(self) -> int:
        """The sum of the rows."""
        self.computed += 1
        return sum(self.rows)


def test_it_is_computed_once_for_each_object() -> None:
    first, second = Table([1, 2]), Table([5])
    assert (first.total, first.total, second.total) == (3, 3, 5)
    assert (first.computed, second.computed) == (1, 1)


def test_what_is_deleted_is_computed_again() -> None:
    table = Table([1, 2])
    assert table.total == 3
    table.rows.append(4)
    assert table.total == 3
    del table.total
    assert table.total == 7


def test_an_error_is_not_kept() -> None:
    table = Table([1])
    table.rows = None
    with pytest.raises(TypeError):
        _ = table.total
    table.rows = [2]
    assert table.total == 2


def test_the_class_gives_the_property_with_its_docstring() -> None:
    assert isinstance(Table.total, cached_property)
    assert Table.total.__doc__ == "The sum of the rows."
