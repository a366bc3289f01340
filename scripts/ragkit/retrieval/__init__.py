"""Step 5: an index and questions in, a run out; fusion and reranking of runs."""
