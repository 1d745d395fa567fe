"""A package outside the tree adds a task, a reader, measures, a kind of summary, a test, a section, a noun of results, a verb and a check, one file each; nothing else knows their names."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest, norm, t as student, trim_mean
from scipy.stats.mstats import winsorize

ROOT = Path(__file__).parents[2]
PLUGIN = Path(__file__).parent / "plugin"
SCORES = "data,a,b\n" + "\n".join(f"d{i},{0.9 - i / 100},{0.8 - i / 90 + (i == 3) / 50}" for i in range(9)) + "\n"


def run(*words: str, cwd: Path = ROOT, plugin: bool = True) -> str:
    paths = [str(PLUGIN)] if plugin else []
    env = os.environ | {"PYTHONPATH": os.pathsep.join([*paths, str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=250
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    path = tmp_path / "scores.csv"
    path.write_text(SCORES)
    return path


def test_advice_offers_the_test_of_the_package() -> None:
    asked = ("bakeoff", "advise", "--algorithms", "2", "--datasets", "10")
    assert "zero_free_sign" in run(*asked)
    assert "zero_free_sign" not in run(*asked, plugin=False)


def test_the_version_names_the_package() -> None:
    text = run("bakeoff", "--version", "-v")
    assert "bakeoff-extra 1.0" in text
    assert all(name in text for name in ("smoothed_accuracy", "zero_free_sign", "largest-gaps", "counts", "run-log"))
    assert "bakeoff-extra" not in run("bakeoff", "--version", "-v", plugin=False)


def test_a_measure_is_listed_explained_and_computed(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("y,yhat\n" + "1,1\n" * 6 + "0,1\n" * 2 + "0,0\n" * 2)
    assert "smoothed_accuracy" in run("bakeoff", "measures")
    assert "(h + 1/2)" in run("bakeoff", "explain", "smoothed_accuracy")
    asked = ("--truth", "y", "--pred", "yhat", "--positive", "1", "--measures", "smoothed_accuracy", "--json")
    panel = json.loads(run("bakeoff", "measure", "p.csv", *asked, cwd=tmp_path))
    assert panel["measures"]["smoothed_accuracy"]["value"] == pytest.approx(8.5 / 11)


def test_a_measure_reads_a_kind_of_summary_of_its_own(tmp_path: Path) -> None:
    """With an interval, by group and weighted too."""
    rows = "".join(f"{i % 3 + 1},{(i + i // 5) % 3 + 1},{i // 4},{1 + i % 2}\n" for i in range(60))
    (tmp_path / "p.csv").write_text("y,yhat,g,w\n" + rows)
    asked = (
        "bakeoff",
        "measure",
        "p.csv",
        "--truth",
        "y",
        "--pred",
        "yhat",
        "--task",
        "ordinal",
        "--measures",
        "macro_steps",
    )
    whole = json.loads(run(*asked, "--json", cwd=tmp_path))["measures"]["macro_steps"]
    steps = [[abs((i + i // 5) % 3 - i % 3) for i in range(60) if i % 3 == k] for k in range(3)]
    assert whole["value"] == pytest.approx(np.mean([np.mean(one) for one in steps]))
    assert whole["low"] < whole["value"] < whole["high"]
    grouped = json.loads(run(*asked, "--groups", "g", "--sample-weight", "w", "--json", cwd=tmp_path))["measures"][
        "macro_steps"
    ]
    assert grouped["method"].endswith("by group")


VISITS = """
measures = ["freeman_tukey", "within_one", "mae"]
[learners.tree]
use = "sklearn.tree.DecisionTreeRegressor"
[learners.mean]
use = "mean"
[[datasets]]
file = "visits.csv"
target = "visits"
task = "counts"
[resampling]
scheme = "5-fold"
"""


def test_a_task_is_listed_measured_and_refuses_what_it_declares(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("y,yhat\n" + "3,2.6\n0,0.4\n" * 5)
    assert "counts" in run("bakeoff", "measure", "--help")
    asked = ("--truth", "y", "--pred", "yhat", "--task", "counts", "--json")
    panel = json.loads(run("bakeoff", "measure", "p.csv", *asked, cwd=tmp_path))
    assert list(panel["measures"]) == ["mae", "poisson_deviance", "freeman_tukey", "within_one"]
    gaps = ((3**0.5 + 4**0.5 - 11.4**0.5) ** 2 + (1 - 2.6**0.5) ** 2) / 2
    assert panel["measures"]["freeman_tukey"]["value"] == pytest.approx(gaps)
    (tmp_path / "p.csv").write_text("y,yhat\n0.5,1\n2,1\n")
    with pytest.raises(AssertionError, match="counts are whole numbers of at least 0"):
        run("bakeoff", "measure", "p.csv", *asked, cwd=tmp_path)


def test_a_study_of_that_task_is_run_and_reported(tmp_path: Path) -> None:
    rows = "".join(f"{i % 7},{(i * 5) % 11},{(i % 7 + i % 2) // 2}\n" for i in range(60))
    (tmp_path / "visits.csv").write_text("x,z,visits\n" + rows)
    (tmp_path / "study.toml").write_text(VISITS)
    run("bakeoff", "run", "study.toml", cwd=tmp_path)
    run("bakeoff", "report", "study.bakeoff", "-o", "r.md", cwd=tmp_path)
    assert "Freeman-Tukey deviance, lower is better" in (tmp_path / "r.md").read_text()


LOG = "".join(f"dataset=d{i} a={0.9 - i / 100} b={0.8 - i / 90 + (i == 3) / 50}\n" for i in range(9))


def test_a_reader_is_listed_and_every_verb_reads_its_files(scores: Path, tmp_path: Path) -> None:
    assert "run-log" in run("bakeoff", "formats")
    assert "key=value" in run("bakeoff", "formats", "run-log")
    assert "run-log" not in run("bakeoff", "formats", plugin=False)
    (tmp_path / "scores.runlog").write_text(LOG)
    (tmp_path / "scores.txt").write_text(LOG)
    wanted = json.loads(run("bakeoff", "compare", str(scores), "--json"))
    for name in ("scores.runlog", "scores.txt"):  # by its ending, and by its first bytes
        answer = json.loads(run("bakeoff", "compare", name, "--json", cwd=tmp_path))
        assert answer["pairs"] == wanted["pairs"]
    (tmp_path / "p.runlog").write_text("y=1 p=1\ny=0 p=1\n" * 5)
    asked = ("--truth", "y", "--pred", "p", "--positive", "1", "--measures", "accuracy", "--json")
    assert (
        json.loads(run("bakeoff", "measure", "p.runlog", *asked, cwd=tmp_path))["measures"]["accuracy"]["value"] == 0.5
    )


def test_the_page_and_the_docs_name_the_reader() -> None:
    code = "from bakeoff.tabular.formats import FORMATS; from bakeoff.web.templating import render; print(render('home.html', studies=0, form_key='', formats=FORMATS, examples=(), problem='', pasted=''))"
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(PLUGIN), str(ROOT / "src"), str(ROOT / "docs")])}
    for text in (code, "import generate; print(generate.formats_page())"):
        printed = subprocess.run([sys.executable, "-c", text], cwd=ROOT, env=env, capture_output=True, text=True, check=False)  # fmt: skip
        assert ".runlog" in printed.stdout, printed.stderr[-500:]


def test_a_test_is_listed_explained_and_taken_by_name(scores: Path) -> None:
    assert "zero_free_sign" in run("bakeoff", "tests")
    assert "zero-free sign test" in run("bakeoff", "explain", "zero_free_sign")
    found = json.loads(run("bakeoff", "compare", str(scores), "--test", "zero_free_sign", "--json"))
    assert found["pairs"][0]["p_value"] == pytest.approx(binomtest(9, 9).pvalue)


def test_a_test_of_the_package_shows_equivalence_by_its_own_degrees_of_freedom(tmp_path: Path) -> None:
    """What p is does not depend on how the package calls its interval: .0062 by the t, .00007 by a normal law."""
    d = np.array([0.004, -0.011, 0.009, 0.013, -0.002, 0.007, -0.016, 0.021, 0.003, -0.005])
    (tmp_path / "runs.csv").write_text("run,a,b\n" + "".join(f"{i},{0.8 + one},0.8\n" for i, one in enumerate(d)))
    asked = ("runs.csv", "--rows", "runs", "--test", "trimmed_t", "--rope", "0.015", "--json")
    (pair,) = json.loads(run("bakeoff", "compare", *asked, cwd=tmp_path))["pairs"]
    kept, sd = trim_mean(d, 0.2), np.asarray(winsorize(d, (0.2, 0.2))).std(ddof=1)
    error = sd / (0.6 * np.sqrt(10))
    tails = student.sf((kept + 0.015) / error, 5), student.cdf((kept - 0.015) / error, 5)
    assert pair["p_equivalent"] == pytest.approx(max(tails))
    assert pair["p_equivalent"] > 3 * norm.sf((0.015 - kept) / error)


def test_a_test_that_is_not_taken_has_its_reason(scores: Path) -> None:
    assert "leaves out blocks without a difference" in " ".join(run("bakeoff", "compare", str(scores), "--why").split())


def test_a_section_is_in_the_report(scores: Path, tmp_path: Path) -> None:
    run("bakeoff", "report", str(scores), "-o", str(tmp_path / "r.md"))
    text = (tmp_path / "r.md").read_text()
    assert "Largest gap" in text
    assert "The largest difference is +0." in text


def test_a_verb_is_in_the_help_and_runs(scores: Path) -> None:
    """Under its heading, with every other verb of that heading before it."""
    shown = run("bakeoff", "help", "--all")
    data, change = shown.index("Data sets:"), shown.index("Change and streams:")
    assert data < shown.index("class-shares  How often each value") < change
    assert run("bakeoff", "class-shares", str(scores), "--column", "data").startswith("d0  11.1%")
    assert "class-shares" not in run("bakeoff", "help", "--all", plugin=False)


AGREEMENT = """
import sys, pydoc
import bakeoff as bo
sys.path.insert(0, "docs")
import generate
print("agreement" in dir(bo.Results), "How often two learners predict the same" in pydoc.render_doc(bo.Results))
print("results.agreement(a, b, dataset=None)" in generate.results_page())
truth = [0, 1] * 15
data = bo.load((np.arange(30.0)[:, None] % 3, truth))
study = bo.Study(learners={"majority": bo.Majority(), "one_rule": bo.OneRule()}, datasets=[data], scheme="3-fold")
with study.run(progress=False) as results:
    print(results.agreement("majority", "majority"), 0 <= results.agreement("majority", "one_rule") <= 1)
    try:
        results.agrement
    except AttributeError as error:
        print(error)
