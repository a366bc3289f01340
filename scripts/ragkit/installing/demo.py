"""The demo: the main job, run over the bundled documents as a person would run it."""

from ragkit import env
from ragkit.installing import environment

# {skill} and {work} are filled in; the workspace lies outside the skill's folder, which may be a clone.
COMMAND = """
    {skill}/scripts/pipeline.py {skill}/templates/demo/docs
    --labels {skill}/templates/demo/labels.jsonl --answers {skill}/templates/demo/answers.jsonl
    --acl-from {skill}/templates/demo/acl.csv --allow-loss --workspace {work}
"""


def run() -> int:
    """Run the demo with the environment's Python and return its exit code."""
    command = [part.format(skill=env.SKILL, work=env.root() / "demo") for part in COMMAND.split()]
    return environment.run([str(env.python(env.environment())), *command])
