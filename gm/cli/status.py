"""gm status."""

import click

from gm.cli.shared import ask, game_argument, json_option
from gm.desk.commands.status import Status


@click.command("status")
@game_argument
@json_option
def status_command(game: str | None, as_json: bool) -> None:
    """Turn, deadline, who has ordered and who has not.

    Of all games, or of GAME. It never tells what anybody ordered.
    """
    ask(Status(game), as_json)
