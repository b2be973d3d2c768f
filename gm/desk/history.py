"""All that happened to a game, in order; never what anybody ordered."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, get_args

from gm.core.play import Json
from gm.core.problems import full_stop
from gm.core.words import counted, sentence
from gm.desk.desk import Desk
from gm.desk.outcome import line
from gm.store.corrections import Correction, Corrections
from gm.store.pages import WITHDRAWAL
from gm.store.people import Change, Kind, People
from gm.store.story import Came, Noted, Story


class Happening(NamedTuple):
    at: datetime
    kind: str
    what: str  # a sentence
    turn: int | None = None

    @property
    def shown(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}"

    def as_json(self) -> Json:
        return {"at": self.at.isoformat(), "kind": self.kind, "turn": self.turn, "what": str(self.what)}


def story(desk: Desk, name: str) -> list[Happening]:
    """From the call for entries to the last mail; what happened at one moment stays in the order of its kinds."""
    told = [*_beginning(desk, name), *_journal(desk, name), *_pages(desk, name), *_people(desk, name)]
    return sorted([*told, *_post(desk, name)], key=lambda each: (each.at, _FIRST.get(each.kind, len(_FIRST))))


_FIRST = {"called": 0, "start": 1, "pages": 2}


def _at(desk: Desk, stamp: str) -> datetime:
    return datetime.fromisoformat(stamp).astimezone(desk.zine.zone)


def _beginning(desk: Desk, name: str) -> Iterator[Happening]:
    called = Story(desk.store).called_at(name)
    if called:
        yield Happening(_at(desk, called), "called", sentence("It is called, and its secret is drawn."))


def _pages(desk: Desk, name: str) -> Iterator[Happening]:
    for came in Story(desk.store).intake(name):
        yield Happening(_at(desk, came.at), "pages", _came(came), came.turn or None)


def _came(came: Came) -> str:
    """How many, never what or whose."""
    values = {"turn": came.turn}
    if came.verdict == "taken":
        return counted(
            "{n} page for turn {turn} is taken.", "{n} pages for turn {turn} are taken.", came.many, **values
        )
    if came.verdict == "held":
        return counted("{n} page for turn {turn} is held.", "{n} pages for turn {turn} are held.", came.many, **values)
    if came.verdict == WITHDRAWAL:
        return counted(
            "{n} order for turn {turn} is withdrawn.", "{n} orders for turn {turn} are withdrawn.", came.many, **values
        )
    if not came.turn:  # one that is not to be, or none was named
        return counted("{n} page does not count.", "{n} pages do not count.", came.many)
    return counted(
        "{n} page for turn {turn} does not count.", "{n} pages for turn {turn} do not count.", came.many, **values
    )


def _people(desk: Desk, name: str) -> Iterator[Happening]:
    for change in People(desk.store).changes(name):
        text = _changed(change)
        if change.because:
            text = line("{text} {because}", text=text, because=full_stop(change.because))
        yield Happening(_at(desk, change.at), change.kind, text, change.turn)


def _changed(change: Change) -> str:
    values = {"before": change.before, "after": change.after, "seat": change.seat, "turn": change.turn}
    if change.kind == "replace":
        return sentence("From turn {turn} on {after} sits there instead of {before} ({seat}).", **values)
    if change.kind == "retire":
        return sentence("From turn {turn} on nobody sits there any more ({seat}).", **values)
    return sentence("From turn {turn} on {after} is back ({seat}).", **values)


def _post(desk: Desk, name: str) -> Iterator[Happening]:
    kept = Story(desk.store)
    for mail in kept.mails(name):
        values = {"turn": mail.turn}
        text = counted(
            "Turn {turn} is mailed to {n} player.", "Turn {turn} is mailed to {n} players.", mail.many, **values
        )
        yield Happening(_at(desk, mail.at), "mail", text, mail.turn)
    for at, number, turns in kept.printed(name):
        text = counted("Issue {issue} prints {n} turn.", "Issue {issue} prints {n} turns.", turns, issue=number)
        yield Happening(_at(desk, at), "issue", text)


# What the game master did


def _journal(desk: Desk, name: str) -> Iterator[Happening]:
    corrections = iter(Corrections(desk.store).of(name))
    elsewhere = get_args(Kind)  # what happened to seats is told with the people
    for noted in (each for each in Story(desk.store).journal(name) if each.command not in elsewhere):
        correction = next(corrections, None) if noted.command == "correct" else None
        text = _corrected(correction) if correction else _noted(desk, noted)
        yield Happening(_at(desk, noted.at), noted.command, text, _turn(noted.detail))


def _turn(detail: str) -> int | None:
    found = re.search(r"turn (\d+)", detail)
    return int(found[1]) if found else None


def _noted(desk: Desk, noted: Noted) -> str:
    """In words, where there are words for it."""
    for pattern, say in _DEEDS:
        found = re.fullmatch(pattern, f"{noted.command}: {noted.detail}")
        if found:
            return say(*found.groups())
    return line("{command}: {detail}", command=noted.command, detail=noted.detail)


_DEEDS: Sequence[tuple[str, Callable[..., str]]] = (
    (r"start: (.*)", lambda rules: sentence("It is started, by the rules of {rules}.", rules=rules)),
    (r"run: turn (\d+)", lambda turn: sentence("Turn {turn} is run.", turn=turn)),
    (r"open: turn (\d+)", lambda turn: sentence("The orders of turn {turn} are opened.", turn=turn)),
    (r"undo: turn (\d+)", lambda turn: sentence("Turn {turn} is taken back.", turn=turn)),
    (r"redo: turn (\d+)", lambda turn: sentence("Turn {turn} is brought again.", turn=turn)),
    (
        r"undo: correction of turn (\d+)",
        lambda turn: sentence("The correction of turn {turn} is taken back.", turn=turn),
    ),
    (
        r"redo: correction of turn (\d+)",
        lambda turn: sentence("The correction of turn {turn} is brought again.", turn=turn),
    ),
    (
        r"extend: turn (\d+) to (.*)",
        lambda turn, to: sentence("Turn {turn} is due {moment} now.", turn=turn, moment=datetime.fromisoformat(to)),
    ),
    (r"close: turn \d+: (.*)", lambda why: sentence("It is given up: {why}", why=full_stop(why))),
    (
        r"key: turn (\d+): page \d+ taken back",
        lambda turn: sentence("A keyed order for turn {turn} is taken back.", turn=turn),
    ),
    (
        r"away: (\S+) until (\S+)",
        lambda player, to: sentence(
            "{player} is away until {moment}.", player=player, moment=datetime.fromisoformat(to)
        ),
    ),
    (r"address: (.*)", lambda player: sentence("{player} has a new address.", player=player)),
    (
        r"undo: draw of round (\d+)",
        lambda round: sentence("The draw of round {round} is taken back.", round=round),
    ),
    (
        r"undo: result of round (\d+) table (\d+)",
        lambda round, table: sentence(
            "The result of table {table} of round {round} is taken back.", round=round, table=table
        ),
    ),
    (
        r"enter: (\S+) in from round (\d+)",
        lambda player, round: sentence("{player} comes in from round {round} on.", player=player, round=round),
    ),
    (
        r"enter: (\S+) (?:in|back) from round (\d+) table (\d+)",
        lambda player, round, table: sentence(
            "{player} is seated at table {table} of round {round}.", player=player, round=round, table=table
        ),
    ),
    (
        r"enter: (\S+) out from round (\d+)",
        lambda player, round: sentence("{player} leaves before round {round}.", player=player, round=round),
    ),
    (
        r"enter: (\S+) back from round (\d+)",
        lambda player, round: sentence("{player} is back from round {round} on.", player=player, round=round),
    ),
    (
        r"ruling: (\d+) (.*?): (.*)",
        lambda number, ruling, why: sentence(
            "Ruling {number}, {ruling}: {why}", number=number, ruling=ruling, why=full_stop(why)
        ),
    ),
    (
        r"ruling dropped: (\d+) (.*)",
        lambda number, ruling: sentence("Ruling {number} is taken back: {ruling}.", number=number, ruling=ruling),
    ),
    (r"held: page (\d+) accepted", lambda page: sentence("A held page is accepted ({number}).", number=page)),
    (r"held: page (\d+) dropped", lambda page: sentence("A held page is dropped ({number}).", number=page)),
)


def _corrected(correction: Correction) -> str:
    """What was changed, as far as everybody may know; of orders only that there were some."""
    what = correction.what
    parts: list[str] = []
    if what["orders"]:
        parts.append(counted("{n} order amended", "{n} orders amended", len(what["orders"])))
    if what["strikes"]:
        parts.append(counted("{n} order struck", "{n} orders struck", len(what["strikes"])))
    parts += [line("{option}={value}", option=key, value=value) for key, value in what["options"].items()]
    parts += [sentence("a ruling: {text}", text=text) for text in what["rulings"]]
    values = {"turn": correction.turn, "parts": parts, "because": full_stop(correction.because)}
    text = sentence("Turn {turn} is corrected ({parts}): {because}", **values)
    versions = [turn for turn, *_ in what["versions"]]
    if versions[-1] > correction.turn:
        text = sentence(
            "{text} Turns {first} to {last} are played again.", text=text, first=versions[0], last=versions[-1]
        )
    return text
