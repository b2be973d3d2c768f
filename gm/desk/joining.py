"""One message for all of a player's games that wait to be sent."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gm.desk.desk import Desk
from gm.desk.mailing import body_of, message_id_of, message_of, out_row, page_name
from gm.mail.compose import compose
from gm.mail.settings import addresses
from gm.store.outbox import Outbox, OutRow


def join_outbox(desk: Desk) -> int:
    """One message for all of a player's games that wait to be sent; within the caller's transaction."""
    box, own = Outbox(desk.store), addresses(desk.zine.mail)
    joined = 0
    waiting: dict[str, list[OutRow]] = {}
    for row in box.in_state("ready"):
        if row.kind == "report":
            waiting.setdefault(row.player, []).append(row)
    for player, rows in waiting.items():
        if len(rows) < 2:
            continue
        parts = [message_of(box, row) for row in rows]
        text = "\n\n".join(body_of(part, "plain") for part in parts)
        message_id = message_id_of(own, "joined", *(row.message_id for row in rows))
        subject = "; ".join(str(part["Subject"]) for part in parts)
        to = (desk.zine.players[player].name, rows[0].address)
        attached = [page for row, part in zip(rows, parts, strict=True) for page in _pages_of(row, part)]
        content = compose(own, to, subject, text, message_id, desk.now, attached=_told_apart(attached))
        number = box.add(out_row(desk, "joined", "", 0, 0, player, rows[0].address, message_id, content))
        for row in rows:
            box.mark(row.id, "joined", str(number))
        joined += 1
    return joined


def _told_apart(files: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """No name twice: somebody may have two horses in one race."""
    names: Counter[str] = Counter()
    apart: list[tuple[str, str]] = []
    for name, text in files:
        names[name] += 1
        apart.append((name if names[name] == 1 else f"{names[name]}-{name}", text))
    return apart


def _pages_of(row: OutRow, part: Any) -> list[tuple[str, str]]:
    """The form and the report as files: two web pages cannot be put together to one."""
    files = [(str(each.get_filename()), each.get_content()) for each in part.iter_attachments()]
    page = page_name(row.game, row.turn)
    if page in dict(files):
        return files
    return [(page, body_of(part, "html")), *files]  # written before the page was attached
