"""What all commands share: how they reach the desk, and how its answers and refusals are shown."""

import errno
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import groupby, islice
from pathlib import Path
from typing import Any, TypeVar

import click

from gm.core.deeds import Deeds
from gm.core.problems import GmError, NotReady, Say, full_stop
from gm.core.words import LANGUAGES, counted, known_language, sentence
from gm.desk.commands import Command, Misuse, Place, Watch, carried_out
from gm.desk.outcome import AnyNote, Lines, Note, Outcome, Tone, line, problem_notes

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

AT_ONCE = 1.0  # seconds: what takes no longer needs no bar
PROMPTLY = 0.1  # seconds: nobody notices that Ctrl-C takes that long
TYPED = "-"  # an option whose words are still to come

STYLES: dict[Tone, dict[str, Any]] = {
    "good": {"fg": "green"},
    "odd": {"fg": "yellow"},
    "bad": {"fg": "red", "bold": True},
    "quiet": {"dim": True},
    "title": {"bold": True},
}
_MARKS = {tone: click.style("\0", **how).split("\0") for tone, how in STYLES.items()}  # what stands before and after
_NO_MARKS = ("", "")
AT_A_TIME = 200  # lines
_PROBLEMS = 20  # of one file, told at a time: nobody reads a thousand

# What would steer a terminal or turn the direction of writing, if a page, a mail or a file's name brought it.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def _safe(text: str) -> str:
    if text.replace("\n", "").isprintable():  # as nearly all is
        return text
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text)


def _print(texts: Iterable[str], err: bool = False) -> None:
    """Some at a time: there may be thousands."""
    rest = iter(texts)
    while some := "".join(islice(rest, AT_A_TIME)):
        click.echo(some, err=err, nl=False)


def _escaped(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04x}"


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")(command)


def game_argument(command: F) -> F:
    return click.argument("game", required=False)(command)


def read_language(ctx: click.Context, option: click.Parameter, value: str | None) -> str:
    """The code of a language that somebody typed; "" if nobody did."""
    language = known_language(value) if value else ""
    if language is None:
        unknown = sentence(
            "there is no language {name} here; write one of {languages}", name=value, languages=LANGUAGES
        )
        raise click.BadParameter(unknown)
    return language


