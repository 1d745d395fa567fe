"""The connection to a Dask cluster: which addresses are allowed, its workers, and their versions: the same numbers need the same packages."""

from bakeoff.runs.dask.connection import differences, worker_versions


def test_which_differences_matter() -> None:
    here = {"python": "3.11.7", "bakeoff": "0.1.0", "numpy": "2.4.0", "scikit-learn": "1.9.0", "cloudpickle": "3.1.0"}
    assert differences(here, here) == ([], [])
    assert differences(here, here | {"cloudpickle": "3.2.0"}) == ([], [])
    assert differences(here, here | {"cloudpickle": "4.0.0"}) == ([], ["cloudpickle 4.0.0 (here 3.1.0)"])
    assert differences(here, here | {"python": "3.12.7"}) == (["python 3.12.7 (here 3.11.7)"], [])
    lacking = {name: number for name, number in here.items() if name != "bakeoff"}
    assert differences(here, lacking) == (["bakeoff missing (here 0.1.0)"], [])
    report = {"workers": {"w": {"packages": {"python": "3.11.7.final.0", "numpy": "2.4.0", "sklearn": "1.9.0"}}}}
    found = worker_versions(report)["w"]
    assert (found["python"], found["numpy"], found["scikit-learn"], found["scipy"]) == (
        "3.11.7",
        "2.4.0",
        "1.9.0",
        "missing",
    )
