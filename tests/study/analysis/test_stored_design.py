"""StoredStudy: what the results file holds about a study besides its units, so that analysis needs neither data nor learners."""

from bakeoff.study.analysis.stored_design import design_of


def test_an_older_or_later_description_of_a_data_set_can_be_read(make):
    found = design_of(make.run(make.spec())).domains[0]
    card = found.to_json()
    assert "test_groups" not in card
    assert type(found).from_json(card | {"weather": "rain"}) == found
