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

if TYPE_CHECKING:
    from gm.umpire.intake import Clerk, Reading, Verdict

PATHS = click.Path(path_type=Path)


@click.command("check")
@click.argument("pages", nargs=-1, required=True, type=PATHS, metavar="PAGE...")
@click.option("--with", "public", type=PATHS, metavar="FILE", help="A report as JSON, to check against without a zine.")
@json_option
@click.pass_context
def check_command(ctx: click.Context, pages: Sequence[Path], public: Path | None, as_json: bool) -> None:
    """Would these order pages be taken? Stores nothing.

    It is the same code that takes them. Players can use it too, without the zine: with the JSON report that
    they were sent beside the page (or named by --with), it knows the game.
    """
    from gm.umpire import elsewhere
    from gm.umpire.intake import Clerk

    if public is None and elsewhere.in_a_zine(folder()):
        with desk() as at:
            readings = _read(Clerk.at(at), pages, at.zine.show)
    else:
        readings = [reading for page in pages for reading in _read(elsewhere.clerk(page, public), [page], str)]
    for reading in readings:
        _show_reading(reading, as_json)
    ctx.exit(0 if all(reading.good for reading in readings) else 1)


def _read(clerk: "Clerk", pages: Sequence[Path], show: Callable[[Path], str]) -> "list[Reading]":
    from gm.umpire.sources import gather

    return [clerk.read(source) for source in gather(pages, show, now())]


def _show_reading(reading: "Reading", as_json: bool) -> None:
    from gm.umpire.intake import Verdict

    name = reading.table.name if reading.table else None
    if as_json:
        verdict = "taken" if reading.good else "refused"
        shown = Verdict(reading.page.file, verdict, name, reading.turn, reading.seat, problems=reading.problems)
        print_json(shown.as_json())
        return
    if reading.good:
        click.echo(f"{reading.page.file}: {good('would be taken')} ({name}, turn {reading.turn}, {reading.seat})")
    else:
        click.echo(f"{reading.page.file}: {bad('would be refused')}")
    show_problems(reading.problems)


@click.command("take")
@click.argument("paths", nargs=-1, type=PATHS, metavar="[PATH]...")
@click.option("--late", is_flag=True, help="Count pages that came after the deadline, too.")
@json_option
@click.pass_context
def take_command(ctx: click.Context, paths: Sequence[Path], late: bool, as_json: bool) -> None:
    """Take in order pages: files and folders, or the inbox.

    Pages in the inbox move to inbox/taken once they are taken; refused ones stay there, so that the inbox
    shows what still wants attention. Every page is kept as it came, and every order has its receipt.
    """
    from gm.umpire import sources
    from gm.umpire.intake import take

    with desk() as at:
        found = sources.gather(paths or [at.zine.inbox], at.zine.show, at.now, at.zine.inbox)
        with progress(found, len(found), "taking") as bar, at.store.writing():
            verdicts = take(at, bar, late)
        stuck = [told for verdict in verdicts if (told := sources.put_away(at.zine, verdict))]
    for verdict in verdicts:
        _show_verdict(verdict, as_json)
    for told in stuck:
        click.echo(odd(told), err=True)
    if not verdicts and not as_json:
        click.echo("There is nothing to take in.")
    ctx.exit(1 if any(verdict.verdict == "refused" for verdict in verdicts) else 0)


def _show_verdict(verdict: "Verdict", as_json: bool) -> None:
    if as_json:
        print_json(verdict.as_json())
        return
    whose = f"{verdict.game}, turn {verdict.turn}, {verdict.player}"
    if verdict.verdict == "refused":
        why = next((str(problem.flaw) for problem in verdict.problems if problem.level == "error"), "")
        click.echo(f"{verdict.page}: {bad('refused')}, {why}")
    elif verdict.verdict == "unchanged":
        later = "; a later order is in force" if verdict.supersedes else ""
        told = f"it was taken before ({whose}, receipt {verdict.receipt}){later}"
        click.echo(f"{verdict.page}: {odd('unchanged')}: {told}")
    else:
        again = " instead of the one before" if verdict.supersedes else ""
        click.echo(f"{verdict.page}: {good('taken')}{again} ({whose}), receipt {quiet(str(verdict.receipt))}")
    show_problems(verdict.problems)
