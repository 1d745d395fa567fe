"""The data card: what teams read before they download, as Markdown; made of training rows only, so that it reveals no test label."""

from bakeoff.challenges.folder import Description
from bakeoff.core.text import clean

__all__ = ["data_card"]

_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|"})


def data_card(about: Description) -> str:
    """The card."""
    lines = [
        f"# {_plain(about.title)}",
        "",
        f"- training rows: {about.train_rows}, with the target `{_code(about.target)}`",
        f"- test rows: {about.test_rows}, without it; their ids are in the column `{_code(about.id_column)}`",
        f"- rows behind the board until the close: {about.public_rows}; the others decide the final ranking",
        f"- task: {about.task}" + (f", positive class `{_code(about.positive)}`" if about.positive else ""),
        f"- measure of the board: {about.measure}; of the final ranking: {about.final_measure}",
    ]
    if about.group_column:
        lines.append(f"- rows of one group (column `{_code(about.group_column)}`) are on one side only")
    if about.time_column:
        lines.append(f"- test rows are later than training rows, by the column `{_code(about.time_column)}`")
    lines += ["", "## License", "", _plain(about.license) or "The owner states no license.", ""]
    if about.class_counts:
        lines += ["## Classes in the training rows", "", "| class | rows |", "|---|---:|"]
        lines += [f"| {_plain(name)} | {rows} |" for name, rows in about.class_counts]
        lines.append("")
    lines += ["## Columns", "", "| column | kind | missing in the training rows |", "|---|---|---:|"]
    lines += [f"| {_plain(name)} | {kind} | {share:.1%} |" for name, kind, share in about.columns]
    return "\n".join([*lines, ""])


def _plain(text: str) -> str:
    """Text of the owner that is no markup."""
    return clean(text).translate(_MARKS)


def _code(text: str) -> str:
    return clean(text).replace("`", "'")
