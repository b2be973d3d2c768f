"""gm run, gm report, gm undo, gm redo, gm extend."""

import click

from gm.cli.shared import ask, game_argument, json_option
from gm.desk.commands.turns import FORMATS, Extend, Redo, Report, Run, Undo


@click.command("run")
@game_argument
@click.option("--now", "insist", is_flag=True, help="Run it even if orders are missing, or something looks wrong.")
@click.option("--dry-run", is_flag=True, help="Show the public report, and store nothing.")
@click.option("--turn", type=click.IntRange(1), metavar="N", help="Run turn N and no other.")
@json_option
def run_command(game: str | None, insist: bool, dry_run: bool, turn: int | None, as_json: bool) -> None:
    """Resolve the open turn and write its reports.

    Before the deadline it stops if orders are missing; after it, if suspiciously many are. It stops, too, while pages
    that came in time lie in the inbox and have not been taken in, or are held for your word; and if the clock is
    wrong, the game's file was changed, or an older database was put back. --now insists. The reports go to
    issues/GAME/turn-NN: public.txt, .html and .json, and the same for each player.
    """
    ask(Run(game, turn, insist, dry_run), as_json)


@click.command("report")
@game_argument
@click.option("--turn", type=click.IntRange(0), metavar="N", help="Of turn N (0: the start); else the last one run.")
@click.option("--for", "reader", metavar="PLAYER", help="The private report of PLAYER; else the public one.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="txt", show_default=True,
              help="As text, as a web page, for scripts; or PLAYER's order form.")  # fmt: skip
@click.option("--save", is_flag=True, help="Write all reports of that turn to the issues folder again.")
@click.option("--version", type=click.IntRange(1), metavar="K",
              help="As it was told the K-th time, before it was corrected or run again.")  # fmt: skip
def report_command(
    game: str | None, turn: int | None, reader: str | None, form: str, save: bool, version: int | None
) -> None:
    """Show any report again."""
    ask(Report(game, turn, reader, form, save, version))


@click.command("undo")
@game_argument
def undo_command(game: str | None) -> None:
    """Take the last turn back.

    Its orders are in force again, and its reports are set aside. Nothing is deleted: gm redo brings it again. Right
    after a correction, the correction is taken back as a whole.
    """
    ask(Undo(game))


@click.command("redo")
@game_argument
def redo_command(game: str | None) -> None:
    """Bring a turn again that was taken back.

    Just as it was, with the orders that it was run with.
    """
    ask(Redo(game))


@click.command("extend")
@game_argument
@click.option("--to", "to", required=True, metavar="WHEN", help="A moment (2026-12-01 20:00) or a span (3 days).")
@click.option("--all", "rest_too", is_flag=True, help="Move the deadlines of the turns after it along.")
@json_option
def extend_command(game: str | None, to: str, rest_too: bool, as_json: bool) -> None:
    """Move the deadline of the open turn.

    Of this turn alone: those after it keep their rhythm, and skip ahead by whole spans where they have to. If mail is
    set up, a notice to everybody goes to the outbox.
    """
    ask(Extend(to, game, rest_too), as_json)
