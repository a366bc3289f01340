"""Work for a model: items made, filled by anyone, checked, applied. `sheet` says how a task is added."""
