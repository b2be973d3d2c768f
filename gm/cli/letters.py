"""gm letters."""

import sys
from collections.abc import Sequence
from typing import BinaryIO

import click

from gm.cli.shared import ask, json_option
from gm.core.words import sentence
from gm.desk.commands import Misuse
from gm.desk.commands.letters import Letters

_ASK = "-"  # the answer is typed, or comes by a pipe


@click.command("letters")
@click.argument("numbers", nargs=-1, type=int, metavar="[N]...")
@click.option("--answer", is_flag=False, flag_value=_ASK, metavar="[TEXT]",
              help="Answer letter N; without TEXT in your editor, or by a pipe.")  # fmt: skip
@click.option("--file", type=click.File("rb"), metavar="FILE", help="The answer is in FILE.")
@click.option("--print", "printed", is_flag=True, help="Put letter N into next/, for the next issue.")
@click.option("--away", is_flag=True, help="Put letter N away.")
@click.option("--open", "opened", is_flag=True, help="Read it, though it may tell an order of a blind game.")
@click.option("--all", "everything", is_flag=True, help="List also those that you have seen to.")
@json_option
def letters_command(
    numbers: Sequence[int],
    answer: str | None,
    file: BinaryIO | None,
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
    ask(Letters(numbers, _text(answer, file), printed, away, opened, everything), as_json)


def _text(answer: str | None, file: BinaryIO | None) -> str | None:
    from gm.mail.charsets import decoded

    if file is not None:
        if answer not in (None, _ASK):
            raise Misuse(sentence("the answer is given twice"), sentence("write it, or name a file"))
        return decoded(file.read(), None)
    if answer != _ASK:
        return answer
    if not sys.stdin.isatty():
        return decoded(sys.stdin.buffer.read(), None)
    return click.edit("") or ""
