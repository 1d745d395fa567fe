"""The option --task: the name of a kind of task, bakeoff's own or of an installed package."""

from typing import Any

import click

__all__ = ["TaskName"]


class TaskName(click.ParamType[str]):
    """A name of the catalogue of tasks, which is read when the option is used or its help is shown."""

    name = "task"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """All names, as click shows a choice."""
        from bakeoff.data.tasks import tasks

        return f"[{'|'.join(tasks.names)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it was typed, if there is such a task."""
        from bakeoff.data.tasks import task_named

        return task_named(str(value)).name
