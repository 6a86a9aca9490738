"""Moments and happenings: what a procedure names so that laws, notes and options can act there."""
