"""eval_info.json of lerobot: episodes of a policy."""

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.bounded import whole_json
from bakeoff.tabular.logs.log_table import LogRows, LogTable

__all__ = ["LEROBOT"]

_SCORES = ("success", "sum_reward", "max_reward")


def _sniff(file: FileContent) -> bool:
    return b'"per_episode"' in file.head[:400] and b'"episode_ix"' in file.head


def _read(file: FileContent) -> LogTable:
    """One line for each episode. Its seed sets the scene, so that the seed is the item; without seeds the number of the episode is."""
    rows = LogRows(file.what, LEROBOT.name)
    info = whole_json(file)
    episodes = info.get("per_episode") if isinstance(info, dict) else None
    if not isinstance(episodes, list):
        raise BadInput(f"{file.what} contains no per_episode; give eval_info.json of lerobot")
    for episode in episodes:
        if not isinstance(episode, dict):
            raise BadInput(f"{file.what} contains an episode that is not an object; give eval_info.json of lerobot")
        seed = episode.get("seed")
        rows.add(
            {name: episode.get(name) for name in _SCORES if name in episode},
            item=episode.get("episode_ix") if seed is None else seed,
        )
    return rows.table(file.inner.stem)


LEROBOT = LogFormat(
    name="lerobot",
    title="lerobot",
    files="eval_info.json",
    about="Episodes with success and rewards; the seed of an episode is the item, the file name the learner.",
    evidence="the documented schema; lerobot was not run",
    opening=b"{",
    sniff=_sniff,
    read=_read,
)
