"""One message for all of a player's games that wait to be sent."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from gm.desk.desk import Desk
from gm.desk.mailbag import mail_words, message_id_of, out_row, page_name
from gm.desk.mailing import body_of, message_of
from gm.mail.compose import Composer
from gm.mail.settings import addresses
from gm.print.mailpage import mailed_together
from gm.print.painting import Painter
from gm.store.outbox import Outbox, OutRow


def join_outbox(desk: Desk) -> int:
    """One message for all of a player's games that wait to be sent; within the caller's transaction."""
    box = Outbox(desk.store)
    waiting: dict[str, list[OutRow]] = {}
    for row in box.in_state("ready"):
        if row.kind == "report":
            waiting.setdefault(row.player, []).append(row)
    several = {player: rows for player, rows in waiting.items() if len(rows) > 1}
    if several:
        joiner = Joiner(desk, box, len(several))
        for player, rows in several.items():
            number = joiner.join(player, rows)
            for row in rows:
                box.mark(row.id, "joined", str(number))
    return len(several)


class Joiner:
    """Messages that bring several games each, for so many readers."""

    def __init__(self, desk: Desk, box: Outbox, readers: int):
        self.desk, self.box, self.own = desk, box, addresses(desk.zine.mail)
        self.composer, self.painter = Composer(self.own, desk.now), Painter(readers)

    def join(self, player: str, rows: Sequence[OutRow]) -> int:
        desk, own, parts = self.desk, self.own, [message_of(self.box, row) for row in rows]
        message_id = message_id_of(own, "joined", *(row.message_id for row in rows))
        files = _told_apart([each for row, part in zip(rows, parts, strict=True) for each in _files_of(row, part)])
        pages = [(each.text, mail_words(desk, player, each.name)) for each in files if each.is_page]
        shown = mailed_together(pages, self.painter, own.domain, desk.zine.templates)
        pieces = self.composer.compose(
            (desk.zine.players[player].name, rows[0].address),
            "; ".join(str(part["Subject"]) for part in parts),
            "\n\n".join(body_of(part, "plain") for part in parts),
            message_id,
            shown.html,
            attached=[(each.name, each.text.encode()) for each in files],
            pictures=[(f"{each.name}@{own.domain}", each.png) for each in shown.pictures],
        )
        row = out_row(desk, "joined", "", 0, 0, player, rows[0].address, message_id, b"")
        return self.box.add(row, pieces)


class _File(NamedTuple):
    name: str
    text: str
    is_page: bool  # a report, and no form


def _told_apart(files: Sequence[_File]) -> list[_File]:
    """No name twice: somebody may have two horses in one race."""
    names: Counter[str] = Counter()
    apart: list[_File] = []
    for each in files:
        names[each.name] += 1
        apart.append(each if names[each.name] == 1 else each._replace(name=f"{names[each.name]}-{each.name}"))
    return apart


def _files_of(row: OutRow, part: Any) -> list[_File]:
    """The form and the report."""
    page = page_name(row.game, row.turn)
    attached = [(str(each.get_filename()), str(each.get_content())) for each in part.iter_attachments()]
    files = [_File(name, text, name == page) for name, text in attached]
    if any(each.is_page for each in files):
        return files
    return [_File(page, body_of(part, "html"), True), *files]  # written before the page was attached
