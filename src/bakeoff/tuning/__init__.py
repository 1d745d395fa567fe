"""Settings of learners chosen inside each training part: spaces, searches and learners that tune themselves."""
