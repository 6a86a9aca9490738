"""How well the house is kept: figures that can only get better, counted in the source."""
