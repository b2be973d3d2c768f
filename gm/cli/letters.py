"""gm letters."""

from collections.abc import Sequence

import click

from gm.cli.shared import TYPED, ask, json_option, typed_text
from gm.desk.commands.letters import Letters


@click.command("letters")
@click.argument("numbers", nargs=-1, type=int, metavar="[N]...")
@click.option("--answer", is_flag=False, flag_value=TYPED, callback=typed_text, metavar="[TEXT]",
              help="Answer letter N; without TEXT in your editor, or by a pipe.")  # fmt: skip
@click.option("--print", "printed", is_flag=True, help="Put letter N into next/, for the next issue.")
@click.option("--away", is_flag=True, help="Put letter N away.")
@click.option("--open", "opened", is_flag=True, help="Read it, though it may tell an order of a blind game.")
@click.option("--all", "everything", is_flag=True, help="List also those that you have seen to.")
@json_option
def letters_command(
    numbers: Sequence[int],
    answer: str | None,
    printed: bool,
    away: bool,
    opened: bool,
    everything: bool,
    as_json: bool,
) -> None:
    """What people wrote that is no order.

    Questions, letters for the zine, a resignation, or an order that is only told. gm letters lists them, gm letters N
    shows one. An answer goes to the outbox; what is printed goes to next/ as Markdown, under the writer's name and
    without addresses. Each is kept, whatever you do about it.
    """
    ask(Letters(numbers, answer, printed, away, opened, everything), as_json)
