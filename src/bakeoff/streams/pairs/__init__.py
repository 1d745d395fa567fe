"""Two learners along a stream: tests, bands and the Q-statistic."""
