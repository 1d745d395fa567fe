"""From the winner of a study to a model in production: train on all rows, save with a card, check new rows, predict."""
