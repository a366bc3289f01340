"""Step 1: labels, the questions with their verbatim evidence."""
