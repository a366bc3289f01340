"""Step 7: labels and runs in, metrics, diagnosis and reports out."""
