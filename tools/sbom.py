"""A bill of materials (CycloneDX 1.6, JSON) of all locked packages, without a network: `python tools/sbom.py FILE`.

What runtime.lock pins is required; what only requirements.lock pins (extras, tests, tools) is optional. The same locks give the
same file, to the byte.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

__all__ = ["Pinned", "bill", "pinned"]

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"([A-Za-z0-9._-]+)==([^\s;\\]+)")
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
    print(f"{path}: {len(made['components'])} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "dist/bakeoff.cdx.json"))
