"""gm enter."""

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.entering import Enter


@click.command("enter")
@click.argument("season")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option("--out", is_flag=True, help="They leave, and are not drawn from the next round on.")
@click.option("--back", is_flag=True, help="They come back, and are drawn from the next round on.")
@click.option(
    "--now", "at_once", is_flag=True, help="Seat them in the round that is drawn, at a table that has not begun."
)
@click.option("--horse", default="", metavar="NAME", help="What they enter, if it is not to have their own name.")
@click.option("--lucky-word", default="", metavar="WORD", help="Is stirred into every draw and deal from now on.")
@json_option
def enter_command(
    season: str, players: tuple[str, ...], out: bool, back: bool, at_once: bool, horse: str, lucky_word: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Let people come into a season, leave it, or come back.

    They are in from the next draw on. A stranger is entered by name alone, as a guest, who is kept until
    players.yaml has them. Who is in already stays so: asked twice, it is done once.
    """
    ask(Enter(season, players, out, back, at_once, horse, lucky_word), as_json)
