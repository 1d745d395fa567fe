"""The file of a model: a skops file with the card inside. It may be a stranger's, so it is looked at before anything is read."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfile
from stat import S_ISLNK
from tempfile import NamedTemporaryFile
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from bakeoff.core.errors import BadInput, MissingPackage, NotApplicable
from bakeoff.core.foreign_file import refuse_special
from bakeoff.core.text import size
from bakeoff.core.whole_file import umask
from bakeoff.deployment.card import ModelCard
from bakeoff.deployment.known_types import known_types

__all__ = ["dump", "known_types_in", "load_state", "read_card", "skops_io", "untrusted_types", "write_model"]

CARD = "bakeoff-card.json"
MOST_ENTRIES = 100_000
LARGEST_CARD = 2**25  # bytes
LARGEST_SCHEMA = 2**28
_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*", re.ASCII)
_ENCRYPTED = 0x1


def skops_io() -> Any:
    """The package that saves models without pickling."""
    try:
        from skops import io
    except ImportError:
        raise MissingPackage("skops", "saving and loading models", extra="deploy") from None
    return io


def write_model(model: Path, card: ModelCard, path: Path) -> None:
    """The model and its card in one file, which appears whole or not at all."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name[:80]}.", delete=False) as file:
        draft = Path(file.name)
    try:
        copyfile(model, draft)
        with ZipFile(draft, "a", compression=ZIP_DEFLATED) as archive:
            archive.writestr(CARD, card.to_json())
        draft.chmod(0o666 & ~umask())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def dump(state: Mapping[str, Any], path: Path) -> None:
    """The state alone; what skops cannot save is told."""
    try:
        skops_io().dump(dict(state), path, compression=ZIP_DEFLATED)
    except (TypeError, ValueError, AttributeError, NotImplementedError, RecursionError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise NotApplicable(f"skops cannot save this model: {why[:300]}; use another learner or estimator") from None


def load_state(path: Path, types: Sequence[str]) -> dict[str, Any]:
    """The state again, in this process: only of a model that was trained by it."""
    loaded: dict[str, Any] = skops_io().load(path, trusted=[*types, *known_types_in(path)])
    return loaded


def read_card(path: Path, most: float) -> ModelCard:
    """The card of a model's file; a file that is damaged, hostile or larger than `most` bytes once unpacked is refused."""
    refuse_special(path)
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name the file of a model")
    if not path.exists():
        raise BadInput(f"there is no file {path}; `bakeoff deploy` writes one")
    try:
        with ZipFile(path) as archive:
            _refuse_odd(archive, path, most)
            with archive.open(CARD) as file:
                text = file.read(LARGEST_CARD + 1)
    except (BadZipFile, OSError, EOFError, NotImplementedError, ValueError, RuntimeError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{path} is not a model that bakeoff wrote, or it is damaged; deploy the model again") from None
    except Exception as error:
        if type(error).__module__ == "zlib":
            raise BadInput(f"{path} is damaged; deploy the model again") from None
        raise
    return ModelCard.from_json(text, str(path))


def _refuse_odd(archive: ZipFile, path: Path, most: float) -> None:
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if len(entries) > MOST_ENTRIES:
        raise BadInput(f"{path} contains {len(entries)} parts, more than any model has; do not use it")
    odd = [name for name in names if not _NAME.fullmatch(name)]
    if odd or len(set(names)) < len(names):
        which = repr(odd[0][:80]) if odd else "the same name twice"
        raise BadInput(f"{path} contains parts with names that no model has ({which}); do not use it")
    if any(
        S_ISLNK(entry.external_attr >> 16)
        or entry.flag_bits & _ENCRYPTED
        or entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}
        for entry in entries
    ):
        raise BadInput(f"{path} is packed in a way that no model is; do not use it")
    total = sum(entry.file_size for entry in entries)
    if total > most:
        raise BadInput(
            f"{path} unpacks to {size(total)}, more than the limit of {size(most)}; allow more memory if you trust its source"
        )
    if CARD not in names or "schema.json" not in names:
        raise BadInput(f"{path} is not a model that bakeoff wrote: it contains no card; `bakeoff deploy` writes one")
    sizes = {entry.filename: entry.file_size for entry in entries}
    if sizes[CARD] > LARGEST_CARD or sizes["schema.json"] > LARGEST_SCHEMA:
        raise BadInput(f"{path} contains a card or a description that is too large; do not use it")


def known_types_in(path: Path | str) -> frozenset[str]:
    """Types in the file that are known to be safe beside those of skops."""
    with ZipFile(path) as archive, archive.open("schema.json") as file:
        schema = file.read(LARGEST_SCHEMA + 1)
    if len(schema) > LARGEST_SCHEMA:
        raise BadInput(f"{path} contains a description that is too large; do not use it")
    return known_types(schema)


def untrusted_types(path: Path) -> tuple[str, ...]:
    """Types in the file that neither skops nor `known_types` knows to be safe."""
    known_safe = known_types_in(path)
    return tuple(name for name in skops_io().get_untrusted_types(file=str(path)) if name not in known_safe)
