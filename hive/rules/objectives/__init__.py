"""Objectives and who scores them. Rules: page 28.1."""
