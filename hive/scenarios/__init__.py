"""Scenarios: one decision of the Hive from a written situation, what comes of it, and the report of what is proven."""
