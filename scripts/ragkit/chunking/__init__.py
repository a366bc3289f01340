"""Step 3: document records in, chunk records out."""
