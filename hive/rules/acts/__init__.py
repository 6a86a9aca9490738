"""What cards do, in the vocabulary of their tables: one act after the other, each by its verb."""
