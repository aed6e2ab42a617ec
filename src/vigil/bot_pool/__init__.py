"""Processes in which bots think for a server.

    pool      the processes: as many as are needed, each with one question at a time
    queue     which question is answered next
    worker    such a process; codec is how it is sent what the bot's seat may know
    processes how such processes are started, also those that review games and play the daily deal

A worker never gets more than the view of the seat that it answers for.
"""
