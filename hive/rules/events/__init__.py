"""What can happen beside the course of the game: each event starts a procedure, also while another one waits."""
