"""How strong players are: Glicko-2 by pool. Pure: no database, no clock; the time is a number that is passed in.

glicko       ratings, and what a player's games make of them
pools        which games are compared with each other
games        a game that is over, and the ratings after it; docs/ratings.md has the formulas
bots         the fixed ratings of bots, as measured in the arena (`bot_table`, generated)
season       simulated seasons, which show that ratings find their order and do not inflate
"""
