"""The command line. Only this room knows click; each command's module is loaded when it is called."""

import gc
import importlib
import io
import os
import sys
from contextlib import suppress
from typing import Any

import click

from gm import __version__
from gm.core.deeds import Deeds

# name: (module, what `gm --help` says of it). A test keeps this in step with the commands themselves.
COMMANDS = {
    "demo": ("demo", "Play a whole sample zine before your eyes."),
    "init": ("opening", "Make a new zine, its files commented."),
    "new": ("opening", "Write a new game's file, with what its rules propose; or a season's."),
    "enter": ("entering", "Let people come into a season, leave it, or come back."),
    "course": ("opening", "Propose a course for a number of entrants."),
    "start": ("opening", "Check a game's file, deal, and open turn 1."),
    "draw": ("season", "Draw a season's next round, and start its games."),
    "check": ("pages", "Would these order pages be taken? Stores nothing."),
    "take": ("pages", "Take in order pages: files and folders, or the inbox."),
    "fetch": ("post", "Take in order pages from an IMAP mailbox."),
    "held": ("pages", "Pages that wait for your word, because their sender is in doubt."),
    "key": ("key", "Key in handwritten orders, a line each, read back."),
    "letters": ("letters", "What people wrote that is no order."),
    "status": ("status", "Turn, deadline, who has ordered and who has not."),
    "run": ("turns", "Resolve the open turn and write its reports."),
    "report": ("turns", "Show any report again."),
    "note": ("notes", "Say something at the top of a game's next report."),
    "mail": ("post", "Write the last turn's reports to the outbox, and send it."),
    "post": ("paper", "Print what those without e-mail get: addresses, reports, and order slips."),
    "remind": ("post", "Write to those who have not ordered."),
    "away": ("post", "Note that a player is away."),
    "issue": ("zine", "Make an issue of the zine from everything that is new."),
    "site": ("zine", "Write a web site of all that is public."),
    "ratings": ("ratings", "How strong everybody is, by all games that were run here."),
    "correct": ("correct", "Put a turn right that has been run, and all after it."),
    "history": ("correct", "All that happened to a game, in order."),
    "undo": ("turns", "Take the last turn back."),
    "redo": ("turns", "Bring a turn again that was taken back."),
    "extend": ("turns", "Move the deadline of the open turn."),
    "simulate": ("simulate", "Races by the thousand: what would this course do to this field?"),
    "backup": ("backups", "Make a checked copy of the database, while others work."),
    "restore": ("backups", "Put a backup in the place of the database."),
    "replace": ("people", "Let somebody else take over a seat."),
    "retire": ("people", "Let a player leave without a stand-in."),
    "close": ("people", "Give a game up."),
    "address": ("people", "Note a player's new address."),
    "token": ("people", "Renew a player's token, or show it."),
    "standings": ("standings", "How a season stands, and why."),
    "adjudicate": ("cases", "Resolve rules questions: any position, on a page."),
    "record": ("records", "The whole of a game that is over, in one file for anybody to check."),
    "verify": ("records", "Play a record again, and compare all that it says."),
    "receipt": ("records", "Is a receipt that of an order, and was that order played?"),
}


class Lazy(click.Group):
    """A group that knows its commands by name and loads one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"gm.cli.{COMMANDS[name][0]}")
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """An unknown command gets a suggestion."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from gm.core.names import did_you_mean

            hint = did_you_mean(args[0], COMMANDS, "gm --help lists them")
            raise click.UsageError(f"there is no command {args[0]}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


def _language(ctx: click.Context, option: click.Parameter, value: str | None) -> str:
    if not value:
        return ""
    from gm.cli.shared import read_language

    return read_language(ctx, option, value)


@click.group(
    cls=Lazy,
    epilog="Every turn: gm take, gm run, gm report. Each command explains itself: gm COMMAND --help.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="Under Orders %(version)s", help="Show the version.")
@click.option("-C", "folder", metavar="DIR", default=".", help="Work in the zine in DIR instead of this folder.")
@click.option("--language", envvar="GM_LANGUAGE", callback=_language, metavar="CODE",
              help="Speak this language (de) to you; else what GM_LANGUAGE names, or English.")  # fmt: skip
@click.pass_context
def cli(ctx: click.Context, folder: str, language: str) -> None:
    """Under Orders: a game master's desk for play-by-mail race games.

    Players send secret orders; you take them in, resolve the turn by the rules to the letter, and hand out a
    report to each. New here? Try: gm demo
    """
    ctx.ensure_object(dict).update(folder=folder, language=language)


def run(args: list[str] | None = None, **given: Any) -> int:
    """Run a command; turn every failure into a sentence, and answer with the exit code."""
    given["deeds"] = deeds = Deeds()
    try:
        code = cli.main(args, prog_name="gm", standalone_mode=False, obj=given)
    except (Exception, KeyboardInterrupt) as error:
        from gm.cli.shared import explain

        with suppress(OSError):  # nobody listens any more
            return explain(error, given.get("language", ""), deeds)
        return 1
    return code if isinstance(code, int) else 0


def _speak_every_sign() -> None:
    """A sign that the terminal has none for is a question mark there; a file or a pipe gets UTF-8, on Windows too."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if sys.platform == "win32" and not stream.isatty():
                stream.reconfigure(encoding="utf-8")
            if stream.errors == "strict":
                stream.reconfigure(errors="replace")


def few_collections() -> None:
    """What is loaded stays, and so do the events of a large field: looking there for garbage takes a while."""
    gc.freeze()
    gc.set_threshold(500_000, 50, 100)


def main() -> None:
    few_collections()
    _speak_every_sign()
    code = run()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # what could not be said has been complained about; Python need not try once more
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    gc.freeze()  # all of it goes with the process: what is garbage need not be found out first
    sys.exit(code)
