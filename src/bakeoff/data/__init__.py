"""What is learned from: rows, columns and what the target means."""

from bakeoff.data.dataset import Column, ColumnKind, Dataset, Task

__all__ = ["Column", "ColumnKind", "Dataset", "Task"]
