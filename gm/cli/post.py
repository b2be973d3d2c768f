"""gm fetch, gm mail, gm remind, gm away."""

from typing import TYPE_CHECKING

import click

from gm.cli.pages import show_verdicts
from gm.cli.shared import bad, desk, game_argument, good, json_option, odd, progress, quiet

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.store.outbox import OutRow


@click.command("fetch")
@click.option("--late", is_flag=True, help="Count pages that came after the deadline, too.")
@json_option
@click.pass_context
def fetch_command(ctx: click.Context, late: bool, as_json: bool) -> None:
    """Take in order pages from an IMAP mailbox.

    The server is named in zine.yaml (mail: imap). A mail is moved or flagged only after its order is safely
    stored, and taken once, however often it is read.
    """
    from gm.desk.fetching import fetch

    with desk() as at:
        verdicts = list(fetch(at, late))
    ctx.exit(show_verdicts(verdicts, as_json))


@click.command("mail")
@game_argument
@click.option("--send", "sending", is_flag=True, help="Send what is in the outbox, each message once.")
@click.option("--again", is_flag=True, help="Write the last turn of GAME once more, although it was mailed.")
@click.option("--together", is_flag=True, help="One message a player for all their games that wait to be sent.")
@click.option("--files", is_flag=True, help="Only write what waits to be sent as files: answers, reminders, reports.")
@click.option("--resend", type=int, metavar="N", help="Send message N, whose fate is not known, once more.")
@click.option("--show", "player", metavar="PLAYER", help="Print the last message to PLAYER.")
@click.pass_context
def mail_command(
    ctx: click.Context,
    game: str | None,
    sending: bool,
    again: bool,
    together: bool,
    files: bool,
    resend: int | None,
    player: str | None,
) -> None:
    """Write the last turn's reports to the outbox, and send it.

    Each player gets one message: text and HTML, threaded with the game's earlier ones. Without --send the
    messages lie in outbox/ as files. With --send they go by SMTP; stopped at any point, it goes on where it
    stopped the next time, and says which message may have left already instead of guessing.
    """
    from gm.desk import mailing
    from gm.desk.desk import the_game

    with desk() as at:
        if player:
            click.echo(mailing.readable(mailing.show(at, player)))
            return
        if resend is not None:
            mailing.send_again(at, resend)
        if not (sending or together or files) or game or again:
            name = the_game(at, game)
            with at.store.writing():
                written = mailing.write_outbox(at, name, again)
            click.echo(good(f"{len(written)} messages are in the outbox."))
        if together:
            with at.store.writing():
                joined = mailing.join_outbox(at)
            click.echo(good(f"{joined} players get all their games in one message."))
        rows = mailing.waiting(at)
        if not sending:
            click.echo(f"As files in {at.zine.show(mailing.write_files(at, rows))}/. To send them: gm mail --send")
        _show_doubtful(at)
        failed = _send(at, rows) if sending else 0
    ctx.exit(1 if failed else 0)


def _show_doubtful(at: "Desk") -> None:
    from gm.desk.mailing import doubtful

    for row in doubtful(at):
        doubt = f"Message {row.id} to {row.address} may have left when sending was stopped; it is not sent again."
        click.echo(odd(doubt) + quiet(f" To send it once more: gm mail --send --resend {row.id}"))


def _send(at: "Desk", rows: "list[OutRow]") -> int:
    """Send them with progress; answers with the number that failed."""
    from gm.desk.mailing import send

    failed = 0
    with progress(send(at, rows), len(rows), "sending") as bar:
        for row, error in bar:
            failed += bool(error)
            if error:
                click.echo(bad(f"{row.address}: {error}"), err=True)
    click.echo(good(f"{len(rows) - failed} messages were sent."))
    return failed


@click.command("remind")
@game_argument
def remind_command(game: str | None) -> None:
    """Write to those who have not ordered.

    At most once a day to a player; a standing order counts as an order, and who is away is left in peace. The
    reminders go to the outbox: gm mail --send sends them.
    """
    from gm.desk.desk import the_game
    from gm.desk.reminding import remind

    with desk() as at:
        name = the_game(at, game)
        with at.store.writing():
            reminded = remind(at, name)
    if reminded:
        click.echo(
            good(f"Reminders are in the outbox for {', '.join(reminded)}.")
            + " To send them: gm mail --send; as files: gm mail --files"
        )
    else:
        click.echo("There is nobody to remind.")


@click.command("away")
@click.argument("player")
@click.option("--until", required=True, metavar="DATE", help="The last day of the absence: 2026-12-24.")
def away_command(player: str, until: str) -> None:
    """Note that a player is away.

    Until then PLAYER gets no reminders.
    """
    from gm.core.clock import in_words
    from gm.desk.reminding import note_absence

    with desk() as at, at.store.writing():
        found, moment = note_absence(at, player, until)
    click.echo(good(f"{found} is away until {in_words(moment)}."))
