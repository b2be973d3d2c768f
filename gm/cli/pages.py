"""gm check, gm take."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.shared import (
    bad,
    desk,
    folder,
    good,
    json_option,
    now,
    odd,
    print_json,
    progress,
    quiet,
    show_problems,
)
from gm.core.words import LANGUAGES, known_language, sentence

if TYPE_CHECKING:
    from gm.core.problems import Say
    from gm.desk.intake import Clerk, Reading, Verdict

_MAIL = {  # what else may be said of a mail
    "held": "it waits for your word: gm held",
    "empty": "there is no order page in it",
    "automatic": "no person wrote it",
}
PATHS = click.Path(path_type=Path)


def _language(ctx: click.Context, option: click.Parameter, value: str) -> str:
    language = known_language(value)
    if language is None:
        raise click.BadParameter(f"there is no language {value} here; write one of {', '.join(LANGUAGES)}")
    return language


@click.command("check")
@click.argument("pages", nargs=-1, required=True, type=PATHS, metavar="PAGE...")
@click.option("--with", "public", type=PATHS, metavar="FILE", help="A report as JSON, to check against without a zine.")
@click.option("--language", default=LANGUAGES[0], callback=_language, metavar="CODE",
              help=f"Say it in another language: {', '.join(LANGUAGES)}.")  # fmt: skip
@json_option
@click.pass_context
def check_command(ctx: click.Context, pages: Sequence[Path], public: Path | None, language: str, as_json: bool) -> None:
    """Would these order pages be taken? Stores nothing.

    It is the same code that takes them. Players can use it too, without the zine: with the JSON report that
    they were sent beside the page (or named by --with), it knows the game.
    """
    from gm.desk import without_zine
    from gm.desk.intake import Clerk
    from gm.reports.languages import speaker_of

    if public is None and without_zine.in_a_zine(folder()):
        with desk() as at:
            readings = _read(Clerk.at(at), pages, at.zine.show)
    else:
        readings = [reading for page in pages for reading in _read(without_zine.clerk(page, public), [page], str)]
    for reading in readings:
        _show_reading(reading, as_json, speaker_of(language).say)
    ctx.exit(0 if all(reading.good for reading in readings) else 1)


def _read(clerk: "Clerk", pages: Sequence[Path], show: Callable[[Path], str]) -> "list[Reading]":
    from gm.desk.sources import find_files, page_source

    return [clerk.read(page_source(path, show(path), now())) for path in find_files(pages)]


def _show_reading(reading: "Reading", as_json: bool, say: "Say") -> None:
    from gm.desk.intake import Verdict

    page, name = reading.page.file, reading.match.name if reading.match else None
    if as_json:
        verdict, problems = "taken" if reading.good else "refused", [each.said(say) for each in reading.problems]
        print_json(Verdict(page, verdict, name, reading.turn, reading.seat, problems=problems).as_json())
        return
    if reading.good:
        verdict = good(say(sentence("would be taken")))
        whose = say(sentence("{game}, turn {turn}, {player}", game=name, turn=reading.turn, player=reading.seat))
        click.echo(f"{page}: {verdict} ({whose})")
    else:
        verdict = bad(say(sentence("would be refused")))
        click.echo(f"{page}: {verdict}")
    show_problems(reading.problems, say=say)


@click.command("take")
@click.argument("paths", nargs=-1, type=PATHS, metavar="[PATH]...")
@click.option("--late", is_flag=True, help="Count what came after the deadline, too.")
@json_option
@click.pass_context
def take_command(ctx: click.Context, paths: Sequence[Path], late: bool, as_json: bool) -> None:
    """Take in order pages: files and folders, or the inbox.

    PATH may also be a mail (.eml), an mbox file or a Maildir: the pages in the mails are found, and taken if
    their sender may order for that player; else they are held (gm held). A mail is taken once, however often
    it is read. Pages in the inbox move to inbox/taken once they are taken; refused ones stay there, so that the inbox
    shows what still wants attention. Every page is kept as it came, and every order has its receipt.
    """
    from gm.desk import sources
    from gm.desk.intake import Clerk
    from gm.desk.post import late_again

    with desk() as at:
        clerk = Clerk.at(at, late)
        found = sources.find_files(paths or [at.zine.inbox], at.zine.inbox)
        with progress(found, len(found), "taking") as bar, at.store.writing():
            verdicts = [verdict for path in bar for verdict in sources.take_file(at, clerk, path)]
            if late and not paths:
                verdicts += late_again(at)
        stuck = [why for verdict in verdicts if (why := sources.put_away(at.zine, verdict))]
    for why in stuck:
        click.echo(odd(why), err=True)
    ctx.exit(show_verdicts(verdicts, as_json))


def show_verdicts(verdicts: "Sequence[Verdict]", as_json: bool) -> int:
    """A line a page; answers with the exit code."""
    for verdict in verdicts:
        _show_verdict(verdict, as_json)
    if not verdicts and not as_json:
        click.echo("There is nothing to take in.")
    return 1 if any(verdict.verdict == "refused" for verdict in verdicts) else 0


def _show_verdict(verdict: "Verdict", as_json: bool) -> None:
    if as_json:
        print_json(verdict.as_json())
        return
    whose = f"{verdict.game}, turn {verdict.turn}, {verdict.player}"
    if verdict.verdict == "refused":
        why = next((str(problem.flaw) for problem in verdict.problems if problem.level == "error"), "")
        click.echo(f"{verdict.page}: {bad('refused')}, {why}")
    elif verdict.verdict in _MAIL:
        click.echo(f"{verdict.page}: {odd(verdict.verdict)}, {verdict.held or _MAIL[verdict.verdict]}")
    elif verdict.verdict == "unchanged" and verdict.game is None:
        click.echo(f"{verdict.page}: {odd('unchanged')}: this mail was taken before")
    elif verdict.verdict == "unchanged":
        later = "; a later order is in force" if verdict.supersedes else ""
        before = f"it was taken before ({whose}, receipt {verdict.receipt}){later}"
        click.echo(f"{verdict.page}: {odd('unchanged')}: {before}")
    else:
        again = " instead of the one before" if verdict.supersedes else ""
        click.echo(f"{verdict.page}: {good('taken')}{again} ({whose}), receipt {quiet(str(verdict.receipt))}")
    show_problems(verdict.problems)


@click.command("held")
@click.option("--accept", type=int, metavar="N", help="Let page N count.")
@click.option("--drop", type=int, metavar="N", help="Drop page N; it is kept, but never counts.")
@json_option
def held_command(accept: int | None, drop: int | None, as_json: bool) -> None:
    """Pages that wait for your word, because their sender is in doubt.

    A page is held if it came from an address that is not the player's and bears no token of theirs, or if the
    receiving server doubts its sender. Ask the player, then accept or drop it.
    """
    from gm.desk import post

    if accept is not None and drop is not None:
        raise click.UsageError("accept one page or drop one, not both at once")
    with desk() as at:
        number = accept if accept is not None else drop
        if number is not None:
            with at.store.writing():
                page = post.settle(at, number, accept is not None)
            done = "counts now" if accept is not None else "is dropped"
            click.echo(good(f"Page {number} ({page.game}, turn {page.turn}, {page.player}) {done}."))
            return
        pages = post.held_pages(at)
    for page in pages:
        if as_json:
            shown = {"number": page.id, "game": page.game, "turn": page.turn, "player": page.player}
            print_json({**shown, "sender": page.sender, "why": page.held})
        else:
            click.echo(f"{page.id}: {page.game}, turn {page.turn}, {page.player}: {odd(page.held)}")
    if not pages and not as_json:
        click.echo("Nothing is held.")
