"""The strategy phase. Rules: pages 6 and 8."""
