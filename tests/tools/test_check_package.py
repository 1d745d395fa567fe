"""What a package may contain and how large it may be, on packages made here."""

import io
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools.check_package import IN_ARCHIVE, LARGEST, MEGABYTE, interpreters, kind_of, main, problems_of, runs, too_large

PURE = "bakeoff-9.0-py3-none-any.whl"
COMPILED = "bakeoff-9.0-cp311-abi3-linux_x86_64.whl"


def wheel(folder: Path, name: str, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(folder / name, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return folder / name


def archive(folder: Path, names: list[str]) -> Path:
    path = folder / "bakeoff-9.0.tar.gz"
    with tarfile.open(path, "w:gz") as files:
        for name in names:
            files.addfile(tarfile.TarInfo(f"bakeoff-9.0/{name}"), io.BytesIO())
    return path


def test_clean_packages_have_no_problem(tmp_path: Path) -> None:
    assert problems_of(wheel(tmp_path, PURE, {"bakeoff/__init__.py": b"", "bakeoff-9.0.dist-info/RECORD": b""})) == []
    assert problems_of(wheel(tmp_path, COMPILED, {"bakeoff/kernels/ranking.abi3.so": b"\x7fELF"})) == []
    assert problems_of(archive(tmp_path, list(IN_ARCHIVE))) == []


@pytest.mark.parametrize(
    ("name", "files", "problem"),
    [
        (PURE, {"bakeoff/kernels/ranking.so": b""}, "bakeoff/kernels/ranking.so is compiled"),
        (PURE, {"tests/test_all.py": b""}, "the wheel contains tests/test_all.py"),
        (PURE, {"bakeoff/kernels/ranking.pyx": b""}, "only a compiler reads bakeoff/kernels/ranking.pyx"),
        (COMPILED, {"bakeoff/kernels/a.so": b"", "bakeoff/kernels/a.c": b""}, "only a compiler reads bakeoff/kernels/a.c"),
        (COMPILED, {"bakeoff/kernels/a.so": b"\x7fELF\x00.symtab\x00"}, "bakeoff/kernels/a.so has its symbols; strip it"),
        (COMPILED, {"bakeoff/__init__.py": b""}, f"{COMPILED} has no compiled module"),
    ],
)  # fmt: skip
def test_a_wheel_with_what_nobody_should_get(tmp_path: Path, name: str, files: dict[str, bytes], problem: str) -> None:
    assert problems_of(wheel(tmp_path, name, files)) == [problem]


def test_an_archive_that_lacks_a_file_or_has_a_generated_one(tmp_path: Path) -> None:
    path = archive(tmp_path, [*IN_ARCHIVE[1:], "src/bakeoff/kernels/ranking.c"])
    assert problems_of(path) == [
        f"the archive lacks {IN_ARCHIVE[0]}",
        "src/bakeoff/kernels/ranking.c is generated or compiled",
    ]


@pytest.mark.parametrize(("name", "kind"), [(PURE, "pure"), (COMPILED, "compiled"), ("bakeoff-9.0.tar.gz", "archive")])
def test_a_package_has_the_size_of_its_kind(tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / name
    assert kind_of(path) == kind
    with path.open("wb") as file:
        file.truncate(int(LARGEST[kind] * MEGABYTE))
    assert too_large(path) == []
    with path.open("wb") as file:
        file.truncate(int((LARGEST[kind] + 0.02) * MEGABYTE))
    assert too_large(path) == [f"{name} has {LARGEST[kind] + 0.02:.2f} MB; at most {LARGEST[kind]:.1f} are allowed"]


def test_every_python_at_hand_runs_and_is_the_version_it_is_called() -> None:
    version = ".".join(map(str, sys.version_info[:2]))
    assert interpreters(quick=True) == {version: sys.executable}
    assert runs(sys.executable, version)
    assert not runs(sys.executable, "2.7")


def test_a_folder_without_a_package_is_no_success(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is no package"):
        main([str(tmp_path), "--built"])


def test_the_version_is_the_same_wherever_it_is_written() -> None:
    import tomllib

    from bakeoff import __version__

    root = Path(__file__).parents[2]
    assert tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == __version__
    assert f"\nversion: {__version__}\n" in (root / "CITATION.cff").read_text(encoding="utf-8")
    assert f'version = "{__version__}"' in (root / "conda" / "meta.yaml").read_text(encoding="utf-8")
    assert (root / "docs" / "releases" / f"{__version__}.md").exists()
