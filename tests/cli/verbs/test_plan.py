"""`bakeoff plan`: how many rows, folds, seeds or data sets are needed, or what a number of them could show."""

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli


def run(*args, **more):
    return CliRunner().invoke(cli, [str(one) for one in args], **more)


@pytest.mark.parametrize(
    ("options", "words", "code"),
    [
        (("--margin", 0.02), "2401 rows keep the 95% Wald interval within 0.02", 0),
        (("--margin", 0.05, "--errors", 13, "--n", 100), "at a confidence of 86.3%", 0),
        (("--margin", 0.05, "--errors", 13), "give --n too", 2),
        (("--margin", 0.05, "--n", 100, "--share", 0.2), "With 20 errors in 100 rows", 0),
        (("--margin", 0.05, "--alpha", 0.0001), "the 99.99% Wald interval", 0),
        (("--margin", 0.05, "--alpha", 2), "alpha must lie strictly between 0 and 1, not 2", 2),
        (("--margin", 0.05, "--interval", "best"), "no interval called 'best'", 2),
        (("--margin", 0.05, "--errors", 11, "--n", 10), "errors lie between 0 and the number of rows", 2),
    ],
)
def test_the_inverse_questions(options, words, code):
    done = run("plan", *options)
    assert done.exit_code == code
    assert words in done.output
