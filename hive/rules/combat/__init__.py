"""The battle for an active system: space cannon, barrage, space combat, bombardment, ground combat. Rules: page 21."""