"""


def test_a_noun_is_in_dir_help_and_docs_and_answers() -> None:
    code = f"import numpy as np\n{AGREEMENT}"
    paths = [str(PLUGIN), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "True True", "True", "1.0 True", "results have no 'agrement'; did you mean 'agreement'?"
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("test_every_measure.py", "smoothed_accuracy"), ("test_every_measure.py", "freeman_tukey"),
        ("test_every_measure.py", "macro_steps"), ("test_every_summary_kind.py", "class_steps"),
        ("test_every_interval.py", "counts"), ("test_every_format.py", "run-log"), ("test_every_test.py", "zero_free_sign"), ("test_every_test.py", "trimmed_t"),
        ("test_every_noun.py", "agreement"),
    ],
)  # fmt: skip
def test_the_rules_test_it(file: str, name: str) -> None:
    printed = run("pytest", "-q", "-p", "no:xdist", f"tests/rules/{file}", "-k", name)
    assert " passed" in printed


def test_a_page_of_the_docs_lists_it() -> None:
    printed = run("bakeoff", "measures", "--json")
    assert any(one["name"] == "smoothed_accuracy" for one in json.loads(printed)["measures"])


def test_a_check_is_run_shown_and_explained(tmp_path: Path) -> None:
    table = tmp_path / "scores.csv"
    table.write_text(SCORES.replace("data,a,b", "data,svm,SVM"))
    (found,) = json.loads(run("bakeoff", "compare", str(table), "--json"))["checks"]["found"]
    assert found["evidence"][0]["text"].startswith("2 learners have names that differ in their case only: svm and SVM.")
    assert "check.odd_names" not in run("bakeoff", "compare", str(table), "--json", plugin=False)
    assert "readers can tell apart" in run("bakeoff", "explain", "check.odd_names")
