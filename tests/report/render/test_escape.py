"""The same text, harmless in each medium. Everything a stranger named passes through here."""


def test_signs_that_tables_carry_are_drawn():
    from bakeoff.report.render.escape import latex_text

    assert latex_text("• ∘ √") == r"$\bullet$ $\circ$ $\surd$"
