"""Step 0: is retrieval the right mechanism here, and what in this folder would hurt it most?"""
