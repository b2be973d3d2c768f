"""gm fetch, gm mail, gm remind, gm away."""

from pathlib import Path

import click

from gm.cli.shared import ask, game_argument, json_option
from gm.desk.commands.post import Fetch, Mail
from gm.desk.commands.reminders import Away, Remind


@click.command("fetch")
@click.option("--late", is_flag=True, help="Count pages that came after the deadline, too.")
@json_option
def fetch_command(late: bool, as_json: bool) -> None:
    """Take in order pages from an IMAP mailbox.

    The server is named in zine.yaml (mail: imap). A mail is moved or flagged only after its order is safely
    stored, and taken once, however often it is read.
    """
    ask(Fetch(late), as_json)


@click.command("mail")
@game_argument
@click.option("--send", is_flag=True, help="Send what is in the outbox, each message once.")
@click.option("--again", is_flag=True, help="Write the last turn of GAME once more, although it was mailed.")
@click.option("--together", is_flag=True, help="One message a player for all their games that wait to be sent.")
@click.option("--files", is_flag=True, help="Only write what waits to be sent as files: answers, reminders, reports.")
@click.option("--resend", type=int, metavar="N", help="Send message N, whose fate is not known, once more.")
@click.option("--show", metavar="PLAYER", help="Print the last message to PLAYER.")
@click.option("--with", "letter", metavar="FILE", type=click.Path(path_type=Path),
              help="A covering letter, in Markdown: it stands above every report of this turn.")  # fmt: skip
def mail_command(
    game: str | None, send: bool, again: bool, together: bool, files: bool, resend: int | None, show: str | None,
    letter: Path | None,
) -> None:  # fmt: skip
    """Write the last turn's reports to the outbox, and send it.

    Each player gets one message: text and HTML, threaded with the game's earlier ones. Without --send the
    messages lie in outbox/ as files. With --send they go by SMTP; stopped at any point, it goes on where it
    stopped the next time, and says which message may have left already instead of guessing.
    """
    ask(Mail(game, send, again, together, files, resend, show, letter))


@click.command("remind")
@game_argument
@click.option("--asked", is_flag=True, help="Only to those with remind: yes in players.yaml.")
@json_option
def remind_command(game: str | None, asked: bool, as_json: bool) -> None:
    """Write to those who have not ordered.

    At most once a day to a player; a standing order counts as an order, and who is away is left in peace. The
    reminders go to the outbox: gm mail --send sends them.
    """
    ask(Remind(game, asked), as_json)


@click.command("away")
@click.argument("player")
@click.option("--until", required=True, metavar="DATE", help="The last day of the absence: 2026-12-24.")
def away_command(player: str, until: str) -> None:
    """Note that a player is away.

    Until then PLAYER gets no reminders.
    """
    ask(Away(player, until))
