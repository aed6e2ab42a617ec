"""The table: the authority over a game in progress, its clocks, its journal, its store.

    settings, clocks      what was agreed, and whose time runs
    beginnings            games that go on from another one, or from a lesson
    actions               everything that can be done at a table, as data; an `Entry` is an action that was accepted
    table                 one table, made from its entries and nothing else
    judging, refusals     whether an action is allowed now; a `Refused` says why not, and what would be right
    fairness, ids         the seed that was settled beforehand; names and tokens that nobody can guess
    names, characters     what people may be called, and what bots are
    messages              what a person at the table is told, as data with schemas
    sight, offers         making it from a table: nothing in it that the person may not know
    schema, database      SQLite or PostgreSQL, brought up to date by `migrations`
    quick_writer          the quick way of many choices into a SQLite file
    store, people         journals and lists of tables; accounts, sessions, tokens, invitations
    hub, host             the tables of this process: store first, then tell
    thinking, parcels     bots think in processes of their own, and are sent what their seat may know
    backup                everything that is kept, in one file
    web                   the server: HTTP and WebSocket around a host

Everything before `schema` is pure: no sockets, no SQL, and the time is a number that is passed in.
"""
