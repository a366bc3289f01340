"""Step 2: files in, document records out."""
