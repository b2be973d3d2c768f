"""gm check, gm take, gm held."""

from collections.abc import Sequence
from pathlib import Path

import click

from gm.cli.shared import ask, json_option, read_language
from gm.core.words import LANGUAGES
from gm.desk.commands.pages import Check, Held, Take

PATHS = click.Path(path_type=Path)


@click.command("check")
@click.argument("pages", nargs=-1, required=True, type=PATHS, metavar="PAGE...")
@click.option("--with", "public", type=PATHS, metavar="FILE", help="A report as JSON, to check against without a zine.")
@click.option("--language", callback=read_language, metavar="CODE",
              help=f"Say it in another language: {', '.join(LANGUAGES)}.")  # fmt: skip
@click.option("--show", is_flag=True, help="Read each order back in words.")
@json_option
def check_command(pages: Sequence[Path], public: Path | None, language: str, show: bool, as_json: bool) -> None:
    """Would these order pages be taken? Stores nothing.

    It is the same code that takes them. Players can use it too, without the zine: with the JSON report that
    they were sent beside the page (or named by --with), it knows the game.
    """
    ask(Check(pages, public, language or LANGUAGES[0], show), as_json, language)


@click.command("take")
@click.argument("paths", nargs=-1, type=PATHS, metavar="[PATH]...")
@click.option("--late", is_flag=True, help="Count what came after the deadline, too.")
@click.option("--show", is_flag=True, help="Read each order back in words.")
@json_option
def take_command(paths: Sequence[Path], late: bool, show: bool, as_json: bool) -> None:
    """Take in order pages: files and folders, or the inbox.

    PATH may also be a mail (.eml), an mbox file or a Maildir: the pages in the mails are found, and taken if
    their sender may order for that player; else they are held (gm held). A mail is taken once, however often
    it is read. Pages in the inbox move to inbox/taken once they are taken; refused ones stay there, so that the inbox
    shows what still wants attention. Every page is kept as it came, and every order has its receipt.
    """
    ask(Take(paths, late, show), as_json)


@click.command("held")
@click.option("--accept", type=int, metavar="N", help="Let page N count.")
@click.option("--drop", type=int, metavar="N", help="Drop page N; it is kept, but never counts.")
@json_option
def held_command(accept: int | None, drop: int | None, as_json: bool) -> None:
    """Pages that wait for your word, because their sender is in doubt.

    A page is held if it came from an address that is not the player's and bears no token of theirs, or if the
    receiving server doubts its sender. Ask the player, then accept or drop it.
    """
    ask(Held(accept, drop), as_json)
