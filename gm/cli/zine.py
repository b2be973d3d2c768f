"""gm issue, gm site."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.shared import desk, good, json_option, odd, print_json, quiet

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.issues import Made


def _say(text: str) -> None:
    """What is being done, where there is a terminal to see it."""
    if sys.stderr.isatty():
        click.echo(quiet(text), err=True)


@click.command("issue")
@click.option("--number", type=click.IntRange(0), metavar="N", help="Write issue N again, just as it was.")
@click.option("--preview", is_flag=True, help="Write it to issues/preview, without a number; nothing is kept.")
@click.option("--pdf", is_flag=True, help="Also as a PDF to print.")
@click.option("--paper", type=click.Choice(["a5", "a4"]), help="The size of the PDF's pages; A5 if left out.")
@click.option("--booklet", is_flag=True, help="A PDF, and it once more to be folded and stapled.")
@json_option
def issue_command(
    number: int | None, preview: bool, pdf: bool, paper: str | None, booklet: bool, as_json: bool
) -> None:
    """Make an issue of the zine from everything that is new.

    Gathers next/editorial.md and the other *.md files beside it, every turn that no issue has printed yet, how all
    games stand, the deadlines and the waiting list. The issue is written to issues/issue-NNN as text and as a web
    page, and kept in the database: --number writes it again at any time, whatever has happened since. Look at it
    with --preview first.
    """
    from gm.desk import issues

    if preview and number is not None:
        raise click.UsageError("issue N has its number already; leave out --preview or --number")
    if paper and not (pdf or booklet):
        raise click.UsageError("--paper is for the PDF; add --pdf or --booklet")
    forms = issues.Extras(pdf or booklet, paper or "a5", booklet)
    with desk(create=True) as at:
        if number is not None:
            made = issues.again(at, number, forms, _say)
        else:
            made = (issues.preview if preview else issues.make)(at, forms, _say)
        _show_issue(at, made, preview, as_json)


def _show_issue(at: "Desk", made: "Made", preview: bool, as_json: bool) -> None:
    files = [at.zine.show(path) for path in made.files]
    if as_json:
        left_out = [each.file for each in made.left_out]
        print_json({"number": made.number, "preview": preview, "files": files, "left_out": left_out})
        return
    for each in made.left_out:
        why = f"unchanged since issue {each.issue} printed it" if each.issue else "no Markdown file (.md)"
        click.echo(odd(f"{each.file} is {why}; it is left out."))
    done = f"A preview of issue {made.number} is written." if preview else f"Issue {made.number} is written."
    click.echo(good(done))
    for file in files:
        click.echo(f"  {file}")
    if preview:
        click.echo("It has no number yet, and nothing is kept. To make it: gm issue")


@click.command("site")
@click.option("--to", "to", type=click.Path(path_type=Path), metavar="DIR", help="The folder to write; else site/.")
@click.option("--pdf", is_flag=True, help="Every issue as a PDF, too.")
@json_option
def site_command(to: Path | None, pdf: bool, as_json: bool) -> None:
    """Write a web site of all that is public.

    A page for the zine, one for every game, turn and issue, and a feed to subscribe to. They are plain files: put
    the folder on any web host, or open index.html in it. DIR may be a new folder, an empty one, or one that gm
    site wrote before; that one is replaced as a whole.
    """
    from gm.desk import site

    with desk() as at:
        folder, files = site.write(at, to, pdf, _say)
        shown = at.zine.show(folder)
    if as_json:
        print_json({"folder": shown, "files": files})
        return
    click.echo(good(f"The site is in {shown}/: {len(files)} files."))
    click.echo(f"Open {shown}/index.html, or put the folder on a web host.")
