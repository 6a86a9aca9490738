"""Requests of every kind against the app, most of them nonsense: no answer is a 500, or out of proportion."""
