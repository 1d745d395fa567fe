"""The local page: paste a table or predictions, watch studies. `bakeoff serve` starts it."""
