"""gm post."""

from pathlib import Path

import click

from gm.cli.shared import ask, game_argument, json_option
from gm.desk.commands.paper import Post


@click.command("post")
@game_argument
@click.option("--to", type=click.Path(path_type=Path), metavar="FILE", help="Write it to FILE instead of post/.")
@click.option("--labels", default="", metavar="SHEET",
              help="Labels instead of address pages: 3x7, 3x8, 2x7, 2x8 on A4; 3x10, 2x10 on US letter.")  # fmt: skip
@click.option("--used", default=0, metavar="N", help="So many labels are gone from the first sheet.")
@click.option("--paper", default="", metavar="PAPER", help="a4, or us-letter; else as the labels are, or a4.")
@click.option("--duplex", is_flag=True, help="For printing on both sides: nothing stands behind a slip.")
@json_option
def post_command(
    game: str | None, to: Path | None, labels: str, used: int, paper: str, duplex: bool, as_json: bool
) -> None:
    """Print what those without e-mail get: addresses, reports, and order slips.

    One PDF for everybody who has no mail address in players.yaml, or by: post. For each there is a page with the
    postal address (post: in players.yaml, several lines) that shows in a window envelope, or a label; the report; and
    a slip to cut off, fill in and send back to your own address (post: in zine.yaml). Without GAME it has all games
    that go on, in one packet for each player. The number on a slip is what gm key takes: 12N.
    """
    ask(Post(game, to, labels, used, paper, duplex), as_json)
