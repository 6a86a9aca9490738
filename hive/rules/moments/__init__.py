"""Hooks and happenings: what a procedure names so that laws, agendas and notes can act there."""