def typed_text(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The words of an option; if it stands alone, those that are typed in an editor or come by a pipe."""
    if value != TYPED:
        return value
    if sys.stdin.isatty():
        return click.edit("") or ""
    from gm.mail.charsets import decoded

    return decoded(sys.stdin.buffer.read(), None)


def ask(command: Command, as_json: bool = False, language: str = "") -> None:
    """Hand a command to the desk, show what it answers, and leave with the exit code."""
    ctx = click.get_current_context()
    given = ctx.find_root().obj
    screen = Screen(say_in(language or given["language"]), as_json)
    clock = _clock(given.get("now"))
    now = clock()
    started = None if given.get("now") else now - timedelta(seconds=_age())
    try:
        outcome = carried_out(command, Place(Path(given["folder"]), now, screen, given.get("deeds"), started, clock))
    except Misuse as wrong:
        raise click.UsageError(screen.say(wrong.message), ctx) from None
    screen.show(outcome)
    ctx.exit(0 if outcome.good else 1)


def _clock(given: datetime | None) -> Callable[[], datetime]:
    """The time; tests bring their own."""
    return lambda: given or datetime.now(UTC)


def _age() -> float:
    """How long ago this command was typed, where the system tells: to load a program takes its time."""
    if sys.platform != "linux":
        return 0.0
    try:
        ticks = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
        return time.clock_gettime(time.CLOCK_BOOTTIME) - int(ticks) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


def say_in(language: str) -> Say:
    """How to say a sentence in that language; in English it is said already."""
    if language in ("", LANGUAGES[0]):
        return str
    from gm.reports.languages import speaker_of

    return speaker_of(language).say


class Screen(Watch):
    """Shows outcomes, and what the desk is at, in one language; or prints for scripts what scripts read."""

    hides = False  # what is typed, line by line: only Windows needs it

    def __init__(self, say: Say, as_json: bool = False):
        self.say, self.as_json = say, as_json

    def show(self, outcome: Outcome) -> None:
        """All that has not been told as it came."""
        if not outcome.in_parts:
            self.tell(outcome)

    def tell(self, part: Outcome) -> None:
        if self.as_json:
            answer = part.as_json()
            rows = answer if isinstance(answer, list) else [answer]
            _print(_UNSAFE.sub(_escaped, json.dumps(each, ensure_ascii=False)) + "\n" for each in rows)
        for aside, notes in groupby(part.notes(), key=lambda note: note.aside):
            if aside or not self.as_json:
                colours = (sys.stderr if aside else sys.stdout).isatty()
                _print((self._text(note, colours) for note in notes), err=aside)

    def write(self, note: AnyNote, err: bool = False) -> None:
        _print([self._text(note, colours=True)], err)

    def _text(self, note: AnyNote, colours: bool) -> str:
        if isinstance(note, Lines) and not colours:
            text = _safe(note.said(self.say))
        elif isinstance(note, Note) and not colours:
            text = _safe(self.say(note.text))
        else:
            pieces = [(*_MARKS.get(tone, _NO_MARKS), _safe(text)) for text, tone in note.pieces(self.say)]
            text = "".join(f"{before}{text}{after}" for before, after, text in pieces)
        margin = "  " * note.under
        whole = margin + text.replace("\n", f"\n{margin}") if margin else text
        return whole if note.whole else f"{whole}\n"

    def warn(self, note: AnyNote) -> None:
        self.write(note, err=True)

    def agrees(self, shown: Outcome, question: str) -> bool:
        """Where nobody answers, nobody agrees."""
        for note in shown.notes():
            self.write(note, err=self.as_json)
        try:
            return click.confirm(_safe(self.say(question)), err=self.as_json)
        except (click.Abort, OSError):
            click.echo("", err=True)
            return False

    def typed(self, prompt: str) -> str | None:
        """Shown only where somebody sits; a script just sends its lines."""
        if sys.stdin is None:  # it was closed
            return None
        if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
            sys.stdin.reconfigure(errors="replace")
        if self.talks:
            click.echo(_safe(self.say(prompt)), nl=False, err=self.as_json)
        got = self._line()
        if self.talks and not got.endswith("\n"):  # Ctrl-D: a line that nobody ended is none
            click.echo("", err=self.as_json)
            return None
        return got or None

    def _line(self) -> str:
        """The next line; where only a program's own reading hides what is typed, read so, and ended by Ctrl-Z there."""
        if self.talks:
            _until_typed()
        if not (self.hides and self.talks):
            return sys.stdin.readline()
        import getpass

        got = getpass.getpass("")
        return "" if "\x1a" in got else f"{got}\n"

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Only the ends of lines are shown, where the terminal can do that; also of what is typed ahead."""
        if sys.platform == "win32":  # the terminal cannot be told to: each line is read unseen
            self.hides = True
            yield
            return
        if not self.talks:
            yield
            return
        import termios

        before = termios.tcgetattr(sys.stdin)
        quiet = [*before[:3], before[3] & ~termios.ECHO | termios.ECHONL, *before[4:]]
        try:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, quiet)
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)

    @property
    def talks(self) -> bool:
        return sys.stdin is not None and sys.stdin.isatty()

    def doing(self, what: str) -> None:
        if sys.stderr.isatty():
            self.write(Note(what, "quiet"), err=True)

    @contextmanager
    def progress(self, items: Iterable[T], length: int, label: str) -> Iterator[Iterable[T]]:
        """A bar for long work, where there is a terminal to see it."""
        if length < 50 or not sys.stderr.isatty():
            yield items
            return
        steps = max(1, length // 500)  # nobody sees more of them, and each is drawn
        with click.progressbar(
            items, length=length, label=self.say(label), file=sys.stderr, update_min_steps=steps
        ) as bar:
            yield bar

    @contextmanager
    def working(self, label: str) -> Iterator[Callable[[int, int], None]]:
        """A bar, once the work has taken longer than a second."""
        begun, bars = time.monotonic(), list[Any]()
        with ExitStack() as shown:

            def done_so_far(done: int, of: int) -> None:
                if not bars and sys.stderr.isatty() and time.monotonic() - begun > AT_ONCE:
                    bar = click.progressbar(length=of, label=self.say(label), file=sys.stderr)
                    bars.append(shown.enter_context(bar))
                for bar in bars:
                    bar.update(done - bar.pos)

            yield done_so_far

    def complain(self, message: str) -> None:
        """Why a command failed."""
        text = full_stop(self.say(message))
        self.write(Note(line("{gm} {text}", gm="gm:", text=text), toned={"gm": "bad"}), err=True)

    def advise(self, hint: str) -> None:
        self.write(Note(hint, "quiet", under=1), err=True)


def _until_typed() -> None:
    """Waits for a line: a Ctrl-C at the very moment when reading begins would not be heard before that was ended."""
    if sys.platform != "win32":
        import termios
        from select import select

        line_by_line = termios.tcgetattr(sys.stdin)[3] & termios.ICANON  # else some may have been read already
        while line_by_line and not select([sys.stdin], [], [], PROMPTLY)[0]:
            pass


def explain(error: BaseException, language: str = "", deeds: Deeds | None = None) -> int:
    """One sentence for what went wrong, with what had been done by then, and the exit code: 1 a refusal, 2 misuse."""
    screen, done = Screen(say_in(language)), deeds or Deeds()
    if isinstance(error, click.ClickException):
        vars(error).update(message=_safe(error.message))
        error.show()
        return error.exit_code
    if isinstance(error, GmError):
        return _explain_refusal(error, screen, done)
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        screen.complain(_with_deeds(sentence("stopped"), done))
    elif isinstance(error, OSError):
        _explain_system(error, screen, done)
    elif os.environ.get("GM_TRACEBACK"):
        raise error
    else:
        fault = line("{kind}: {text}", kind=type(error).__name__, text=str(error))
        screen.complain(_with_deeds(sentence("something unforeseen went wrong ({fault})", fault=fault), done))
        screen.advise(sentence("this is a fault of gm itself: GM_TRACEBACK=1 shows where it is"))
    _advise_on(done, screen)
    return 1


def _with_deeds(what: str, deeds: Deeds) -> str:
    """What happened, and what had been done by then: nothing, if nothing is told."""
    for each in deeds.told or [sentence("nothing was changed")]:
        what = line("{what}; {done}", what=what, done=each)
    return what


def _advise_on(deeds: Deeds, screen: Screen) -> None:
    for each in deeds.left:
        screen.advise(each)


def _explain_refusal(error: GmError, screen: Screen, deeds: Deeds) -> int:
    screen.complain(error.message)
    if isinstance(error, NotReady):
        for note in problem_notes(error.problems[:_PROBLEMS]):
            screen.write(note, err=True)
        if more := len(error.problems[_PROBLEMS:]):
            screen.write(Note(counted("and {n} more", "and {n} more", more), "bad"), err=True)
    if error.hint:
        screen.advise(error.hint)
    if deeds.told:
        screen.complain(_with_deeds(sentence("before that"), deeds))
    _advise_on(deeds, screen)
    return error.exit_code


def _explain_system(error: OSError, screen: Screen, deeds: Deeds) -> None:
    if error.errno == errno.EPIPE and not deeds.told:  # the reader of a pipe has had enough
        return
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        what: str = sentence("the disk is full")
    else:
        file = f"{error.filename}: " if error.filename else ""
        what = f"{file}{error.strerror or error}"
    screen.complain(_with_deeds(what, deeds))
