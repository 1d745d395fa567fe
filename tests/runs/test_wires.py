"""Messages, mapped data and the numbers on the desk."""

from bakeoff.runs.process.isolation import capture_warnings, describe_exception


def test_errors_that_cannot_even_be_printed() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    sentence, detail = describe_exception(Mute())
    assert sentence == "Mute, whose message cannot be read"
    assert len(detail) < 20_000


def test_a_flood_of_warnings_is_counted_not_kept() -> None:
    import warnings

    with capture_warnings() as heard:
        for at in range(200):
            warnings.warn(f"number {at}", UserWarning, stacklevel=1)
            warnings.warn("same", UserWarning, stacklevel=1)
    assert len(heard) == 50
    assert heard["UserWarning: same"] == 200
