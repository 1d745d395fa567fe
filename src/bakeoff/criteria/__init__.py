"""Several criteria at once: efficiency of learners, and the map that places learners by how they err."""
