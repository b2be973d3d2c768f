"""gm ratings."""

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.ratings import FORMATS, Ratings


@click.command("ratings")
@click.argument("player", required=False)
@click.option("--format", "format", type=click.Choice(FORMATS), default="text", help="Text if left out.")
@json_option
def ratings_command(player: str | None, format: str, as_json: bool) -> None:
    """How strong everybody is, by all games that were run here.

    \b
    gm ratings                          everybody, a list for each game's rules
    gm ratings alice                    her way from game to game
    gm ratings --format html > r.html   one page that needs no other file, with a picture of it
    gm ratings --format csv > r.csv     for a spreadsheet

    Everybody begins at 1000. Whoever comes in before stronger players gains more, and a question mark stands behind
    the number until the fifth game. Only games that have come to their end count; of two horses of one player the
    better placed counts, and what a stand-in rode counts for the stand-in. The numbers are reckoned anew each time,
    from the first game on: after gm correct or gm undo they are what they would have been.

    They are for your eyes alone, unless zine.yaml says ratings: public.
    """
    ask(Ratings(player, format), as_json or format == "json")
