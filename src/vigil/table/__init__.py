"""The table: the authority over one game in progress. No I/O: the time is a number that is passed in.

    settings, clocks      what was agreed before the game, and whose time runs
    beginnings            games that continue another one, or a lesson
    actions               everything that can be done at a table, as data; an `Entry` is an action that was accepted
    table                 one table, made from its entries and nothing else
    validation, refusals  whether an action is allowed now; a `Refused` says why not, and what to do instead
    characters            the names of bots
    rated                 which games are rated, and their results for the ratings
    records               the record of a game that is over
    fairness              the seed that was committed to beforehand
    messages              what a person at the table is sent, as data with schemas
    projection, offers    making these messages from a table: nothing in them that the person may not know

A table is made from its journal of entries and nothing else.
"""
