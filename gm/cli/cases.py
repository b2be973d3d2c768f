"""gm adjudicate."""

from collections.abc import Sequence
from pathlib import Path

import click

from gm.cli.shared import json_option, print_json, show_problems


@click.command("adjudicate")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@json_option
@click.pass_context
def adjudicate_command(ctx: click.Context, files: Sequence[Path], as_json: bool) -> None:
    """Resolve rules questions: any position, on a page.

    A case page gives a position and the orders; this prints the report, and touches no game. A file may hold
    several cases, divided by --- lines; --json prints one result a line.
    """
    from gm.reports import render
    from gm.umpire.cases import adjudicate

    failed = False
    for path in files:
        for answered in adjudicate(path, str(path)):
            failed = failed or answered.report is None
            if as_json:
                print_json(answered.result)
            elif answered.report:
                click.echo(render(answered.report, "txt"))
            if answered.report is None:
                show_problems(answered.problems, err=True)
    ctx.exit(1 if failed else 0)
