"""Step 6: a run in, contexts out; answers checked against their contexts."""
