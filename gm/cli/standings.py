"""gm standings."""

from pathlib import Path

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.standings import FORMATS, Standings


@click.command("standings")
@click.argument("season", required=False)
@click.option(
    "--format", "format", type=click.Choice(FORMATS), default="text", help="Text if left out; trf is for tables of two."
)
@click.option(
    "--round", "number", type=click.IntRange(1), metavar="N", help="As it stood after round N, by what is known now."
)
@click.option("--why", metavar="PLAYER", help="Which results count, and which tie-break put them above whom.")
@click.option("--full", is_flag=True, help="As text, with the draws, who met whom where, and the champions.")
@click.option(
    "--to",
    "to",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write it to FILE; a PDF goes to standings/ otherwise.",
)
@json_option
def standings_command(
    season: str | None, format: str, number: int | None, why: str | None, full: bool, to: Path | None, as_json: bool
) -> None:
    """How a season stands, and why.

    Without a name: the only season, or all of them in a line each. HTML is one file that needs no other; PDF is for a
    wall; JSON and CSV are for scripts; TRF is what the chess world reads.
    """
    ask(Standings(season, format, number, why, full, to), as_json or (format == "json" and not to))
