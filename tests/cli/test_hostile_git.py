"""A stranger's repository around a study: whatever its configuration names as a program, none is started."""

import subprocess

import pytest

STUDY = """
title = "From a stranger"
measures = ["accuracy"]
[learners.zero]
use = "majority"
[learners.nb]
use = "sklearn.naive_bayes.GaussianNB"
[[datasets]]
name = "iris"
[resampling]
scheme = "kfold"
folds = 2
"""


def git(*words):
    who = ("-c", "user.name=n", "-c", "user.email=e@example.org")
    return subprocess.run(["git", *who, *words], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(folder):
    """A folder with a study and a file, both committed."""
    (folder / "study.toml").write_text(STUDY)
    (folder / "notes.txt").write_text("1")
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    return folder


def filters(folder, place):
    """A program that git runs on each file that may have changed."""
    with (place / "config").open("a") as file:
        file.write(f'[filter "x"]\n\tclean = "touch {folder}/PWNED; cat"\n')
    (place / "info").mkdir(exist_ok=True)
    (place / "info" / "attributes").write_text("*.txt filter=x\n")
    (folder / "notes.txt").write_text("2")  # the same length


def monitor(folder, place):
    """A program that git asks which files have changed."""
    (folder / "program").write_text(f"#!/bin/sh\ntouch {folder}/PWNED\n")
    (folder / "program").chmod(0o755)
    with (place / "config").open("a") as file:
        file.write(f"[core]\n\tfsmonitor = {folder}/program\n")


def transport(folder, place):
    """A program that git runs to fetch an object that is missing."""
    tree = git("rev-parse", "HEAD^{tree}")
    with (place / "config").open("a") as file:
        file.write("[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n")
        file.write(f'[remote "origin"]\n\turl = .\n\tpromisor = true\n\tuploadpack = "touch {folder}/PWNED #"\n')
    (place / "objects" / tree[:2] / tree[2:]).unlink()


@pytest.mark.parametrize("bare", [False, True], ids=["in .git", "in the folder itself"])
@pytest.mark.parametrize("trap", [filters, monitor, transport])
def test_no_program_of_a_repository_runs(bakeoff, repository, trap, bare):
    trap(repository, repository / ".git")
    if bare:  # this way it also survives in a clone
        git("config", "core.worktree", ".")
        git("config", "core.bare", "false")
        for one in (repository / ".git").iterdir():
            one.rename(repository / one.name)
        (repository / ".git").rmdir()
    done = bakeoff("run", "study.toml", "-j", 1)
    assert done.exit_code == 0, done.stderr
    assert not (repository / "PWNED").exists()
