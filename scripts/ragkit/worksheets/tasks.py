"""The tasks that worksheet.py knows, by name."""

from ragkit.worksheets import answers, context, grades, questions, rerank, transcribe, variants
from ragkit.worksheets.sheet import Task

TASKS: dict[str, Task] = {
    task.name: task
    for task in (
        answers.TASK,
        context.TASK,
        grades.TASK,
        questions.TASK,
        rerank.TASK,
        transcribe.TASK,
        variants.TASK,
    )
}
