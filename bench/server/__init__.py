"""Vigil's table server beside a boardgame.io server, measured in one run on one machine: `make bench-server`.

    servers     the two servers as processes of their own
    load        the load generator, a process too: it plays whole games over WebSockets
    players     what is said at a table, in the words of either server
    wire        a WebSocket client that costs next to nothing
    results     what was measured, and the arithmetic on it
    page        docs/server-benchmarks.md

Everything stays on the loopback interface, and is bounded in tables and seconds.
"""
