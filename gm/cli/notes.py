"""gm note."""

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.notes import Note


@click.command("note")
@click.argument("words", nargs=-1, metavar="[GAME] [TEXT]")
@click.option("--for", "reader", metavar="PLAYER", help="Only PLAYER reads it, in their own report.")
@click.option("--press", is_flag=True, help="Print it among the press, under the editor's name.")
@click.option("--drop", type=int, metavar="N", help="Do not print note N, which waits.")
@json_option
def note_command(words: tuple[str, ...], reader: str | None, press: bool, drop: int | None, as_json: bool) -> None:
    """Say something at the top of a game's next report.

    TEXT may be Markdown; quote it. It is printed once, by the next gm run. Without TEXT, what waits to be printed is
    listed. What stands in notes/GAME.md is printed in the same way, once each time you change it.
    """
    ask(Note(words, reader, press, drop), as_json)
