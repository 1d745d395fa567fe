"""What measures read instead of rows: confusion matrix, means of row quantities, ranking."""
