"""The nouns of the pipeline: importable, pure modules, one folder for each step."""
