"""What a server keeps, in SQLite or PostgreSQL.

    schema, migrations    the tables of the database; how older databases are brought up to date
    database              the connection
    store                 journals and lists of tables
    sqlite_writer         many entries in one transaction, in a thread of its own
    history               results of games, histories, statistics for profiles
    challenges            proposed games, and who has accepted them
    blocks                whom somebody does not want to meet; reports to moderators
    people, usernames     accounts, sessions, tokens, invitations; which names may be used
    hub                   how the workers of one database learn that a table has changed
    ids                   ids and tokens that nobody can guess
    backup                everything in one file

The schema is the same in both databases.
"""
