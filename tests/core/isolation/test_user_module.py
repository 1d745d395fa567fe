"""A file that the user typed: its function, and what cannot be run."""

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.core.isolation.user_module import object_from_file


def test_the_function_of_a_file_is_found_and_nothing_is_left_beside_it(tmp_path):
    file = tmp_path / "metrics.py"
    file.write_text("def profit(y, p):\n    return 7\n", encoding="utf-8")
    assert object_from_file(str(file), "profit")(None, None) == 7
    assert [path.name for path in tmp_path.iterdir()] == ["metrics.py"]


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        ("def profit(y, p): ...", "profitt", "no function of .* called 'profitt'; did you mean 'profit'"),
        ("import no_such_module", "x", "cannot be run: ModuleNotFoundError: No module named 'no_such_module'"),
        ("def f(:", "f", "cannot be run: SyntaxError"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path, text, name, sentence):
    file = tmp_path / "metrics.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=sentence):
        object_from_file(str(file), name)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(BadInput, match=r"cannot read .*No such file"):
        object_from_file(str(tmp_path / "none.py"), "f")
