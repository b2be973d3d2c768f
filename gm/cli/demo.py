"""gm demo."""

from pathlib import Path

import click

from gm.cli.shared import ask
from gm.desk.commands.demo import Demo


@click.command("demo")
@click.argument("directory", metavar="[DIR]", type=click.Path(path_type=Path), default=Demo.directory)
def demo_command(directory: Path) -> None:
    """Play a whole sample zine before your eyes.

    A race of forty horses over the Bloodstock course, a table of the card game and one with betting tickets, from
    hand-written order pages to the last report, with the issues of the zine, mail and a web site, in less than
    a minute.
    Everything is in DIR afterwards (gm-demo if left out), to look at and to play with.
    """
    ask(Demo(directory))
