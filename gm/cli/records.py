"""gm record, gm verify, gm receipt."""

from collections.abc import Sequence
from pathlib import Path

import click

from gm.cli.shared import ask, game_argument, json_option
from gm.desk.commands.records import Receipt, Record, Verify

PATHS = click.Path(path_type=Path)


@click.command("record")
@game_argument
@click.option("--out", type=PATHS, metavar="FILE", help="Write it to FILE; else it is printed.")
def record_command(game: str | None, out: Path | None) -> None:
    """The whole of a game that is over, in one file for anybody to check.

    It opens everything: the secret of the deal, all orders with their nonces and receipts, everything that
    happened, and a chain of hashes. So a game that is still running has none. Of a season it tells at any time what is
    public: every draw with its roll call and secret, the results and the table; the secret of the deals once all is
    over. FILE is never written over anything but an earlier record of the same game or season.
    """
    ask(Record(game, out))


@click.command("verify")
@click.argument("names", nargs=-1, metavar="[FILE|GAME|SEASON]...")
@click.option("--with", "published", type=PATHS, multiple=True, metavar="REPORT",
              help="Compare it with a report that you were sent as JSON, or a draw; may be given again.")  # fmt: skip
@json_option
def verify_command(names: Sequence[str], published: Sequence[Path], as_json: bool) -> None:
    """Play a record again, and compare all that it says.

    It needs no zine and nothing but the file. Turn by turn it says that commitment, seed, receipts, events and hashes
    agree, or names the first thing that does not, and then the exit code is 1. Of a season every round is drawn again,
    and its table is made again. For the game master: GAME or SEASON is checked out of the database, also while it is
    running, and all there are in the zine if nothing is named.
    """
    ask(Verify(names, published), as_json)


@click.command("receipt")
@click.argument("what", nargs=-1, required=True, metavar="RECEIPT NONCE ORDER | FILE")
@click.option("--with", "within", type=PATHS, metavar="FILE",
              help="Was it played? Look into FILE: the turn's report as JSON, or the record.")  # fmt: skip
@json_option
def receipt_command(what: Sequence[str], within: Path | None, as_json: bool) -> None:
    """Is a receipt that of an order, and was that order played?

    For players: it needs no zine. ORDER is the order as it was read, in 'quotes'. FILE is the answer to an order
    as it was mailed, a player's own report (text or JSON), or what gm take --json printed.
    """
    ask(Receipt(what, within), as_json)
