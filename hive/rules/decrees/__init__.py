"""What laws and directives do by themselves at the moments of the game. Rules: page 29."""
