"""A bill of materials (CycloneDX 1.6, JSON) of all locked packages, without a network: `python tools/sbom.py FILE`.

What runtime.lock pins is required; what only requirements.lock pins (extras, tests, tools) is optional. Licences are those that the
installed packages state; where a package states none, or another version is installed, that is written down. The same locks and the
same installed packages give the same file, to the byte.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

__all__ = ["ABSENT", "UNSTATED", "Pinned", "bill", "licence", "pinned"]

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"([A-Za-z0-9._-]+)==([^\s;\\]+)")
UNSTATED, ABSENT = "not stated by the package", "not known: this version is not installed here"
LONGEST = 60  # characters of the name of a licence; longer entries are its text
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(slots=True)
class Pinned:
    """A package of a lock: its version, the checksums of its files, and the packages that need it."""

    name: str
    version: str
    hashes: list[str] = field(default_factory=list)
    needed_by: list[str] = field(default_factory=list)

    @property
    def reference(self) -> str:
        """Its package URL."""
        return f"pkg:pypi/{re.sub(r'[-_.]+', '-', self.name).lower()}@{self.version}"


def pinned(lock: str) -> Iterator[Pinned]:
    """The packages of a lock that pip-compile wrote."""
    one: Pinned | None = None
    for line in lock.splitlines():
        if found := PIN.match(line):
            if one is not None:
                yield one
            one = Pinned(found[1], found[2])
        elif one is not None and (found := HASH.search(line)):
            one.hashes.append(found[1])
        elif one is not None and line.startswith("    #"):
            name = line.strip(" #").removeprefix("via").strip()
            if name and not name.startswith("-"):
                one.needed_by.append(name.partition(" ")[0])
    if one is not None:
        yield one


def licence(name: str, version: str) -> dict[str, object]:
    """The licence of an installed package as CycloneDX writes it; else a name that says why it is not known."""
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return {"license": {"name": ABSENT}}
    if package.version != version:
        return {"license": {"name": ABSENT}}
    expression = package.metadata.get("License-Expression")
    return {"expression": expression} if expression else {"license": {"name": _licence_name(package)}}


def _licence_name(package: Distribution) -> str:
    """From the field, the classifiers or the first line of the file, the first that names one."""
    field_text = (package.metadata.get("License") or "").strip()
    classifiers = [
        text.split(" :: ")[2:] for text in package.metadata.get_all("Classifier") or [] if text.startswith("License ::")
    ]
    files = [file for file in package.files or [] if re.match(r"LICEN[CS]E", file.name, re.IGNORECASE)]
    lines = [next(iter(file.read_text(encoding="utf-8").strip().splitlines()), "").strip() for file in files]
    names = [
        "" if field_text == "UNKNOWN" or "\n" in field_text else field_text,
        " AND ".join(parts[-1] for parts in classifiers if parts),
        *(line for line in lines if "licen" in line.lower()),
    ]
    return next((name for name in names if 0 < len(name) <= LONGEST), UNSTATED)


def bill(runtime: str, everything: str, name: str, version: str) -> dict[str, object]:
    """The bill of materials of a project with these two locks."""
    packages = list(pinned(everything))
    required = {one.name for one in pinned(runtime)}
    own = f"pkg:pypi/{name}@{version}"
    needs: dict[str, list[str]] = {own: [], **{one.reference: [] for one in packages}}
    references = {name: own, **{one.name: one.reference for one in packages}}
    for one in packages:
        for other in one.needed_by:
            needs[references[other]].append(one.reference)
    components = [
        {
            "type": "library",
            "bom-ref": one.reference,
            "name": one.name,
            "version": one.version,
            "purl": one.reference,
            "scope": "required" if one.name in required else "optional",
            "licenses": [licence(one.name, one.version)],
            "hashes": [{"alg": "SHA-256", "content": content} for content in one.hashes],
        }
        for one in packages
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, own + everything)}",
        "version": 1,
        "metadata": {
            "component": {"type": "library", "bom-ref": own, "name": name, "version": version, "purl": own},
        },
        "components": components,
        "dependencies": [
            {"ref": reference, "dependsOn": sorted(others)} for reference, others in sorted(needs.items())
        ],
    }


def main(path: str) -> int:
    """Write the bill of this project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locks = [(ROOT / name).read_text(encoding="utf-8") for name in ("runtime.lock", "requirements.lock")]
    made = bill(*locks, name=project["name"], version=project["version"])
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    unknown = [
        one["name"]
        for one in made["components"]
        if one["licenses"][0].get("license", {}).get("name") in {UNSTATED, ABSENT}
    ]
    print(f"{path}: {len(made['components'])} packages; without a known licence: {', '.join(unknown) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "dist/bakeoff.cdx.json"))
