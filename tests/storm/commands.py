"""What is tried: each command in a zine that is made ready for it, with what it says once it is done."""

from dataclasses import dataclass

from tests.examples import RACE
from tests.storm.seasons import CLUB, CUP, FIRST, HALL, OTHERWISE, PENALTY, SECOND
from tests.storm.zines import GAME, HELD, KINDS, OTHER


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
    in_any_order: bool = False  # of the parts: each is another game's
    threads: bool = False  # it loads what begins threads, and a process that is forked would wait for them in vain


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

# Of seasons
FOUND = ("new", "winter", "--season", "tables")
DRAWN, TAKEN_BACK = "is drawn\\.|has been drawn|have begun", "is taken back|has been taken back"
KEYED, RULED = "wanted|keyed|is stored", "stands:|has been ruled"
PDF = ("standings", HALL, "--format", "pdf")
SEASON_TRIES = (
    Try("new --season", FOUND, "called", "winter.yaml is written|have been drawn, and stay", (FOUND,)),
    Try("enter", ("enter", CUP, "zoe"), "founded", "zoe plays in cup|entries of cup have been", NEXT),
    Try("enter --out", ("enter", CUP, "bob", "--out"), "drawn", "bob leaves cup|entries of cup have been", NEXT),
    Try("draw", ("draw", CUP), "founded", DRAWN, NEXT),
    Try("draw at the table", ("draw", HALL), "played", DRAWN, NEXT),
    Try("key", ("key", HALL, FIRST), "drawn", KEYED, NEXT),
    Try("key once more", ("key", HALL, OTHERWISE), "keyed", KEYED, NEXT),
    Try("correct", PENALTY, "keyed", RULED, NEXT),
    Try("undo a draw", ("undo", CUP), "drawn", TAKEN_BACK, NEXT),
    Try("undo results", ("undo", HALL), "played", "open again|have been taken back", NEXT),
    Try("undo turns", ("undo", CUP), "run", TAKEN_BACK, NEXT, in_parts=True, in_any_order=True),
    Try("run", ("run", CUP), "ordered", "has been run|have been run", NEXT, in_parts=True, in_any_order=True),
    Try("standings", PDF, "played", "standings of hall are in", (PDF,), threads=True),
)
SEASON_BUSY = (
    Try("new --season", FOUND, "busy", "winter.yaml is written"),
    Try("enter", ("enter", CLUB, "zoe"), "busy", "zoe plays in club"),
    Try("enter --out", ("enter", CLUB, "bob", "--out"), "busy", "bob leaves club"),
    Try("draw", ("draw", CLUB), "busy", DRAWN),
    Try("draw --now", ("draw", CUP, "--now"), "busy", DRAWN),
    Try("key", ("key", HALL, SECOND), "busy", KEYED),
    Try("key once more", ("key", HALL, OTHERWISE), "busy", KEYED),
    Try("correct", PENALTY, "busy", RULED),
    Try("undo a draw", ("undo", CUP), "busy", TAKEN_BACK),
    Try("undo results", ("undo", HALL), "busy", "open again"),
    Try("run", ("run", CUP), "busy", "has been run"),
    Try("standings", PDF, "busy", "standings of hall are in"),
    Try("backup", ("backup",), "busy", "is made, and checked"),
    Try("status", ("status",), "busy", ""),
)

# By the kind of the zine
FAULTY = dict.fromkeys(KINDS, TRIES) | {"season": SEASON_TRIES}
BESIDE = dict.fromkeys(KINDS, BUSY) | {"season": SEASON_BUSY}
