"""gm simulate."""

from pathlib import Path

import click

from gm import games
from gm.cli.shared import ask, json_option, read_language
from gm.desk.commands.simulate import BACKENDS, MOST_ENTRANTS, MOST_GAMES, Simulate


@click.command("simulate")
@click.argument("game", required=False)
@click.option(
    "--rules", metavar="RULES", default=None, help=f"Without a file: the game, one of {', '.join(games.names())}."
)
@click.option(
    "--entrants",
    type=click.IntRange(2, MOST_ENTRANTS),
    default=None,
    metavar="N",
    help="Without a file: how many play.",
)
@click.option("--course", default="", metavar="TEXT", help='Another course: "20 plain, becher, 4 plain".')
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Another house rule.")
@click.option(
    "--riders", default="", metavar="NAMES", help="Which tempers ride, dealt out in turn: flat,miser,learned."
)
@click.option(
    "--races", type=click.IntRange(1, MOST_GAMES), default=1000, show_default=True, metavar="N", help="How many."
)
@click.option("--seed", default="", metavar="WORD", help="Another word, other chances; the same word, the same races.")
@click.option(
    "--svg", type=click.Path(path_type=Path, dir_okay=False), default=None, metavar="FILE", help="Draw it, too."
)
@click.option("--cores", type=click.IntRange(0), default=0, metavar="N", help="How many cores may work; else all.")
@click.option(
    "--backend", type=click.Choice(BACKENDS), default=BACKENDS[0], help="An engine on more machines than this one."
)
@click.option("--cluster", default="", metavar="ADDRESS", help="Where that engine listens.")
@click.option("--language", callback=read_language, metavar="CODE", help="The language of the picture.")
@json_option
def simulate_command(
    game: str | None,
    rules: str | None,
    entrants: int | None,
    course: str,
    options: tuple[str, ...],
    riders: str,
    races: int,
    seed: str,
    svg: Path | None,
    cores: int,
    backend: str,
    cluster: str,
    language: str,
    as_json: bool,
) -> None:
    """Races by the thousand: what would this course do to this field?

    Reads games/GAME.yaml, started or not, and stores nothing; or takes any game by its rules: gm simulate --rules
    RULES --entrants 40. Tells how many finish, how long it lasts, which way of riding wins, and how often a fence comes
    free. A race is ridden in seven tempers, thousands at a time; any other game is played by its own rules with simple
    players, on all cores.
    """
    ask(
        Simulate(game, rules, entrants, course, options, riders, races, seed, svg, cores, backend, cluster, language),
        as_json,
    )
