"""gm adjudicate."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.shared import json_option, print_json, show_problems
from gm.core.problems import GmError, Problem

if TYPE_CHECKING:
    from gm.desk.cases import Answered


@click.command("adjudicate")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@json_option
@click.pass_context
def adjudicate_command(ctx: click.Context, files: Sequence[Path], as_json: bool) -> None:
    """Resolve rules questions: any position, on a page.

    A case page gives a position and the orders; this prints the report, and touches no game. A file may hold
    several cases, divided by --- lines; --json prints one result a line.
    """
    from gm.reports.render import render

    failed = False
    for path in files:
        for answered in _answers(path):
            failed = failed or answered.report is None
            if as_json:
                print_json(answered.result)
            elif answered.report:
                click.echo(render(answered.report, "txt"))
            if answered.report is None:
                show_problems(answered.problems, err=True)
    ctx.exit(1 if failed else 0)


def _answers(path: Path) -> "Iterator[Answered]":
    """A file that cannot be opened does not keep the others waiting."""
    from gm.desk.cases import Answered, adjudicate

    try:
        yield from adjudicate(path, str(path))
    except GmError as wrong:
        yield Answered(None, [Problem(str(path), 0, "", str(wrong), wrong.hint)])
