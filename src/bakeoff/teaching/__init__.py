"""Tables and solutions as lectures print them: critical values, probabilities, error rates of many test sets."""
