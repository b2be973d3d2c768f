"""gm status, gm run, gm report, gm undo, gm redo, gm extend."""

from typing import TYPE_CHECKING

import click

from gm.cli.shared import bad, desk, game_argument, good, json_option, odd, print_json, quiet

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.turns import Status


@click.command("status")
@game_argument
@json_option
def status_command(game: str | None, as_json: bool) -> None:
    """Turn, deadline, who has ordered and who has not.

    Of all games, or of GAME. It never tells what anybody ordered.
    """
    from gm.desk.desk import the_game
    from gm.desk.turns import status

    with desk() as at:
        names = [the_game(at, game)] if game else at.store.games() or [the_game(at, None)]
        for now in [status(at, name) for name in names]:
            print_json(now.as_json()) if as_json else _show_status(now)
        if not as_json:
            _show_inbox(at)


def _show_status(now: "Status") -> None:
    from gm.core.clock import in_words

    click.echo(click.style(now.title, bold=True) + f"  ({now.game}, {now.rules})")
    if now.over:
        click.echo("  It is over.")
        return
    due = f"due {in_words(now.deadline)}" if now.deadline else "no deadline"
    click.echo(f"  turn {now.turn}, {due}")
    click.echo(good(f"  ordered ({len(now.ordered)}): ") + _names(now.ordered, now.standing))
    if now.missing:
        click.echo(odd(f"  missing ({len(now.missing)}): ") + _names(now.missing))
    for each in now.fallen:
        click.echo(bad(f"  {each.page.player}'s order came early and no longer fits the position; ask for a new one."))
    if now.changed:
        click.echo(odd(f"  games/{now.game}.yaml was changed after the start; what counts is the database."))


def _names(seats: list[str], standing: list[str] | None = None) -> str:
    return ", ".join(f"{seat} (standing)" if standing and seat in standing else seat for seat in seats) or "nobody"


def _show_inbox(at: "Desk") -> None:
    from gm.pages.zine import pages_in

    held = len(at.store.held())
    if held:
        click.echo(odd(f"Held for your word: {held} page{'s' if held > 1 else ''}. See gm held."))
    count = len(pages_in(at.zine.inbox, everything=True))
    if count:
        click.echo(odd(f"In the inbox: {count} page{'s' if count > 1 else ''}, new or refused before. See gm take."))


@click.command("run")
@game_argument
@click.option("--now", "insist", is_flag=True, help="Run it even if orders are missing or it is not due.")
@click.option("--dry-run", is_flag=True, help="Show the public report, and store nothing.")
@click.option("--turn", type=click.IntRange(1), metavar="N", help="Run turn N and no other.")
def run_command(game: str | None, insist: bool, dry_run: bool, turn: int | None) -> None:
    """Resolve the open turn and write its reports.

    Before the deadline it stops if orders are missing; after it, if suspiciously many are. --now insists. The
    reports go to issues/GAME/turn-NN: public.txt, .html and .json, and the same for each player.
    """
    from gm.desk import publish, turns
    from gm.desk.desk import match_of, the_game

    with desk() as at:
        name = the_game(at, game)
        wanted = turn or match_of(at, name).turn  # what the game master sees now, not what it is after a wait
        if dry_run:
            from gm.reports.render import render

            report = publish.preview(at, turns.play(at, name, wanted, insist))
            click.echo(render(report, "txt", at.zine.templates))
            click.echo(odd("This was a dry run: nothing was stored."))
            return
        if not insist:
            _refuse_unread(at, name)
        shown = at.zine.show(publish.publish(at, name, lambda: turns.run(at, name, wanted, insist)))
    click.echo(good(f"Turn {wanted} of {name} has been run."))
    click.echo(f"Reports are in {shown}/; read {shown}/public.txt first.")


def _refuse_unread(at: "Desk", name: str) -> None:
    """No order is lost because nobody looked into the mailbox."""
    if not at.zine.mail.get("imap"):
        return
    from gm.desk.fetching import unread_before
    from gm.desk.turns import NotYet

    count = unread_before(at, name)
    if count:
        waiting = f"{count} mail{'s' if count > 1 else ''} that came in time"
        raise NotYet(f"{waiting} waits in the mailbox" if count == 1 else f"{waiting} wait in the mailbox", "gm fetch")


@click.command("report")
@game_argument
@click.option("--turn", type=click.IntRange(0), metavar="N", help="Of turn N (0: the start); else the last one run.")
@click.option("--for", "reader", metavar="PLAYER", help="The private report of PLAYER; else the public one.")
@click.option("--format", "form", type=click.Choice(["txt", "html", "json", "form"]), default="txt", show_default=True,
              help="As text, as a web page, for scripts; or PLAYER's order form.")  # fmt: skip
@click.option("--save", is_flag=True, help="Write all reports of that turn to the issues folder again.")
def report_command(game: str | None, turn: int | None, reader: str | None, form: str, save: bool) -> None:
    """Show any report again."""
    from gm.desk import publish
    from gm.desk.desk import the_game

    with desk() as at:
        name = the_game(at, game)
        if not save:
            click.echo(publish.kept_text(at, name, turn, reader, form), nl=False)
            return
        folder = publish.publish(at, name, lambda: publish.maker_of(at, name, turn).at.head.turn)
        click.echo(good(f"Written again: {at.zine.show(folder)}/"))


@click.command("undo")
@game_argument
def undo_command(game: str | None) -> None:
    """Take the last turn back.

    Its orders are in force again, and its reports are set aside. Nothing is deleted: gm redo brings it again.
    """
    from gm.desk import issues, mailing, publish, turns
    from gm.desk.desk import match_of, the_game

    with desk() as at:
        with at.store.writing():
            name = the_game(at, game)
            taken_back = match_of(at, name).head.id
            turn = turns.undo(at, name)
            mailed = mailing.recall(at, taken_back)
        aside = publish.set_aside(publish.folder_of(at, name, turn))
        click.echo(good(f"Turn {turn} of {name} is taken back; it is open again."))
        kept = f"Its reports are kept in {at.zine.show(aside)}/. " if aside else ""
        click.echo(quiet(f"{kept}To bring it again: gm redo {name}"))
        if mailed:
            click.echo(odd(f"It was mailed already to {', '.join(row.player for row in mailed)}."))
        for number in issues.printed(at, taken_back):
            click.echo(odd(f"It was printed in issue {number}; if it is run anew, the next issue prints it again."))


@click.command("redo")
@game_argument
def redo_command(game: str | None) -> None:
    """Bring a turn again that was taken back.

    Just as it was, with the orders that it was run with.
    """
    from gm.desk import publish, turns
    from gm.desk.desk import the_game

    with desk() as at:
        name = the_game(at, game)
        folder = publish.publish(at, name, lambda: turns.redo(at, name), anew=False)
        click.echo(good(f"Turn {turns.status(at, name).turn - 1} of {name} stands again."))
        click.echo(f"Reports are in {at.zine.show(folder)}/")


@click.command("extend")
@game_argument
@click.option("--to", "to", required=True, metavar="WHEN", help="A moment (2026-12-01 20:00) or a span (3 days).")
def extend_command(game: str | None, to: str) -> None:
    """Move the deadline of the open turn.

    Later turns follow from the new one.
    """
    from gm.core.clock import in_words
    from gm.desk import turns
    from gm.desk.desk import the_game

    with desk() as at, at.store.writing():
        name = the_game(at, game)
        moment = turns.extend(at, name, to)
    click.echo(good(f"The open turn of {name} is now due {in_words(moment)}."))
