"""The game master speaks: notes at the top of the next report, press of the editor's, and a letter with the mails.

A note belongs to the run that printed it. It is kept among the turn's inputs, so a report that is shown again says the
same; and what stands in no turn of a game as it is now, because its turn was taken back, is printed by the next one.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from gm.core.play import Json, Seat
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, Match
from gm.desk.outcome import line
from gm.desk.plainfile import Vanished, read_plain
from gm.pages.page import LONGEST_PRESS, without_control
from gm.pages.text import decode
from gm.pages.tree import FILE, Unreadable
from gm.reports.model import Said
from gm.store.notes import NoteRow, Notes

FOLDER = "notes"
LONGEST_NOTE = 20_000  # letters: what is longer belongs into the zine
_MOST_BYTES = 1024 * 1024  # that are read of a file: more than could be printed
_FILE = 0  # the number of what stands in the game's file of notes
_BODY = re.compile(r"<body\b[^>]*>\n?", re.IGNORECASE)


class BadNote(GmError):
    """It cannot be printed as it is"""


class NoSuchNote(GmError):
    """No note of that number waits to be printed"""


# Writing


def file_of(desk: Desk, name: str) -> Path:
    return desk.zine.folder / FOLDER / f"{name}.md"


def read_note(desk: Desk, path: Path) -> str:
    """What somebody wrote in Markdown; refused as a whole if not all of it can be printed."""
    shown = desk.zine.show(path)
    try:
        text = decode(read_plain(path, shown, most=_MOST_BYTES).data, FILE)
    except Unreadable as wrong:
        raise BadNote(sentence("{name} cannot be read: {reason}", name=shown, reason=wrong.message)) from None
    return _bounded(text, LONGEST_NOTE)


def note(desk: Desk, at: Match, text: str, seat: Seat | None, press: bool) -> NoteRow:
    """What the next report is to say to everybody, or to one seat; within the caller's transaction."""
    if at.over:
        raise BadNote(sentence("{game} is over; it has no report to come", game=at.name), _elsewhere())
    if press and not desk.zine.editor:
        nobody = sentence("zine.yaml names no editor who could sign it")
        raise BadNote(nobody, sentence("write editor: and your name into it"))
    text = _bounded(text, LONGEST_PRESS if press else LONGEST_NOTE)
    if not text:
        raise BadNote(sentence("there is nothing in it to print"), line("gm note {game} TEXT", game=at.name))
    player = at.players[seat] if seat else ""
    row = NoteRow(0, at.name, seat or "", player, desk.zine.editor if press else "", text, desk.stamp)
    row = row._replace(id=Notes(desk.store).add(row))
    desk.deeds.will(sentence("a note for the next report of {game} is kept ({number})", game=at.name, number=row.id))
    return row


def _elsewhere() -> str:
    return sentence("write it into next/, for the next issue of your zine")


def _bounded(text: str, most: int) -> str:
    text = without_control(text)
    if len(text) > most:
        raise BadNote(sentence("a note has at most {most} letters", most=most), _elsewhere())
    return text


def take_back(desk: Desk, at: Match, number: int) -> NoteRow:
    """It is not to be printed; within the caller's transaction."""
    waiting = {row.id: row for row in _unprinted(desk, at)}
    if number not in waiting:
        none = sentence("no note {number} of {game} waits to be printed", number=str(number), game=at.name)
        raise NoSuchNote(none, line("gm note {game}", game=at.name))
    Notes(desk.store).withdraw(number, desk.stamp)
    desk.deeds.will(sentence("note {number} of {game} is taken back", number=str(number), game=at.name))
    return waiting[number]


# Printing


def waiting(desk: Desk, at: Match) -> list[NoteRow]:
    """What the next report will say: what is new in the game's file, then the notes in their order."""
    written = _new_in_file(desk, at.name, Notes(desk.store).printed(at.head.id))
    return [*([] if not written else [written]), *_unprinted(desk, at)]


def _unprinted(desk: Desk, at: Match) -> list[NoteRow]:
    """Without those to somebody who does not sit there any more: nobody else reads them."""
    notes = Notes(desk.store)
    printed = {each["number"] for each in notes.printed(at.head.id)}
    rows = [row for row in notes.of(at.name) if row.id not in printed]
    return [row for row in rows if not row.seat or at.players[row.seat] == row.player]


def _new_in_file(desk: Desk, name: str, printed: Sequence[Json]) -> NoteRow | None:
    """What stands in the game's file of notes, if it is not what was printed from there last."""
    try:
        text = read_note(desk, file_of(desk, name))
    except Vanished:
        return None
    last = next((each["text"] for each in reversed(printed) if each["number"] == _FILE), "")
    return NoteRow(_FILE, name, "", "", "", text, desk.stamp) if text and text != last else None


def inputs_with_notes(desk: Desk, at: Match) -> Json:
    """What a turn keeps of them; nothing, if there is nothing to say."""
    return _kept(waiting(desk, at))


def first_notes(desk: Desk, name: str) -> Json:
    """The same of the start packet, before which there is nothing but the file."""
    written = _new_in_file(desk, name, [])
    return _kept([written] if written else [])


def _kept(rows: Sequence[NoteRow]) -> Json:
    keys = ("seat", "player", "name", "text")
    notes = [{"number": row.id} | {key: getattr(row, key) for key in keys} for row in rows]
    return {"notes": notes} if notes else {}


# Telling


def to_everybody(inputs: Json) -> list[Said]:
    return [said(each["text"]) for each in inputs.get("notes", []) if not each["seat"] and not each["name"]]


def to_one(inputs: Json, seat: Seat, player: str) -> list[Said]:
    """What only this player is told; whoever took over the seat is not."""
    mine = [each for each in inputs.get("notes", []) if (each["seat"], each["player"]) == (seat, player)]
    return [said(each["text"]) for each in mine]


def editors_press(inputs: Json) -> Iterator[Json]:
    for each in inputs.get("notes", []):
        if each["name"]:
            yield {"name": each["name"], "text": each["text"]}


def said(text: str) -> Said:
    """What was written in Markdown, as every format has it."""
    from gm.print.markdown import to_html, to_text  # most turns have nothing of the kind

    return Said(text, to_text(text), to_html(text, top=3))


def with_letter(letter: str, text: str, html: str) -> tuple[str, str]:
    """A report as it was kept, below a letter that goes with it."""
    told = said(letter)
    body = _BODY.search(html)
    place = body.end() if body else 0
    box = f'<div class="letter" style="max-width: 46rem; margin: 1rem auto; padding: 0 1rem">\n{told.html}</div>\n'
    return f"{told.plain}\n\n{text}", f"{html[:place]}{box}{html[place:]}"
