"""Breaks what a host is made of while somebody taps: nothing acknowledged is lost, nothing doubled, no screen late."""
