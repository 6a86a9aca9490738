"""Requests of every kind against the app, most of them nonsense: whatever comes, the answer is no 500."""
