"""The bill of materials: every locked package once, with its checksums and what it needs."""

import json
import re
from importlib.metadata import Distribution, PackageNotFoundError, requires
from pathlib import Path

import pytest

from tools.sbom import ABSENT, ROOT, UNSTATED, _licence_name, bill, licence, main, pinned

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


def _name(component: dict) -> str:
    (one,) = component["licenses"]
    return one.get("expression") or one["license"]["name"]


def test_every_package_has_a_licence_or_the_reason_why_it_is_not_known(made: dict) -> None:
    names = {one["name"]: _name(one) for one in made["components"]}
    installed = {name: text for name, text in names.items() if text != ABSENT}
    assert len(installed) > 30
    assert {name for name, text in installed.items() if text == UNSTATED} <= {"axe-playwright-python"}
    assert not [name for name, text in installed.items() if "GPL" in text]
    assert all(len(text) < 200 and "\n" not in text for text in names.values())


def test_a_package_that_is_not_installed_is_stated_as_such() -> None:
    assert licence("no-such-package", "1.0") == {"license": {"name": ABSENT}}
    assert licence("numpy", "0.0.1") == {"license": {"name": ABSENT}}


class Stated(Distribution):
    """A package with these lines of metadata and this file."""

    def __init__(self, metadata: str, file: str = "") -> None:
        self.texts = {"METADATA": f"Metadata-Version: 2.1\nName: x\nVersion: 1\n{metadata}\n", "LICENSE": file}

    def read_text(self, filename: str) -> str | None:
        return {**self.texts, "RECORD": "x.dist-info/METADATA,,\n"}.get(filename)

    def locate_file(self, path: object) -> Path:
        return Path(str(path))


@pytest.mark.parametrize(
    ("metadata", "name"),
    [
        ("License: MIT", "MIT"),
        ("License: UNKNOWN\nClassifier: License :: OSI Approved :: ISC License (ISCL)", "ISC License (ISCL)"),
        ("Classifier: License :: OSI Approved", UNSTATED),
        ("License: " + "word " * 50 + "\nClassifier: License :: OSI Approved :: BSD License", "BSD License"),
        ("", UNSTATED),
    ],
)
def test_where_the_licence_of_a_package_is_looked_for(metadata: str, name: str) -> None:
    assert _licence_name(Stated(metadata)) == name
