"""`vigil compile`: makes the engine several times faster where no compiled one is installed."""

from __future__ import annotations

from pathlib import Path

import click

from vigil._compiled import compiled_engine, in_environment
from vigil.compile_engine import CannotCompile, compile_engine

from .options import file_option


@click.command()
@file_option("--into", metavar="FOLDER", help="Put the compiled engine here.  [default: into this environment]")
def compile(into: Path | None) -> None:
    """Compile the engine with mypyc.

    A wheel that was built for your system holds a compiled engine already; an installation from source is compiled by
    this command. It needs a C compiler, mypy and setuptools, and takes a minute or two. Without it everything works in
    plain Python, but several times slower.
    """
    is_there = compiled_engine() is not None
    if is_there and into is None:
        click.echo("The compiled engine is up to date.")
        return
    if not is_there:
        click.echo("Compiling the engine, which takes a minute or two ...")
    try:
        compile_engine(into or in_environment())
    except CannotCompile as problem:
        raise CannotCompile(f"{problem} Everything works in plain Python, only slower.") from problem
    click.echo("The engine is compiled.")
