"""Step 4: chunk records in, an index folder out."""
