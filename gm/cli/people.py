"""gm replace, gm retire, gm close, gm address, gm token."""

from collections.abc import Sequence

import click

from gm.cli.shared import ask, game_argument, json_option
from gm.desk.commands.people import Address, Close, Replace, Retire, Token

seat_argument = click.argument("seat", nargs=-1, required=True, metavar="[GAME] PLAYER")
because_option = click.option("--because", default="", metavar="TEXT", help="Why; it is kept with the game.")


@click.command("replace")
@seat_argument
@click.option("--by", metavar="OTHER", help="Who takes over, by their id in players.yaml.")
@because_option
@json_option
def replace_command(seat: Sequence[str], by: str | None, because: str, as_json: bool) -> None:
    """Let somebody else take over a seat.

    OTHER sits there from the open turn on, and reports name both. The seat keeps its id, in orders, receipts and
    files. All that is the seat's goes to OTHER, and to nobody else: the last report is made anew for them, and an
    order on file stays in force until they send another. The token and the addresses of PLAYER no longer order for it.
    PLAYER may also be the seat (alice.2) or what was entered for it. Without --by you are told who waits and could
    take over. To take it back, replace OTHER by PLAYER again.
    """
    ask(Replace(seat, by, because), as_json)


@click.command("retire")
@seat_argument
@because_option
@click.option("--back", is_flag=True, help="PLAYER is back, and is awaited again.")
@json_option
def retire_command(seat: Sequence[str], because: str, back: bool, as_json: bool) -> None:
    """Let a player leave without a stand-in.

    From the open turn on nothing is awaited from PLAYER, and what they had ordered no longer counts: the rules play
    the seat. In a race the horse is taken out before the next fence; at a table the seat plays on as those do who send
    no orders.
    """
    ask(Retire(seat, because, back), as_json)


@click.command("close")
@game_argument
@click.option("--because", required=True, metavar="TEXT", help="Why; it is printed.")
@json_option
def close_command(game: str | None, because: str, as_json: bool) -> None:
    """Give a game up.

    There are no further turns. A last report tells everybody why, and opens the secret, so that the game can be checked
    as far as it went; what was ordered for the open turn is not played and not told. gm undo takes it back.
    """
    ask(Close(because, game), as_json)


@click.command("address")
@click.argument("player")
@click.argument("address")
@json_option
def address_command(player: str, address: str, as_json: bool) -> None:
    """Note a player's new address.

    It takes the place of PLAYER's first one: mail goes there, also what waits in the outbox, and orders are taken from
    there. It is kept in the database; players.yaml stays as it is, and counts again once you change PLAYER's addresses
    in it.
    """
    ask(Address(player, address), as_json)


@click.command("token")
@click.argument("player")
@click.option("--new", is_flag=True, help="Make a new one; the old one is dead at once.")
@click.option("--show", is_flag=True, help="Show it.")
@json_option
def token_command(player: str, new: bool, show: bool, as_json: bool) -> None:
    """Renew a player's token, or show it.

    With their token a player can order from any address. It stands in every private report; the new one in the next.
    """
    ask(Token(player, new, show), as_json)
