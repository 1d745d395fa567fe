"""Every attack and fault, its tests, and how many were tried: `python tools/attacks.py` (`make faults`) runs them and prints the table.

docs/reliability.md shows the same rows; tests/docs/test_reliability.py compares both, and that each test is there.
"""

import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["ATTACKS", "Attack"]

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Attack:
    """What is tried, and the tests that try it: files, or single tests in them."""

    what: str
    tests: tuple[str, ...]
    finding: str = ""  # its number in the hostile round that began this


ATTACKS = (
    Attack(
        "a study file names caches, files or code in parameters, grids, searches",
        (
            "tests/cli/test_hostile_folder.py", "tests/learners/test_hazards.py",
            "tests/cli/test_hostile_verbs.py::test_a_search_of_a_study_file",
            "tests/cli/test_hostile_verbs.py::test_the_tests_of_scikit_learn_are_no_learners",
        ),
        "D1",
    ),
    Attack(
        "a learner patches numpy, scikit-learn or json for the others",
        ("tests/runs/test_local.py::test_a_learner_that_patches_changes_no_unit_of_anyone", "tests/runs/dask/test_run.py::test_a_learner_that_patches_changes_no_unit_of_anyone"),
        "D2",
    ),
    Attack("arrays of a results file unpack to gigabytes", ("tests/runs/store/test_hostile_file.py",), "D3"),
    Attack("more learners than a cache holds", ("tests/comparisons/judging/test_stability.py::test_two_hundred_learners_are_compared",), "D4"),
    Attack("formulas and control characters in exported cells", ("tests/tabular/test_safe_cells.py", "tests/cli/verbs/test_exchange.py"), "D5"),
    Attack(
        "pipes, devices, endless views, 100 million splits or trials, deep files",
        (
            "tests/cli/test_hostile_input.py::test_deep_and_large_study_files", "tests/cli/test_hostile_input.py::test_splits_are_counted_before_any_is_drawn",
            "tests/cli/test_hostile_input.py::test_only_regular_files_are_read", "tests/cli/test_hostile_verbs.py::test_boards_are_regular_files",
            "tests/streams/test_checkpoint.py::test_only_regular_files",
        ),
        "D6",
    ),
    Attack(
        "wrong types under right checksums; a full disk under every writer",
        (
            "tests/cli/test_hostile_input.py::test_a_description_of_wrong_types_under_right_checksums",
            "tests/cli/test_hostile_input.py::test_a_full_disk_under_the_standard_output", "tests/cli/test_hostile_verbs.py::test_a_full_disk_under_every_writer",
        ),
        "D7",
    ),
    Attack("SIGTERM, SIGHUP, Ctrl-C once and twice", ("tests/cli/test_interruption.py",), "D8"),
    Attack(
        "learners that crash, hang, print, fork, share memory, raise errors without a text; masked labels",
        ("tests/faults/test_misbehaving.py", "tests/cli/test_hostile_input.py::test_masked_labels_are_refused"),
        "D9",
    ),
    Attack("model files that hold functions, calls, pickles, bombs", ("tests/deployment/test_served_model.py",)),
    Attack("hostile models and cards that lie, through `predict`, `drift --model` and `bo.load_model`", ("tests/deployment/test_deployed_model.py",)),
    Attack(
        "closed streams, pipes beside a file, endless names, tables and workbooks that unpack to far more than themselves",
        tuple(f"tests/cli/test_hostile_input.py::{name}" for name in (
            "test_standard_streams_that_are_closed", "test_a_pipe_beside_a_study_file", "test_names_without_end", "test_a_table_that_unpacks_to_far_more_than_itself",
            "test_a_parquet_file_of_a_few_bytes_for_each_million_cells", "test_a_declaration_behind_a_long_comment_of_a_workbook", "test_rows_of_a_workbook_that_hold_nothing",
        )),
    ),
    Attack("checkpoints of streams with wrong types, shapes, NaN", ("tests/streams/test_checkpoint.py",)),
    Attack("boards with impossible standings and names", ("tests/cli/test_hostile_verbs.py::test_a_board_that_no_submissions_have_led_to",)),
    Attack("hostile names of data sets, learners, columns, classes, files", ("tests/integration/test_payloads.py", "tests/report/test_payloads.py")),
    Attack("`kill -9` of the run, its zygote or a child", ("tests/faults/test_kills.py",)),
    Attack("`kill -9` of Dask workers, a lost scheduler", ("tests/faults/test_dask_faults.py",)),
    Attack("flipped bits of results", ("tests/faults/test_flipped_bits.py",)),
    Attack("a full, read-only or forbidden disk, readers and copies meanwhile", ("tests/faults/test_machine.py",)),
    Attack("any sequence of adding, kills, copies, imports, damage, repair", ("tests/runs/store/test_states.py",)),
    Attack("damaged files of every kind that is read", ("tests/fuzz",)),
    Attack("journals, logs, locks, studies and folders that lead to files of the user; endless views of an exchange", ("tests/cli/test_strange_neighbours.py",), "H1"),
    Attack("long runs and repeated marks against every regular expression and every reader of text", ("tests/rules/test_every_pattern.py", "tests/tabular/test_long_texts.py"), "H5"),
    Attack("modules, programs, settings and a repository in the folder that every verb runs in, with a record of all that is opened and started", ("tests/cli/test_every_verb_in_a_strange_folder.py",), "C2"),
    Attack("learners that write on open files, forge answers, close all files or stop their parent", ("tests/faults/test_hostile_learners.py",), "M8"),
    Attack("the command line of the browser that is opened", ("tests/web/test_opened_browser.py",), "M10"),
    Attack("kilobytes of Parquet, workbooks and sparse tables that stand for gigabytes", ("tests/tabular/test_unpacked_size.py",), "H6"),
    Attack(
        "JSON that nests without end, repeats fields, is cut off or whose records share no field; Arrow files that state or unpack to gigabytes; every format empty, cut off and with junk in it",
        ("tests/tabular/formats/test_json.py", "tests/tabular/formats/test_json_lines.py", "tests/tabular/formats/test_arrow.py", "tests/rules/test_every_format.py"),
    ),
    Attack("lines and cells of a submission that are longer than any answer", ("tests/challenges/test_submission.py",), "H5"),
    Attack("names of study files that are no text", ("tests/cli/test_names_that_are_no_text.py", "tests/web/test_studies.py"), "M4"),
    Attack("forms in charsets that are no text", ("tests/web/test_guard.py",), "L2"),
    Attack("120 connections of one client that wait, with half a request or none", ("tests/web/test_server.py",), "M11"),
    Attack("parameters of measures of any size", ("tests/measures/test_parameters.py",), "L3"),
    Attack("more learners, measures or pairs in a results file than a study has", ("tests/cli/test_hostile_input.py::test_a_file_that_says_it_holds_more_than_a_study_has",), "L4"),
    Attack("programs that a repository names: filters, hooks, monitors, lazy fetches", ("tests/cli/test_hostile_git.py", "tests/runs/test_git_head.py"), "C1"),
    Attack("modules in the folder that `bakeoff serve` or any child starts in", ("tests/web/test_answerer.py", "tests/core/isolation/test_child_process.py"), "C3"),
    Attack("modules beside a study that only `--allow` opens", ("tests/cli/test_modules_beside.py",), "H3"),
    Attack("models whose parameters read files, keep caches or start processes; trees whose nodes lead outside", ("tests/deployment/test_hostile_parameters.py", "tests/deployment/test_model_file.py"), "M1"),
    Attack("labels of an exchange, row by row, by three strategies and every measure", ("tests/challenges/test_label_attacks.py", "tests/challenges/test_release.py"), "H4"),
    Attack("settings of matplotlib in the folder", ("tests/figures/drawing/test_matplotlib_import.py",), "H7"),
    Attack("folders and passwords in stored errors; private folders of killed processes", ("tests/core/isolation/test_private_text.py", "tests/core/isolation/test_private_folder.py"), "L6"),
    Attack("the sandbox of the browser that prints", ("tests/report/test_print_pdf.py",), "L10"),
)  # fmt: skip


