"""Hidden test sets that stay useful: boards that many submissions cannot overfit."""
