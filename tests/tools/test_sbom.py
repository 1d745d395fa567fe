"""The bill of materials: every locked package once, with its checksums and what it needs."""

import json
import re
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest

from tools.sbom import ROOT, bill, main, pinned

LOCK = """# made
alpha==1.2 \\
    --hash=sha256:{a} \\
    --hash=sha256:{b}
    # via
    #   -c requirements.lock
    #   own (pyproject.toml)
    #   Beta_x
Beta_x==2.0rc1 \\
    --hash=sha256:{a}
    # via own (pyproject.toml)
""".format(a="a" * 64, b="b" * 64)


def test_a_lock_is_read_with_its_checksums_and_who_needs_what() -> None:
    alpha, beta = pinned(LOCK)
    assert (alpha.name, alpha.version, len(alpha.hashes), alpha.needed_by) == ("alpha", "1.2", 2, ["own", "Beta_x"])
    assert beta.reference == "pkg:pypi/beta-x@2.0rc1"
    made = bill("alpha==1.2", LOCK, "own", "0.1")
    assert [one["scope"] for one in made["components"]] == ["required", "optional"]
    assert {one["ref"]: one["dependsOn"] for one in made["dependencies"]} == {
        "pkg:pypi/own@0.1": ["pkg:pypi/alpha@1.2", "pkg:pypi/beta-x@2.0rc1"],
        "pkg:pypi/beta-x@2.0rc1": ["pkg:pypi/alpha@1.2"],
        "pkg:pypi/alpha@1.2": [],
    }


@pytest.fixture
def made(tmp_path: Path) -> dict:
    assert main(str(tmp_path / "new" / "sbom.json")) == 0
    first = (tmp_path / "new" / "sbom.json").read_bytes()
    main(str(tmp_path / "sbom.json"))
    assert (tmp_path / "sbom.json").read_bytes() == first  # the same locks, the same file
    return json.loads(first)


def test_the_bill_of_this_project_is_complete(made: dict) -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    names = [one["name"] for one in made["components"]]
    assert names == re.findall(r"^([^\s#=]+)==", lock, re.MULTILINE)
    assert sum(len(one["hashes"]) for one in made["components"]) == lock.count("--hash=sha256:")
    references = {one["bom-ref"] for one in made["components"]} | {made["metadata"]["component"]["bom-ref"]}
    assert len(references) == len(names) + 1
    assert {one["ref"] for one in made["dependencies"]} == references
    assert all(set(one["dependsOn"]) <= references for one in made["dependencies"])
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])


def test_what_the_bill_says_is_needed_is_needed(made: dict) -> None:
    """By the metadata of the installed packages, which pip-compile did not write."""
    needs = {one["ref"].partition("@")[0]: one["dependsOn"] for one in made["dependencies"]}
    checked = 0
    for name in ("scikit-learn", "pandas", "jinja2", "pydantic"):
        try:
            told = {
                re.split(r"[^\w.-]", one, maxsplit=1)[0].lower() for one in requires(name) or [] if "extra" not in one
            }
        except PackageNotFoundError:
            continue
        for one in needs[f"pkg:pypi/{name}"]:
            assert one.removeprefix("pkg:pypi/").partition("@")[0] in {other.replace("_", "-") for other in told}
            checked += 1
    assert checked > 5
