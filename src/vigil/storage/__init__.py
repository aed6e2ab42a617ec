"""What a server keeps, in SQLite or PostgreSQL.

    schema, migrations    the tables of the database; how older databases are brought up to date
    database              the connection
    store                 journals and lists of tables
    sqlite_writer         many entries in one transaction, in a thread of its own
    postgres_writer       many entries in one statement
    history               results of games, histories, statistics for profiles
    challenges            proposed games, and who has accepted them
    blocks                whom somebody does not want to meet; reports to moderators
    people                guests and accounts, sessions, tokens, invitations
    usernames             which names may be used, and which look alike (confusables)
    recovery              recovery codes
    merging               a guest becomes part of an account
    personal_data         everything that is stored about a person, to be exported or deleted
    hub, announcements    how the workers of one database learn of each other's entries
    ids                   ids and tokens that nobody can guess
    backup                everything in one file

The schema is the same in both databases.
"""
