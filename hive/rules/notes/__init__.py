"""Promissory notes. Rules: page 27."""
