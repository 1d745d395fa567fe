"""Is A better than B?."""
