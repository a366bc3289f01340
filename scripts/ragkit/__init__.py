"""The nouns of the pipeline: importable, pure modules, one folder for each step."""

import sys

if sys.version_info < (3, 10):  # noqa: UP036  macOS ships 3.9 as python3, which cannot read most modules
    from ragkit import env

    env.leave_old_python()
