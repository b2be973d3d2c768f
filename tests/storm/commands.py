"""What is tried: each command in a zine that is made ready for it, with what it says once it is done."""

from dataclasses import dataclass

from tests.examples import RACE
from tests.storm.process import NOW
from tests.storm.zines import GAME, HELD, OTHER


@dataclass(frozen=True)
class Try:
    name: str
    args: tuple[str, ...]
    given: str  # how far the zine has come: a step of `Zines`
    done: str  # what it says, as a pattern, once it has done what it was told
    finish: tuple[tuple[str, ...], ...] = ()  # once it has taken effect: what makes it whole if it was stopped
    fetches: bool = False
    sends: bool = False
    in_parts: bool = False  # its effect is stored in parts, each of them whole


BEFORE_THE_RUN = f"zine-{NOW:%Y%m%d-%H%M%S}-run"  # a backup that was made by itself
SEND = (("mail", "--send"),)
SAVE = (("report", "--save"),)
TRIES = (
    Try("take", ("take",), "paged", "taken \\(", (("take",),)),
    Try("fetch", ("fetch",), "posted", "taken \\(", (("fetch",),), fetches=True, in_parts=True),
    Try("run", ("run",), "ordered", "has been run", SAVE),
    Try("report --save", ("report", "--save"), "unfiled", "Written again", SAVE),
    Try("report --save again", ("report", "--save"), "run", "Written again", SAVE),
    Try("undo", ("undo",), "written", "is taken back", (("status",),)),
    Try("redo", ("redo",), "undone", "stands again", SAVE),
    Try("mail", ("mail",), "run", "messages are in the outbox", (("mail", "--files"),)),
    Try("mail --send", ("mail", "--send"), "written", "messages were sent", SEND, sends=True, in_parts=True),
    Try("mail GAME --send", ("mail", GAME, "--send"), "run", "messages were sent", SEND, sends=True, in_parts=True),
    Try("issue", ("issue",), "run", "Issue 1 ", (("issue", "--number", "1"),)),
    Try("backup", ("backup",), "run", "is made, and checked", (("backup",),)),
    Try("restore", ("restore", BEFORE_THE_RUN, "--yes"), "run", "(is|has been) put back", (("backup",),)),
    Try("start", ("start", GAME), "called", "is under way", SAVE),
    Try("new", ("new", "autumn", "--rules", RACE), "called", "autumn.yaml is written"),
)  # fmt: skip

# All of them in one zine, so that any two can meet
BUSY = (
    Try("take", ("take",), "busy", "taken \\("),
    Try("fetch", ("fetch",), "busy", "taken \\(", fetches=True),
    Try("held --accept", ("held", "--accept", str(HELD)), "busy", "counts now"),
    Try("run", ("run", GAME), "busy", "has been run"),
    Try("run --now", ("run", GAME, "--now"), "busy", "has been run"),
    Try("undo", ("undo", GAME), "busy", "is taken back"),
    Try("redo", ("redo", GAME), "busy", "stands again"),
    Try("extend", ("extend", GAME, "--to", "3 days"), "busy", "is now due"),
    Try("report --save", ("report", GAME, "--save"), "busy", "Written again"),
    Try("mail", ("mail", GAME), "busy", "messages are in the outbox"),
    Try("mail --send", ("mail", "--send"), "busy", "messages were sent", sends=True),
    Try("mail --together", ("mail", "--together"), "busy", "in one message"),
    Try("remind", ("remind", GAME), "busy", "Reminders are in the outbox|nobody to remind"),
    Try("issue", ("issue",), "busy", "Issue 1 "),
    Try("start", ("start", OTHER), "busy", "is under way"),
    Try("new", ("new", "winter", "--rules", RACE), "busy", "winter.yaml is written"),
    Try("site", ("site",), "busy", ""),
    Try("status", ("status", GAME), "busy", ""),
    Try("backup", ("backup",), "busy", "is made, and checked"),
)
