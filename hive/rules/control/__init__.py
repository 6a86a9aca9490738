"""Planets that change hands. Rules: pages 4 and 21."""
