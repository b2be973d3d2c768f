"""What is tried: each command in a zine that is made ready for it, with what it says once it is done."""

from dataclasses import dataclass

from tests.examples import RACE
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


SEND = (("mail", "--send"),)
SAVE = (("report", "--save"),)
NEXT = (("status",),)  # any other command puts in order what this one left
NEW = ("new", "autumn", "--rules", RACE)
CORRECT = ("correct", GAME, "--turn", "1", "--because", "Misread.", "--strike", "bob", "--yes")
RESTORE = ("restore", "zine-20261116-120000-asked", "--yes")
TRIES = (
    Try("take", ("take",), "paged", "taken \\(|taken in", (("take",),)),
    Try("take, and somebody moves", ("take",), "moving", "bob has a new address|is now bob@new.example", (("take",),)),
    Try("fetch", ("fetch",), "posted", "taken \\(|taken in", (("fetch",),), fetches=True, in_parts=True),
    Try("key", ("key", GAME, "alice press: He bites."), "started", "receipt|is stored", NEXT),
    Try("run", ("run",), "ordered", "has been run", NEXT),
    Try("report --save", ("report", "--save"), "unfiled", "Written again|have been made anew", SAVE),
    Try("report --save again", ("report", "--save"), "run", "Written again|have been made anew", SAVE),
    Try("undo", ("undo",), "written", "is taken back|has been taken back", NEXT),
    Try("redo", ("redo",), "undone", "stands again", NEXT),
    Try("mail", ("mail",), "run", "in the outbox", (("mail", "--files"),)),
    Try("mail --send", ("mail", "--send"), "written", "messages? (was|were) sent", SEND, sends=True, in_parts=True),
    Try("mail GAME --send", ("mail", GAME, "--send"), "run", "messages? (was|were) sent", SEND, sends=True, in_parts=True),
    Try("issue", ("issue",), "run", "Issue 1 |issue 1 has been made", NEXT),
    Try("correct", CORRECT, "run", "is corrected|has been corrected", NEXT),
    Try("backup", ("backup",), "run", "is made, and checked", (("backup",),)),
    Try("restore", RESTORE, "restorable", "is put back|has been put back", NEXT),
    Try("replace", ("replace", GAME, "bob", "--by", "zoe"), "run", "has the seat bob", NEXT),
    Try("address", ("address", "bob", "bob@new.example"), "written", "bob@new.example", NEXT),
    Try("close", ("close", GAME, "--because", "Nobody ordered."), "run", "is given up", NEXT),
    Try("start", ("start", GAME), "called", "is under way|has been started", NEXT),
    Try("new", NEW, "called", "autumn.yaml is written|has been drawn, and stays", (NEW,)),
)  # fmt: skip

# All of them in one zine, so that any two can meet
BUSY = (
    Try("take", ("take",), "busy", "taken \\(|taken in"),
    Try("fetch", ("fetch",), "busy", "taken \\(|taken in", fetches=True),
    Try("held --accept", ("held", "--accept", str(HELD)), "busy", "counts now"),
    Try("run", ("run", GAME), "busy", "has been run"),
    Try("run --now", ("run", GAME, "--now"), "busy", "has been run"),
    Try("undo", ("undo", GAME), "busy", "is taken back|has been taken back"),
    Try("redo", ("redo", GAME), "busy", "stands again"),
    Try("extend", ("extend", GAME, "--to", "3 days"), "busy", "is now due"),
    Try("report --save", ("report", GAME, "--save"), "busy", "Written again"),
    Try("mail", ("mail", GAME), "busy", "in the outbox"),
    Try("mail --send", ("mail", "--send"), "busy", "messages? (was|were) sent", sends=True),
    Try("mail --together", ("mail", "--together"), "busy", "in one message"),
    Try("remind", ("remind", GAME), "busy", "Reminders are in the outbox|nobody to remind"),
    Try("issue", ("issue",), "busy", "Issue 1 |issue 1 has been made"),
    Try("start", ("start", OTHER), "busy", "is under way|has been started"),
    Try("new", ("new", "winter", "--rules", RACE), "busy", "winter.yaml is written"),
    Try("correct", CORRECT, "busy", "is corrected|has been corrected"),
    Try("restore", RESTORE, "busy", "is put back|has been put back"),
    Try("backup", ("backup",), "busy", "is made, and checked"),
    Try("replace", ("replace", GAME, "bob", "--by", "zoe"), "busy", "has the seat bob"),
    Try("retire", ("retire", GAME, "dave"), "busy", "nobody is awaited"),
    Try("close", ("close", GAME, "--because", "Nobody ordered."), "busy", "is given up"),
    Try("address", ("address", "bob", "bob@new.example"), "busy", "goes to bob@new.example"),
    Try("token", ("token", "bob", "--new"), "busy", "has a new token"),
    Try("site", ("site",), "busy", ""),
    Try("status", ("status", GAME), "busy", ""),
)
