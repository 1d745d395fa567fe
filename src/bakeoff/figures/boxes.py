"""The room that a name or a point takes in a figure."""

__all__ = ["Box", "touch"]

Box = tuple[float, float, float, float]  # left, bottom, right, top


def touch(a: Box, b: Box) -> bool:
    """Whether the two have ink in common.

    >>> touch((0, 0, 2, 1), (1, 0, 3, 1)), touch((0, 0, 1, 1), (1, 0, 3, 1))
    (True, False)
    """
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
