"""Models of rows without columns: saved, loaded and asked, or refused in one sentence."""

from pathlib import Path

import numpy as np
import pytest
from bakeoff.api.deployment import checked_rows

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.core.isolation.messages import encoded, opened
from bakeoff.data.blocks import ArrayRows, SparseRows, TextRows
from bakeoff.deployment.rows_message import refuse_undeployable, rows_in, rows_parts
from tests.helpers import block_data as blocks


@pytest.mark.parametrize("rows", [TextRows(blocks.texts()), SparseRows(blocks.sparse()), ArrayRows(blocks.images())])
def test_rows_arrive_as_they_were_sent(rows):
    facts, parts = rows_parts(rows)
    there = rows_in(opened(encoded({"features": facts}, parts)))
    assert blocks.container(there.native) == blocks.container(rows.native)
    assert list(there.contents()) == list(rows.contents())


@pytest.mark.parametrize("name", ["objects", "series of texts", "frame with objects"])
def test_objects_and_frames_are_refused(name):
    data = bo.load((blocks.BLOCKS[name][0](), blocks.TARGET), name="odd")
    with pytest.raises(
        BadInput, match="a deployed model takes columns, arrays, sparse matrices or lists of texts; 'odd' is a"
    ):
        refuse_undeployable(data)


@pytest.mark.slow
def test_a_model_of_texts_is_saved_and_loaded(tmp_path: Path):
    make, learners = blocks.BLOCKS["texts"]
    results = bo.Study(datasets=bo.load((make(), blocks.TARGET), name="news"), learners=learners, scheme="2-fold").run(
        progress=False
    )
    deployed = results.deploy("l0")
    file = deployed.save(tmp_path / "news.skops")
    assert "Features: a list of texts" in file.with_suffix(".md").read_text()
    with bo.load_model(file, trusted=deployed.card.facts.types) as model:
        again = model.predict(make()[:5])
        np.testing.assert_array_equal(again.label, deployed.predict(make()[:5]).label)
        with pytest.raises(
            BadInput, match="the model was trained on a list of texts, and the new rows are of another kind"
        ):
            model.predict(np.eye(3))
    with pytest.raises(BadInput, match="trained on a list of texts; predict in Python"):
        checked_rows(file, tmp_path / "rows.csv")