class Counts:
    """A plug-in of pytest that counts how tests ended, by attack."""

    def __init__(self) -> None:
        self.found: dict[str, Counter[str]] = {one.what: Counter() for one in ATTACKS}
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: Any) -> None:
        for attack in ATTACKS:
            if not any(report.nodeid.startswith(one) for one in attack.tests):
                continue
            self.seconds[attack.what] += report.duration
            if report.when == "call" or report.outcome != "passed":
                self.found[attack.what][report.outcome] += 1


def table(counts: Counts) -> str:
    lines = [f"{'attack':104} tests  held  failed  skipped  seconds"]
    total: Counter[str] = Counter()
    for attack in ATTACKS:
        found = counts.found[attack.what]
        total += found
        name = f"{attack.finding or '  ':2} {attack.what}"
        lines.append(
            f"{name:104} {found.total():5} {found['passed']:5} {found['failed']:7} {found['skipped']:8} {counts.seconds[attack.what]:8.0f}"
        )
    lines.append(
        f"{'   all':104} {total.total():5} {total['passed']:5} {total['failed']:7} {total['skipped']:8} {sum(counts.seconds.values()):8.0f}"
    )
    return "\n".join(lines)


def main() -> int:
    import pytest

    counts = Counts()
    began = time.perf_counter()
    tests = list(dict.fromkeys(test for attack in ATTACKS for test in attack.tests))
    status = pytest.main(
        ["-q", "--timeout", "1800", *sys.argv[1:], *(str(ROOT / one) for one in tests)], plugins=[counts]
    )
    print(f"\n{table(counts)}\n{time.perf_counter() - began:.0f} seconds in all")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
