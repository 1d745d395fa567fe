"""Is the choice of data sets good? Too few, too similar, or of one kind only."""

from bakeoff.criteria.domain_variety import domain_variety, fewest_datasets


def test_the_fewest_data_sets():
    assert [fewest_datasets(k) for k in (2, 3, 4)] == [6, 7, 8]


def test_data_sets_that_are_alike_or_of_one_kind():
    base = {"rows": 100.0, "columns": 5.0, "classes": 2.0, "missing_share": 0.0, "stump": 0.3}
    known = {
        "a": base, "b": {**base, "rows": 120.0, "stump": 0.33}, "twin": dict(base), "c": {**base, "rows": 5000.0, "columns": 50.0, "stump": 0.1},
    }  # fmt: skip
    made = domain_variety(known, learners=3)
    assert set(made.alike) == {("a", "b"), ("a", "twin"), ("b", "twin")}
    codes = [one.code for one in made.notes]
    assert codes.count("criteria.same_dataset") == 1
    assert "criteria.few_datasets" in codes
    narrow = {one.facts["what"] for one in made.notes if one.code == "criteria.narrow_range"}
    assert narrow == {"number of classes that occur", "share of cells that are missing"}
