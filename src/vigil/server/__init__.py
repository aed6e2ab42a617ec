"""The table server: HTTP and WebSocket.

    settings              every setting once, with its default and its description
    services              what the routes work with: store, host, people, presence, rate limits
    app, middleware       the application; what happens to every request before and after it: limits, headers, the log
    protocols             limits on how slowly bytes may arrive and leave
    sessions, errors      who sends a request: a cookie, a personal token, or nobody; one shape for every error
    accounts, passwords   what routes need to know about an account; hashing
    rate_limits, cache    how often somebody may do something; what is looked up often and changes seldom
    host                  the tables of this process: store first, then tell
    bot_players           the bots at these tables; they think in the processes of `vigil.bot_pool`
    reviewing             computes reviews of finished games (`review_process`)
    daily                 the daily deal; bots play it for comparison (`daily_process`)
    background            the queue and the processes of both
    routes/               tables, play, people, sessions, recovery, tokens, games (finished ones), reviews,
                          catalogue (cards and options), health
    websocket             the connection between a person and a table
    presence              who is connected
    notifications         telling somebody elsewhere that it is their turn
    openapi, static_files the API as a document; the browser table, if it is built
    metrics, logs, serve  what operators look at; and the program itself
    file_descriptors      how many connections the process may have

The API is made of the structs of `vigil.table.messages` and of those declared beside the routes.
"""
