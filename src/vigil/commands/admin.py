"""`vigil admin`: what whoever runs a server does from the command line."""

from __future__ import annotations

import click

from . import admin_people, admin_ratings, admin_tables


@click.group()
def admin() -> None:
    """Administer a table server: commands that work on its database.

    The server may run meanwhile: it notices within a second. Whatever is changed goes into the audit log.
    """


for _command in (*admin_people.COMMANDS, *admin_tables.COMMANDS, *admin_ratings.COMMANDS):
    admin.add_command(_command)
