"""gm issue, gm site."""

from pathlib import Path

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.zine import PAPERS, Issue, Site


@click.command("issue")
@click.option("--number", type=click.IntRange(0), metavar="N", help="Write issue N again, just as it was.")
@click.option("--preview", is_flag=True, help="Write it to issues/preview, without a number; nothing is kept.")
@click.option("--pdf", is_flag=True, help="Also as a PDF to print.")
@click.option("--paper", type=click.Choice(PAPERS), help="The size of the PDF's pages; A5 if left out.")
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
    ask(Issue(number, preview, pdf, paper, booklet), as_json)


@click.command("site")
@click.option("--to", "to", type=click.Path(path_type=Path), metavar="DIR", help="The folder to write; else site/.")
@click.option("--pdf", is_flag=True, help="Every issue as a PDF, too.")
@json_option
def site_command(to: Path | None, pdf: bool, as_json: bool) -> None:
    """Write a web site of all that is public.

    A page for the zine, one for every game, turn, issue, player and horse, at addresses that stay, and a feed to
    subscribe to. They are plain files: put the folder on any web host, or open index.html in it. DIR may be a new
    folder, an empty one, or one that gm site wrote before; that one is replaced as a whole.
    """
    ask(Site(to, pdf), as_json)
