"""`bakeoff verify`: is everything in a study file as it was written?"""

from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, json_option, note, print_result

__all__ = ["command"]


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, *, as_object: bool) -> int:
    """Recompute every checksum of a study file; exit code 2 if anything is damaged. Nothing is changed."""
    from bakeoff.runs.store.audit import NO_STUDY
    from bakeoff.runs.store.file_ledger import existing
    from bakeoff.runs.store.verify import verify

    found = verify(existing(file))
    if as_object:
        listed = [
            {"what": one.what, "unit": None if one.key is None else str(one.key), "message": one.message}
            for one in found
        ]
        print_result(as_json("verify", {"file": str(file), "intact": not found, "damages": listed}))
    elif not found:
        print_result(f"everything in {file} is as it was written")
    else:
        for one in found:
            print_result(one.message)
        if [one.message for one in found] != [NO_STUDY]:
            note(f"to keep what is intact and run the rest again: bakeoff retry {file} --damaged")
    return 2 if found else 0
