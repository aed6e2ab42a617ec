"""How quick the browser table is, measured with the browser's own tracing: `make bench-web`.

watching    a browser at a real server: opening a table, and twenty cards that move at a time
trace       what the browser's trace says of the thread that a page runs on
page        docs/web-benchmarks.md
"""
