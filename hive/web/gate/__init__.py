"""The gate of the app: which hosts it answers, which device may do what, and what each answer carries."""
