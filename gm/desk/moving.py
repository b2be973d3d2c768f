"""A player's new address, asked for by mail: it counts once both the old and the new one have answered with a code.

Each code goes to one address and proves that its mail is read there; whoever has only one of the two changes nothing.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from gm.core.words import sentence
from gm.desk.answers import enough
from gm.desk.desk import Desk
from gm.desk.mailbag import address_of, in_language_of, message_id_of, out_row
from gm.mail.addressing import can_be_written_to
from gm.mail.compose import compose
from gm.mail.settings import addresses, is_own
from gm.reports.layout import fit
from gm.reports.render import fill
from gm.store.moves import Move, Moves
from gm.store.outbox import Outbox
from gm.store.people import People

LASTS = timedelta(days=30)  # some game masters fetch their mail once a fortnight
_BY_HAND = sentence("The game master can change it: write to them.")


class Answered(Exception):
    """Nothing comes of it, and the player is told why"""

    def __init__(self, *told: str):
        super().__init__(*told)
        self.told: Sequence[str] = told


def ask(desk: Desk, player: str, address: str) -> list[str]:
    """A code to each of the two addresses; within the caller's transaction. Answers with what the player is told."""
    old = address_of(desk, player)
    _refuse(desk, player, address, old)
    from gm.desk.post import new_token

    known = json.dumps(desk.zine.players[player].mail)
    move = Move(0, player, address, old.casefold(), new_token(), new_token(), known, desk.stamp, "", "")
    move = Moves(desk.store).ask(move)
    _send_code(desk, move, move.address, move.code, stranger=True)
    _send_code(desk, move, old, move.old_code)
    values = {"address": address, "old": old, "days": LASTS.days}
    return [
        sentence("A mail with a code goes to {address}, and one to {old}.", **values),
        sentence("Once both are answered with their codes, within {days} days, your mail goes to {address}.", **values),
    ]


def _refuse(desk: Desk, player: str, address: str, old: str) -> None:
    from gm.desk.people import is_address

    if not is_address(address) or not can_be_written_to(address) or is_own(desk.zine.mail, address):
        no_address = sentence("{address} is no address for mail.", address=address or "?")
        raise Answered(no_address, sentence("Write one such as gm: address {example}", example="alice@example.org"))
    if address in [each.casefold() for each in desk.zine.players[player].mail[:1]]:
        raise Answered(sentence("{address} is your address already.", address=address))
    if not old:
        raise Answered(sentence("No address of yours is known that could agree to that."), _BY_HAND)
    box = Outbox(desk.store)
    if enough(desk, box, address, "notice") or enough(desk, box, old.casefold(), "notice"):
        raise Answered(sentence("That was asked for too often. Try again tomorrow."))


def _send_code(desk: Desk, move: Move, address: str, code: str, stranger: bool = False) -> None:
    """To the new address it says no name: it may be anybody's."""
    model = {"code": code, "address": move.address, "old": move.old, "stranger": stranger, "days": LASTS.days}
    subject = in_language_of(desk, move.player, sentence("A new address: please confirm"))
    _write(desk, move, address, subject, "confirm.txt", model, "" if stranger else move.player)


def _write(
    desk: Desk, move: Move, address: str, subject: str, template: str, model: dict[str, object], player: str
) -> None:
    own = addresses(desk.zine.mail)
    values = model | {"zine": desk.zine.title, "editor": desk.zine.editor}
    text = fit(fill(template, values, desk.zine.templates, desk.zine.language_of(move.player)))
    message_id = message_id_of(own, template, str(move.id), address, desk.stamp)
    called = desk.zine.players[player].name if player else ""
    content = compose(own, (called, address), subject, text, message_id, desk.now)
    Outbox(desk.store).add(out_row(desk, "notice", "", 0, 0, player, address, message_id, content))


def confirm(desk: Desk, code: str, received: datetime) -> tuple[str, list[str], bool]:
    """One of the two has answered; within the caller's transaction. Answers with the player, what is told, and whether
    the new address counts from now on."""
    moves = Moves(desk.store)
    move = moves.waiting(code)
    if move is None or _is_dead(desk, move, received):
        unknown = sentence("This code is not known here, or no longer.")
        raise Answered(unknown, sentence("To ask again, write gm: address and the new one, from the old one."))
    move = moves.confirm(move, code, desk.stamp)
    if not move.agreed:
        waits = sentence("Thank you. Now the mail to the other address has to be answered, too.")
        return move.player, [waits], False
    moves.settle(move)
    _move(desk, move)
    return move.player, [sentence("Your mail goes to {address} from now on.", address=move.address)], True


def _is_dead(desk: Desk, move: Move, received: datetime) -> bool:
    """It is too old, or the player's addresses are others by now."""
    player = desk.zine.players.get(move.player)
    changed = player is None or json.dumps(player.mail) != move.known
    return changed or received > datetime.fromisoformat(move.asked_at) + LASTS


def _move(desk: Desk, move: Move) -> None:
    """What waits in the outbox goes to the new address, too; the old one is told."""
    from gm.desk import filing, people

    moved = people.move(desk, move.player, move.address)
    filing.outdated(desk, moved.forwarded)
    desk.zine.learn(People(desk.store).moved())
    subject = in_language_of(desk, move.player, sentence("Your new address"))
    _write(desk, move, move.old, subject, "moved.txt", {"address": move.address}, move.player)
