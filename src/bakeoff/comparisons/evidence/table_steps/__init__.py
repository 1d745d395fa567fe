"""The steps by which a table of scores is read: each gets a `TableReading` and returns another."""
