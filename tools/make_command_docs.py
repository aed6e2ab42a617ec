"""docs/commands.md: what `vigil` and each of its commands print as their help."""

from __future__ import annotations

from typing import Final

from click import Command, Context, Group

from vigil.cli import main as vigil

from .pages import DOCS, with_generated

COMMANDS: Final = DOCS / "commands.md"
WIDTH: Final = 100


def command_page() -> str:
    """docs/commands.md as it should be."""
    return with_generated(COMMANDS, {"help": lambda: "\n".join(_sections(vigil, "vigil")).rstrip()})


def _sections(command: Command, path: str) -> list[str]:
    context = Context(command, info_name=path, terminal_width=WIDTH, max_content_width=WIDTH)
    lines = [f"## {path}", "", "```text", command.get_help(context).rstrip(), "```", ""]
    if isinstance(command, Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            lines += _sections(found, f"{path} {name}")
    return lines
