"""gm draw."""

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.draw import FORMATS, Draw


@click.command("draw")
@click.argument("season")
@click.option("--dry-run", is_flag=True, help="Show the draw, and store nothing.")
@click.option("--ahead", is_flag=True, help="Draw all rounds that are left, by lot, so that they are known ahead.")
@click.option(
    "--swap", "swaps", nargs=2, multiple=True, metavar="PLAYER PLAYER", help="Let two change places; it is published."
)
@click.option("--word", default="", help="A word that somebody called out after the roll call was read.")
@click.option("--now", is_flag=True, help="Draw though games are still running; it is published.")
@click.option("--format", type=click.Choice(FORMATS), default="txt", help="How the draw is printed; else as text.")
@json_option
def draw_command(
    season: str,
    dry_run: bool,
    ahead: bool,
    swaps: tuple[tuple[str, str], ...],
    word: str,
    now: bool,
    format: str,
    as_json: bool,
) -> None:
    """Draw a season's next round, and start its games.

    Shows who sits where, and what is not ideal about it. Stores the draw, writes games/SEASON-r1-t1.yaml and so on, and
    opens their first turns. What it rests on is published with it, so that anybody can draw it again.
    """
    ask(Draw(season, dry_run, ahead, swaps, word, now, "json" if as_json else format), as_json)
