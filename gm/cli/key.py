"""gm key."""

from collections.abc import Sequence

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.key import Key


@click.command("key", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="[GAME] [LINE]...")
@click.option("--late", is_flag=True, help="Count what is keyed after the deadline, too.")
@click.option("--twice", is_flag=True, help="Want every slip from two passes, and say what differs.")
@click.option("--blind", is_flag=True, help="Show nothing of what is typed: only a tick, and what is left to do.")
@json_option
def key_command(words: Sequence[str], late: bool, twice: bool, blind: bool, as_json: bool) -> None:
    """Key in handwritten orders, a line each, read back.

    \b
    gm key                    line after line, until Ctrl-D
    gm key alice 22 15        one line, and done
    gm key spring alice 22 15 if the first word names a game, it is that

    A line begins with who orders: a player, a horse, the beginning of either, initials, or the tag on a slip (12N), as
    long as nobody else can be meant. Then come the answers, in the order in which the turn asks for them:

    \b
    alice 22 15               22 at the first fence, 15 at the second
    12n 22 all                a slip's tag; all the points
    bob bet red green; red 7  a table of cards: a bet, then the card
    ann 22 -                  - leaves one out
    ann 5: 22; press: Hullo!  any words of an order page, with ; between them

    \b
    ?    who is missing
    u    takes back the last order that was keyed; what was in force before counts again
    = 12n 22 15   keyed again to compare: agrees, or says what differs, and changes nothing
    .u   the player called u: commands go before names

    Every line becomes an ordinary page with its receipt, stored before it is read back.

    With the name of a season, or if one alone is under way, results of real tables and people at the door are keyed:

    \b
    t3 dan 1 zoe 2= bob 2= ann 4   a table's result; dan 1 (32) with a score, dan - did not come
    t3 dan walk-over               won because nobody else came
    + Zoe Quick, Foinavon          comes, with what she enters; - bob leaves
    ?  u  = t3 ...                 tables that are wanted; back; compare
    """
    ask(Key(words, late, twice, blind), as_json)
