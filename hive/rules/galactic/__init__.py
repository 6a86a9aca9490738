"""What galactic events do in a game that is played with them. Rules: pages 35 to 38."""
