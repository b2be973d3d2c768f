"""gm demo."""

from pathlib import Path

import click

from gm.cli.shared import good, quiet


@click.command("demo")
@click.argument("directory", metavar="[DIR]", type=click.Path(path_type=Path), default=Path("gm-demo"))
def demo_command(directory: Path) -> None:
    """Play a whole sample zine before your eyes.

    A race of forty horses over the Bloodstock course and a table of the card game, from hand-written order
    pages to the last report, with the issues of the zine, mail and a web site, in about twenty seconds.
    Everything is in DIR afterwards (gm-demo if left out), to look at and to play with.
    """
    from gm.desk import demo

    worth_opening = demo.play(directory, _say)
    click.echo(good("\nThat was the demo. Worth opening:"))
    for path in worth_opening:
        click.echo(f"  {path}")
    click.echo(f"Or try: gm -C {directory} status")


def _say(text: str) -> None:
    click.echo(quiet(text) if text.startswith("    ") else text)
