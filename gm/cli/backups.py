"""gm backup, gm restore."""

from pathlib import Path

import click

from gm.cli.shared import ask, json_option
from gm.desk.commands.backups import Backup, Restore


@click.command("backup")
@click.option("--to", "to", type=click.Path(path_type=Path), metavar="PATH",
              help="A new file, or a folder to put it into; else backups/.")  # fmt: skip
@click.option("--list", "listed", is_flag=True, help="Show the backups that there are, and what they hold.")
@json_option
def backup_command(to: Path | None, listed: bool, as_json: bool) -> None:
    """Make a checked copy of the database, while others work.

    It is put into backups/ in the zine, readable by you alone. gm also makes one by itself before every run, every
    correction, and before a new version of gm changes the database. gm restore puts one back.
    """
    ask(Backup(to, listed), as_json)


@click.command("restore")
@click.argument("backup", required=False)
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def restore_command(backup: str | None, yes: bool, as_json: bool) -> None:
    """Put a backup in the place of the database.

    BACKUP is one in backups/ (the beginning of its name is enough) or a file; the newest, if it is left out. It is
    checked first, and you are shown what it holds. What was there is kept as a backup itself. Nobody has to stop
    working for it. If BACKUP is the record of a game (gm record), that game alone is put back, beside all others.
    """
    ask(Restore(backup, yes), as_json)
