"""DataShipping: data sets on their way to Dask workers: each once to each worker, in pieces, never with a unit."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from bakeoff.data.dataset import Dataset
from bakeoff.runs.dask.connection import Client
from bakeoff.runs.dask.worker import store_piece
from bakeoff.runs.process.pickling import packed
from bakeoff.runs.process.shared_dataset import write_shared

__all__ = ["DataShipping"]

_PIECE = 32 * 2**20  # bytes: what the scheduler and each worker hold of it at a time, whatever the size


class DataShipping:
    """What was sent where. `ship` returns at once; `arrived` is called on the client's own thread."""

    def __init__(
        self,
        client: Client,
        token: str,
        datasets: Mapping[str, Dataset],
        arrived: Callable[[str, dict[str, str]], None],
    ) -> None:
        self._client, self._token, self._datasets, self._arrived = client, token, datasets, arrived
        self._under_way: dict[str, set[str]] = {}
        self._holders: dict[str, set[str]] = {}

    def known(self, name: str) -> bool:
        """Whether it was sent at all; workers that joined later will ask for it."""
        return name in self._holders

    def ship(self, name: str, workers: set[str]) -> None:
        """Send it to those workers, unless it is on its way to them."""
        fresh = workers - self._under_way.get(name, set())
        if fresh:
            self._under_way.setdefault(name, set()).update(fresh)
            self._client.loop.add_callback(self._send, name, sorted(fresh))

    def landed(self, name: str, workers: Mapping[str, str]) -> None:
        """To be called, on the coordinator's thread, with what `arrived` was told."""
        self._under_way[name] -= workers.keys()
        self._holders.setdefault(name, set()).update(one for one, error in workers.items() if not error)

    async def _send(self, name: str, workers: list[str]) -> None:
        """Each piece goes once to the scheduler and from there to all that want it."""
        failed: dict[str, str] = {}
        try:
            file, card = write_shared(self._datasets[name])
            try:
                await self._pieces(name, workers, file, card, failed)
            finally:
                os.close(file)
        except Exception as error:  # noqa: BLE001  # told where it is missed
            failed = {one: f"{type(error).__name__}: {error}" for one in workers}
        self._arrived(name, {one: failed.get(one, "") for one in workers})

    async def _pieces(
        self, name: str, workers: list[str], file: int, card: dict[str, Any], failed: dict[str, str]
    ) -> None:
        size, label = card["bytes"], packed(card)
        for at in range(0, max(size, 1), _PIECE):
            ready = [one for one in workers if one not in failed]
            if not ready:
                return
            piece = os.pread(file, min(_PIECE, size - at), at)
            facts = {"card": label if at + len(piece) == size else b"", "size": size, "at": at, "piece": piece}
            results = await self._client.run(store_piece, self._token, name, workers=ready, on_error="return", **facts)
            for one in ready:
                said = results.get(one, "it has gone")
                if said is not None:
                    failed[one] = str(said) or type(said).__name__
