"""Near-identical sentences become one."""

from types import SimpleNamespace

from bakeoff.study.analysis.said import by_pair

OFF = "the differences do not look normal (Shapiro-Wilk, p = .0{}, n = 10)"


def judged(*warnings):
    pairs = [SimpleNamespace(pair=SimpleNamespace(a=a, b=b)) for a, b in (("x", "y"), ("x", "z"), ("y", "z"))]
    return SimpleNamespace(pairs=pairs, warnings=warnings)


def test_doubts_about_pairs_are_counted():
    found = by_pair(judged("few rows", f"x and y: {OFF.format(1)}", f"y and z: {OFF.format(2)}"))
    assert found == ["few rows", "The differences do not look normal (2 of 3 pairs: x and y; y and z)"]


def test_numbers_do_not_keep_them_apart():
    found = by_pair(judged("x and y: 1 of 9 differences lie far", "x and z: 2 of 9 differences lie far"))
    assert found == ["Some differences lie far (2 of 3 pairs: x and y; x and z)"]


def test_few_stays_few():
    found = by_pair(judged("x and y: only 3 rows differ", "x and z: only 9 rows differ"))
    assert found == ["Only a few rows differ (2 of 3 pairs: x and y; x and z)"]


def test_one_pair_keeps_its_numbers():
    assert by_pair(judged(f"x and y: {OFF.format(1)}")) == [f"x and y: {OFF.format(1)}"]
