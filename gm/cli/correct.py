"""gm correct, gm history."""

from pathlib import Path

import click

from gm.cli.shared import ask, game_argument, json_option
from gm.desk.commands.correct import Correct
from gm.desk.commands.history import History


@click.command("correct")
@game_argument
@click.option("--turn", type=click.IntRange(1), metavar="N", help="The turn that is to be put right.")
@click.option("--because", default="", metavar="TEXT", help="The reason; it is printed in every corrected report.")
@click.option("--order", "orders", multiple=True, type=click.Path(path_type=Path), metavar="PAGE",
              help="An order page for that turn, which counts instead of the one that was played.")  # fmt: skip
@click.option("--strike", "strikes", multiple=True, metavar="PLAYER",
              help="The order of PLAYER for that turn does not count.")  # fmt: skip
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help="A house rule, changed from that turn on."
)
@click.option("--ruling", "rulings", multiple=True, metavar="TEXT", help="A ruling of your own after that turn.")
@click.option("--rulings", "listed", is_flag=True, help="Only say which rulings this game offers.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--printed", is_flag=True, help="Of a season: everybody may read the reason.")
@json_option
def correct_command(
    game: str | None,
    turn: int | None,
    because: str,
    orders: tuple[Path, ...],
    strikes: tuple[str, ...],
    options: tuple[str, ...],
    rulings: tuple[str, ...],
    listed: bool,
    yes: bool,
    printed: bool,
    as_json: bool,
) -> None:
    """Put a turn right that has been run, and all after it.

    The turn is played again with the change, and every turn after it with the orders that were in force for it. You
    are shown turn by turn and player by player what changes, and asked. Both versions are kept; those whose report
    reads differently are written an erratum: gm mail --send sends it. gm undo takes the correction back as a whole.

    A season is ruled on: penalties, walk-overs, void games. gm correct SEASON --rulings says how they are written.
    """
    ask(Correct(game, turn, because, orders, strikes, options, rulings, listed, yes, printed), as_json)


@click.command("history")
@game_argument
@json_option
def history_command(game: str | None, as_json: bool) -> None:
    """All that happened to a game, in order.

    Never what anybody ordered.
    """
    ask(History(game), as_json)
