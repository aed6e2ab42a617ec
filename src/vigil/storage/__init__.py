"""What a server keeps, in SQLite or PostgreSQL.

    schema, migrations    the tables of the database; how older databases are brought up to date
    database              the connection
    store                 journals and lists of tables
    sqlite_writer, postgres_writer   many entries in one transaction: in a thread of its own, in one statement
    people, usernames     accounts, sessions, tokens, invitations; which names may be used
    hub, announcements    how the workers of one database learn of each other's entries
    ids                   ids and tokens that nobody can guess
    backup                everything in one file

The schema is the same in both databases.
"""
