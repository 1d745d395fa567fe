"""The commit of the working folder is read without git: what git itself says is the oracle, on ordinary and on hostile folders."""

import os
import subprocess

import pytest

from bakeoff.runs.environment import environment
from bakeoff.runs.git_head import git_head

WHO = ("-c", "user.name=n", "-c", "user.email=e@example.org")


@pytest.fixture
def git(tmp_path, monkeypatch):
    """Run git in the working folder, which begins as a repository with one commit."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")

    def run(*words):
        return subprocess.run(["git", *WHO, *words], check=True, capture_output=True, text=True).stdout.strip()

    run("init", "-q", "-b", "main")
    (tmp_path / "work" / "data.txt").write_text("1")
    run("add", "data.txt")
    run("commit", "-qm", "first")
    return run


def test_outside_of_a_repository_there_is_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert git_head() is None
    assert environment()["git"] is None


def test_a_working_folder_that_is_gone_is_in_no_repository(tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert git_head() is None


def test_the_commit_is_that_of_git_and_changes_are_unknown(git, tmp_path):
    wanted = {"commit": git("rev-parse", "HEAD"), "changed": None}
    assert environment()["git"] == wanted
    (tmp_path / "work" / "data.txt").write_text("2")
    assert git_head() == wanted


@pytest.mark.parametrize(
    "change",
    [
        ("checkout", "-q", "--detach"),
        ("checkout", "-qb", "feature/a.b-c"),
        ("pack-refs", "--all"),
        ("commit", "-q", "--allow-empty", "-m", "second"),
    ],
)
def test_branches_detached_heads_and_packed_references_are_read(git, change):
    git(*change)
    assert git_head()["commit"] == git("rev-parse", "HEAD")


def test_a_folder_within_a_repository_belongs_to_it(git, tmp_path, monkeypatch):
    (tmp_path / "work" / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work" / "a" / "b")
    assert git_head()["commit"] == git("rev-parse", "HEAD")


def test_a_further_worktree_is_read(git, tmp_path, monkeypatch):
    git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
    monkeypatch.chdir(tmp_path / "other")
    git("commit", "-q", "--allow-empty", "-m", "elsewhere")
    assert git_head()["commit"] == git("rev-parse", "HEAD")


def test_a_repository_without_a_commit_has_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q"], check=True)
    assert git_head() == {"commit": None, "changed": None}


def test_a_folder_that_claims_to_be_a_worktree_of_another_repository_learns_nothing(git, tmp_path, monkeypatch):
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
    monkeypatch.chdir(stranger)
    for place in (tmp_path / "work" / ".git", tmp_path / "work" / ".git" / "worktrees" / "other"):
        (stranger / ".git").write_text(f"gitdir: {place}\n")
        assert git_head() == {"commit": None, "changed": None}


@pytest.mark.parametrize("kind", ["pipe", "link", "device", "long", "folder", "text"])
@pytest.mark.parametrize("name", ["HEAD", "refs/heads/main", "packed-refs", "", "refs"])
def test_odd_files_in_the_place_of_those_of_git_are_not_read(git, tmp_path, kind, name):
    git("pack-refs", "--all", "--no-prune")
    place = tmp_path / "work" / ".git" / name
    for other in {"refs/heads/main", "packed-refs"} - {name}:
        if name not in ("", "HEAD", "refs"):
            (tmp_path / "work" / ".git" / other).unlink()
    moved = place.rename(tmp_path / "moved")
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "link":
        place.symlink_to(moved)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    elif kind == "long":
        with place.open("wb") as file:
            file.truncate(2**25)
    elif kind == "folder":
        place.mkdir()
    else:
        place.write_text("ref: ../../../etc/passwd\n")
    if name == "refs":
        (tmp_path / "work" / ".git" / "packed-refs").unlink()
    assert git_head() == {"commit": None, "changed": None}


def test_a_commit_is_read_only_if_it_looks_like_one(git, tmp_path):
    (tmp_path / "work" / ".git" / "refs" / "heads" / "main").write_text("root:x:0:0\n")
    assert git_head() == {"commit": None, "changed": None}
