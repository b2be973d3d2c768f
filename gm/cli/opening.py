"""gm init, gm new, gm course, gm start."""

from pathlib import Path

import click

from gm import games
from gm.cli.shared import desk, good, json_option, now, print_json, quiet, show_problems
from gm.core.problems import GmError

_MOST_ENTRANTS = 500


@click.command("init")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--title", default="", help="What the zine is called; else the folder's name.")
def init_command(directory: Path, title: str) -> None:
    """Make a new zine, its files commented.

    DIR is a new folder, or one that is no zine yet. Nothing in it is overwritten. Fill in players.yaml, then
    write a game's file with: gm new GAME --rules RULES
    """
    from gm.desk import opening

    written = opening.init(directory, title or directory.resolve().name, now())
    click.echo(good(f"{directory} is a zine now."))
    for path in written:
        click.echo(f"  {path}")
    click.echo("Next: list your players in players.yaml, then, in that folder: gm new GAME --rules RULES")


@click.command("new")
@click.argument("game")
@click.option("--rules", metavar="RULES", required=True, help=f"The game to play: {', '.join(games.names())}.")
def new_command(game: str, rules: str) -> None:
    """Write a new game's file, with a proposed course.

    The file is games/GAME.yaml, commented; it enters everybody in players.yaml. Edit it, then: gm start GAME
    """
    from gm.desk import opening

    with desk(create=True) as at:
        path = opening.new_game(at, game, rules)
    click.echo(good(f"{at.zine.show(path)} is written."))
    click.echo(f"Next: look it over, then: gm start {game}")


@click.command("course")
@click.argument("entrants", type=click.IntRange(2, _MOST_ENTRANTS), metavar="N")
@click.option("--rules", metavar="RULES", default=None, help="For which game; else the first that has courses.")
@json_option
def course_command(entrants: int, rules: str | None, as_json: bool) -> None:
    """Propose a course for a number of entrants.

    Says how many falls the course plans, and how many horses should finish. Copy the line into a game's file.
    """
    for name in [rules] if rules else games.names():
        proposed = games.load(name).propose(entrants)
        if proposed:
            break
    else:
        raise GmError(f"{rules or 'no game here'} is played without a course")
    if as_json:
        print_json(proposed)
        return
    click.echo(f"course: {proposed['written']}")
    falls = f"{proposed['falls']} fall{'' if proposed['falls'] == 1 else 's'}"
    planned = f"# {proposed['fences']} fences in {proposed['turns']} turns plan {falls} for {entrants} entrants"
    click.echo(quiet(f"{planned}: {proposed['finishers']} should finish"))


@click.command("start")
@click.argument("game")
def start_command(game: str) -> None:
    """Check a game's file, deal, and open turn 1.

    Reads games/GAME.yaml once; from then on the database counts. Writes the start packet: a public page, and
    for each player one with their first order page.
    """
    from gm.desk import opening, publish

    with desk(create=True) as at:
        file = opening.read_file(at, game)
        shown = publish.publish(at, game, lambda: opening.start(at, file))
        show_problems(file.warnings)
        click.echo(good(f"{file.title} is under way: {len(file.entrants)} entrants, turn 1 is open."))
        click.echo(f"The start packet is in {at.zine.show(shown)}/")
