"""What all commands share: the desk they work at, and how they speak."""

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gm.core.problems import GmError, NotReady, Problem, Say, full_stop

if TYPE_CHECKING:
    from gm.desk.desk import Desk

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def now() -> datetime:
    """The time of this command; tests put their own in its place by the context."""
    given = click.get_current_context().find_root().obj.get("now")
    return given if isinstance(given, datetime) else datetime.now(UTC)


def folder() -> Path:
    return Path(click.get_current_context().find_root().obj["folder"])


@contextmanager
def desk(create: bool = False) -> "Iterator[Desk]":
    from gm.desk.desk import open_desk

    with open_desk(folder(), now(), create) as opened:
        yield opened


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")(command)


def game_argument(command: F) -> F:
    return click.argument("game", required=False)(command)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def good(text: str) -> str:
    return click.style(text, fg="green")


def bad(text: str) -> str:
    return click.style(text, fg="red", bold=True)


def odd(text: str) -> str:
    return click.style(text, fg="yellow")


def quiet(text: str) -> str:
    return click.style(text, dim=True)


def show_problems(problems: Iterable[Problem], err: bool = False, say: Say = str) -> None:
    for problem in problems:
        first, *rest = problem.shown(say).split("\n")
        click.echo(bad(first) if problem.level == "error" else odd(first), err=err)
        for line in rest:
            click.echo(quiet(line), err=err)


@contextmanager
def progress(items: Iterable[T], length: int, label: str) -> Iterator[Iterable[T]]:
    """A bar for long work, where there is a terminal to see it."""
    if length < 50 or not sys.stderr.isatty():
        yield items
        return
    with click.progressbar(items, length=length, label=label, file=sys.stderr) as bar:
        yield bar


def explain(error: BaseException) -> int:
    """One sentence for what went wrong, and the exit code: 1 a refusal, 2 misuse."""
    if isinstance(error, click.UsageError):
        error.show()
        return 2
    if isinstance(error, click.ClickException):
        error.show()
        return error.exit_code
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        _say("stopped; nothing was changed.")
        return 1
    if isinstance(error, GmError):
        return _explain_refusal(error)
    if isinstance(error, OSError):
        return _explain_system(error)
    if os.environ.get("GM_TRACEBACK"):
        raise error
    _say(f"something unforeseen went wrong; nothing was changed ({type(error).__name__}: {error}).")
    click.echo(quiet("  this is a fault of gm itself: GM_TRACEBACK=1 shows where it is"), err=True)
    return 1


def _explain_refusal(error: GmError) -> int:
    _say(full_stop(str(error)))
    if isinstance(error, NotReady):
        show_problems(error.problems, err=True)
    if error.hint:
        click.echo(quiet(f"  {error.hint}"), err=True)
    return error.exit_code


def _explain_system(error: OSError) -> int:
    if error.errno == errno.EPIPE:  # the reader of a pipe has had enough
        return 1
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        _say("the disk is full; nothing was changed.")
    else:
        what = f"{error.filename}: " if error.filename else ""
        _say(full_stop(f"{what}{error.strerror or error}"))
    return 1


def _say(text: str) -> None:
    click.echo(f"{bad('gm:')} {text}", err=True)
