"""gm init, gm new, gm course, gm start."""

from pathlib import Path

import click

from gm import games
from gm.cli.shared import ask, json_option
from gm.desk.commands.opening import LEAST_ENTRANTS, MOST_ENTRANTS, Course, Init, New, Start


@click.command("init")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--title", default="", help="What the zine is called; else the folder's name.")
def init_command(directory: Path, title: str) -> None:
    """Make a new zine, its files commented.

    DIR is a new folder, or one that is no zine yet. Nothing in it is overwritten. Fill in players.yaml, then
    write a game's file with: gm new GAME --rules RULES
    """
    ask(Init(directory, title))


@click.command("new")
@click.argument("name")
@click.option("--rules", metavar="RULES", default="", help=f"The game to play: {', '.join(games.names())}.")
@click.option("--season", metavar="FORMAT", default="", help="A season instead: league, heats, tables or knockout.")
@click.option("--after", metavar="EARLIER", default="", help="Of a season: as last year's, with those who were in it.")
def new_command(name: str, rules: str, season: str, after: str) -> None:
    """Write a new game's file, with what its rules propose; or a season's.

    The file is games/NAME.yaml, commented; it enters everybody in players.yaml. Edit it, then: gm start NAME

    A season is several games that count together. Its file is seasons/NAME.yaml; edit it, then: gm draw NAME. With
    --after it is as last year's was, and its divisions follow from last year's table.
    """
    ask(New(name, rules, season, after))


@click.command("course")
@click.argument("entrants", type=click.IntRange(LEAST_ENTRANTS, MOST_ENTRANTS), metavar="N")
@click.option("--rules", metavar="RULES", default=None, help="For which game; else the first that has courses.")
@click.option(
    "--tuned", is_flag=True, help="Try courses out in thousands of races, and propose one that keeps its word."
)
@click.option("--finishers", type=click.IntRange(1), default=None, metavar="K",
              help="With --tuned: how many are to be left at the end; else an eighth of the field.")  # fmt: skip
@json_option
def course_command(entrants: int, rules: str | None, tuned: bool, finishers: int | None, as_json: bool) -> None:
    """Propose a course for a number of entrants.

    Says what the course plans for them. Copy the line into a game's file. What a course plans is one thing, and what
    riders make of it another: --tuned rides it out.
    """
    ask(Course(entrants, rules, tuned, finishers or 0), as_json)


@click.command("start")
@click.argument("game")
def start_command(game: str) -> None:
    """Check a game's file, deal, and open turn 1.

    Reads games/GAME.yaml once; from then on the database counts. Writes the start packet: a public page, and
    for each player one with their first order page.
    """
    ask(Start(game))
