"""The table as a server: HTTP and WebSocket around a `Host`.

    settings              how a server is run: every setting once, with its default and its sentence
    house                 everything behind the doors of one process: store, host, people, presence, limits
    app, border           the application; what happens to every request before and after it: limits, headers, the log
    identity, errors      who asks: a cookie, a personal token, or nobody; one shape for everything that goes wrong
    limits, remembered    how often somebody may do something; what is looked up often and changes seldom
    tables, play, socket  opening and finding tables; acting at one; the line that tells everything as it happens
    people, tokens        names, passwords, the own data; keys for programs
    records, cards        games that are over; what can be played, and every card
    presence, notices     who is connected; telling somebody elsewhere that it is their turn
    openapi, page         the API as a document; the browser table where it is built
    metrics, logs, serve  what operators look at; and the program itself
    descriptors           how many connections the process may have

The pages of the API speak in the structs of `vigil.table.messages` and in those declared beside their routes.
"""
