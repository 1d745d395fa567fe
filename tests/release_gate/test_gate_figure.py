"""`Gate.plot()` draws the numbers of the gate: one line for each measure and slice."""

import bakeoff as bo


def test_a_line_for_the_gate_and_for_each_slice():
    truth = [0, 1] * 60
    base = [1 - y if i % 10 == 0 else y for i, y in enumerate(truth)]
    new = [1 - y if i % 12 == 0 else y for i, y in enumerate(truth)]
    site = ["north" if i < 60 else "south" for i in range(120)]
    gate = bo.gate(truth, base=base, new=new, measure="accuracy", margin=0.05, by={"site": site})
    texts = " ".join(text.get_text() for text in gate.plot().findobj(lambda part: hasattr(part, "get_text")))
    assert "accuracy" in texts.lower()
    assert "site north" in texts
    assert "site south" in texts
