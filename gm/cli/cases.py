"""gm adjudicate."""

from collections.abc import Sequence
from pathlib import Path

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.cases import Adjudicate


@click.command("adjudicate")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@json_option
def adjudicate_command(files: Sequence[Path], as_json: bool) -> None:
    """Resolve rules questions: any position, on a page.

    A case page gives a position and the orders; this prints the report, and touches no game. A file may hold
    several cases, divided by --- lines; --json prints one result a line.
    """
    ask(Adjudicate(files), as_json)
