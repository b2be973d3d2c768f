"""What people wrote that is no order: for a person to read, to answer, to print in the next issue, or to put away."""

import os
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gm.core.play import Seat
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, match_of
from gm.desk.drafts import refuse_what_is_no_folder
from gm.desk.mailbag import in_language_of, message_id_of, out_row
from gm.mail import prose
from gm.mail.addressing import can_be_written_to
from gm.mail.compose import compose
from gm.mail.letter import read_letter
from gm.mail.settings import addresses
from gm.store.files import READABLE, digest_of, fresh, put_new, write_file
from gm.store.letters import LetterRow, Letters
from gm.store.outbox import Outbox


class NoSuchLetter(GmError):
    """There is no letter of that number"""


class Closed(GmError):
    """It may tell an order of a blind game"""


class NoAnswer(GmError):
    """It cannot be answered, or not like this"""


class InTheWay(GmError):
    """Something else lies where it would be printed from"""


class Written(NamedTuple):
    """A letter, and who wrote it."""

    row: LetterRow
    player: Seat | None
    name: str  # of the player; "" if it is nobody's address
    received: datetime
    closed: str  # the blind game of which it may tell an order; "" if it can be read


def written(desk: Desk, row: LetterRow) -> Written:
    player = desk.zine.by_address.get(row.sender)
    name = desk.zine.players[player].name if player else ""
    received = datetime.fromisoformat(row.received_at).astimezone(desk.zine.zone)
    return Written(row, player, name, received, blind_game_of(desk, row.sender) if row.sealed else "")


def blind_game_of(desk: Desk, sender: str) -> str:
    """A blind game that goes on, and in which whoever wrote this may play; "" if there is none."""
    player = desk.zine.by_address.get(sender)
    blind = (name for name in desk.store.games() if "blind" in desk.store.game(name).settings)
    running = (at for at in (match_of(desk, name) for name in blind) if not at.over)
    return next((at.name for at in running if player is None or player in at.players.values()), "")


def found(desk: Desk, number: int, opened: bool = True) -> Written:
    """The letter of that number; refused if it may tell what nobody is to know yet, and is not to be opened."""
    row = Letters(desk.store).find(number)
    if row is None:
        missing = sentence("there is no letter number {number}", number=str(number))
        raise NoSuchLetter(missing, sentence("gm letters lists them"))
    letter = written(desk, row)
    if letter.closed and not opened:
        closed = sentence("letter {number} may tell an order, and {game} is blind", number=str(number),
                          game=letter.closed)  # fmt: skip
        raise Closed(closed, sentence("wait until the game is over, let somebody else read it, or add --open"))
    return letter


def text_of(desk: Desk, letter: Written) -> str:
    """What it says; of one that gm stumbled over, whatever can be made of it."""
    content = Letters(desk.store).content(letter.row.id)
    try:
        return prose.text_of(read_letter(content, letter.received)) or prose.bare(content)
    except Exception:  # it was kept just because something in it cannot be read
        return prose.bare(content)


def put_away(desk: Desk, number: int) -> Written:
    """Nothing more is to be done about it; within the caller's transaction."""
    letter = found(desk, number)
    Letters(desk.store).settle(number, "away")
    desk.deeds.will(sentence("letter {number} is put away", number=str(number)))
    return letter


# Answering


def answer(desk: Desk, number: int, text: str) -> Written:
    """An answer by hand is in the outbox, once; within the caller's transaction."""
    letter, own, box = found(desk, number), addresses(desk.zine.mail), Outbox(desk.store)
    if not can_be_written_to(letter.row.sender):
        nobody = sentence("letter {number} does not say where an answer could go", number=str(number))
        raise NoAnswer(nobody, sentence("read it with gm letters {number}", number=str(number)))
    said = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if not said:
        raise NoAnswer(sentence("there is nothing in the answer"), sentence("write something; nothing is sent"))
    message_id = message_id_of(own, "letter", str(number), said)
    if box.knows(message_id):
        twice = sentence("letter {number} has been answered with these very words", number=str(number))
        raise NoAnswer(twice, sentence("gm mail --send sends what waits"))
    topic = prose.topic(letter.row.subject) or in_language_of(desk, letter.player, sentence("your mail"))
    body = f"{said}\n\n-- \n{desk.zine.editor or desk.zine.title}\n"
    thread = [letter.row.message_id] if letter.row.message_id.startswith("<") else []
    to = (letter.name, letter.row.sender)
    content = compose(own, to, f"Re: {topic}", body, message_id, desk.now, "", thread, "no")
    box.add(out_row(desk, "letter", "", 0, 0, letter.player or "", letter.row.sender, message_id, content))
    Letters(desk.store).settle(number, "answered")
    desk.deeds.will(sentence("the answer to letter {number} is in the outbox", number=str(number)))
    return letter


# Printing


def print_in_next(desk: Desk, number: int, opened: bool) -> Path:
    """A page of the next issue, under the writer's name; nothing that lies there is written over."""
    letter = found(desk, number, opened)
    whose = f"-from-{letter.player}" if letter.player else ""
    place = desk.zine.next / f"letter-{number}{whose}.md"
    refuse_what_is_no_folder(desk.zine.next)
    with fresh(desk.zine.folder) as draft:
        digest = write_file(draft / place.name, _page(desk, letter).encode(), READABLE)
        with desk.store.writing():
            Letters(desk.store).settle(found(desk, number, opened).row.id, "printed")
            desk.deeds.will(sentence("letter {number} is in {file}", number=str(number), file=desk.zine.show(place)))
            _put(desk, draft / place.name, place, digest)
    return place


def _put(desk: Desk, draft: Path, place: Path, digest: str) -> None:
    """Into its place before it is stored that it is there; away again if that fails."""
    if os.path.lexists(place):
        if digest_of(place) == digest:
            return
        other = sentence("{file} is there already, and says something else", file=desk.zine.show(place))
        raise InTheWay(other, sentence("move it elsewhere, or leave it as it is: it will be printed"))
    place.parent.mkdir(exist_ok=True)
    put_new(draft, place)
    desk.store.when_settled(lambda: None, lambda: place.unlink(missing_ok=True))


def _page(desk: Desk, letter: Written) -> str:
    """As the next issue prints it, without anybody's address."""

    def say(text: str) -> str:
        return in_language_of(desk, None, text)

    clean = [
        prose.as_markdown(prose.without_addresses(text, say(sentence("(address left out)")))).strip()
        for text in (
            prose.topic(letter.row.subject) or say(sentence("A letter")),
            prose.own_words(text_of(desk, letter)),
            letter.name or prose.writer(Letters(desk.store).content(letter.row.id)) or say(sentence("a reader")),
        )
    ]
    return "# {}\n\n{}\n\n— {}\n".format(*clean)
