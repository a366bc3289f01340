"""The chain: every step run in order in one folder, and nothing done twice."""
