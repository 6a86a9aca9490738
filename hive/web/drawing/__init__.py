"""How a galaxy is drawn and told in words: what the pages of the map, the table and the set-up share."""
