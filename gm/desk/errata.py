"""Errata: who reads a corrected turn differently, and the mail that tells them."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import NamedTuple

from gm.core.play import Json, Seat
from gm.desk import mailing
from gm.desk.desk import Desk, Match, match_of, match_with
from gm.desk.mailbag import Mailbag
from gm.desk.publish import FORM, Kept, Maker
from gm.reports.forms import form_name
from gm.reports.layout import fit
from gm.reports.render import fill, render, shared
from gm.store.corrections import Correction, Corrections
from gm.store.outbox import Outbox, OutRow


class Compared(NamedTuple):
    """Two versions of a turn, apart from the notice."""

    public: bool  # does it read differently to everybody?
    seats: list[Seat]  # whose own report differs


def compared(desk: Desk, old: Match, new: Match) -> Compared:
    """Both told as things are now."""
    before, after = (
        Maker(desk, each, desk.store.events(each.head.id), notice=False)
        for each in (replace(old, row=new.row, changes=new.changes), new)
    )
    own = desk.zine.templates
    public = len({render(maker.report(None), "txt", own) for maker in (before, after)}) > 1
    return Compared(public, [seat for seat in new.seats if _differs(desk, seat, before, after)])


def _differs(desk: Desk, seat: Seat, old: Maker, new: Maker) -> bool:
    """What everybody reads first: most often that says it."""
    language = desk.zine.language_of(new.at.players[seat])
    if len({_shared(desk, maker, language) for maker in (old, new)}) > 1:
        return True
    if old.own(seat) == new.own(seat) and _form(old.at, seat) == _form(new.at, seat):
        return False
    return len({render(maker.report(seat), "txt", desk.zine.templates) for maker in (old, new)}) > 1


def _form(at: Match, seat: Seat) -> Json | None:
    return at.game.form(at.state, seat) if at.owes(seat) else None


def _shared(desk: Desk, maker: Maker, language: str) -> str:
    """What everybody reads, as it stands on a private page."""
    public = maker.public(language)
    brief = not public.printed or len(public.model.entries) > public.model.listed
    return str(shared(public, "txt", desk.zine.templates, brief))


# Mail


def post(desk: Desk, correction: Correction) -> list[Seat]:
    """A message to each whose report differs, and to those whose message of before had not left yet.

    Answers with those for whom there is one. Within the caller's transaction.
    """
    waiting = dict(_withdrawn(desk, correction))
    at, posted = match_of(desk, correction.game), []
    reachable = bool(desk.zine.mail.get("from"))
    with ExitStack() as stack:
        kept = {
            turn: stack.enter_context(Kept(desk, match_with(desk, at.row, desk.store.turn_at(new))))
            for turn, _, new in correction.what["versions"]
        }
        bags = {turn: Mailbag(desk, each.at, len(at.players)) for turn, each in kept.items()} if reachable else {}
        for seat, player in at.players.items():
            unlike = [turn for turn in kept if seat in correction.what["unlike"][str(turn)]]
            due = [turn for turn in kept if turn in unlike or seat in waiting.get(turn, ())]
            if due and reachable and bags[due[-1]].address_of(player) and not _has(desk, seat, kept[due[-1]].at):
                _write(bags[due[-1]], correction, at, seat, [kept[turn] for turn in due])
                posted += [seat] if unlike else []
    return posted


def _withdrawn(desk: Desk, correction: Correction) -> Iterator[tuple[int, list[Seat]]]:
    """Of each turn, the seats whose message of the old version has not left: it never will."""
    gone: list[int] = []
    for turn, old in _old_versions(correction):
        rows = _dropped(desk, old)
        gone += [row.id for row in rows]
        yield turn, [row.seat for row in rows]
    Corrections(desk.store).remember(correction.id, {"withdrawn": gone})


def _old_versions(correction: Correction) -> list[tuple[int, int]]:
    what = correction.what
    return [(turn, old) for turn, old, _ in what["versions"]] + [(turn, old) for turn, old in what["void"]]


def _write(bag: Mailbag, correction: Correction, at: Match, seat: Seat, reports: Sequence[Kept]) -> None:
    """The corrected reports one after the other; before them, to whoever has read them otherwise, what they are."""
    desk, player, last = bag.desk, at.players[seat], bag.at
    made = [each.texts(seat) for each in reports]
    texts = [each["txt"] for each in made]
    if _has_read(desk, correction, player):
        texts.insert(0, _introduced(desk, correction, player, [each.at.head.turn for each in reports]))
    page = (f"{last.name}-turn-{last.head.turn}-report.html", made[-1]["html"])
    form = (form_name(last.name, last.turn), made[-1].get(FORM, ""))
    attached = [page] * (len(made) > 1) + [form] * (FORM in made[-1] and last.head.id == at.head.id)
    html = made[0]["html"] if len(made) == 1 else ""
    about = f"erratum {correction.id} {desk.stamp}"
    bag.add(seat, "\n\n".join(texts), html, attached, about)


def _introduced(desk: Desk, correction: Correction, player: str, turns: Sequence[int]) -> str:
    model = {
        "zine": desk.zine.title,
        "editor": desk.zine.editor,
        "title": desk.store.game(correction.game).title,
        "correction": correction,
        "turns": turns,
        "void": [turn for turn, _ in correction.what["void"]],
    }
    return fit(fill("erratum.txt", model, desk.zine.templates, desk.zine.language_of(player)))


def _has(desk: Desk, seat: Seat, at: Match) -> bool:
    """Was it sent already, before the correction was taken back and brought again?"""
    return any(row.seat == seat and row.state != "dropped" for row in Outbox(desk.store).of_turn(at.head.id))


def _has_read(desk: Desk, correction: Correction, player: str) -> bool:
    return any(player in mailing.mailed_to(desk, old) for _, old in _old_versions(correction))


def _dropped(desk: Desk, turn_id: int) -> list[OutRow]:
    """The messages of that turn that have not left, and never will."""
    before = [row for row in Outbox(desk.store).of_turn(turn_id) if row.state != "dropped"]
    left = {row.id for row in mailing.recall(desk, turn_id)}
    return [row for row in before if row.id not in left]


def recall(desk: Desk, correction: Correction) -> list[str]:
    """A correction was taken back: what has not left stays here, and what waited before it waits again.

    Answers with the players who have it, or may have.
    """
    box, left = Outbox(desk.store), []
    for _, _, new in correction.what["versions"]:
        left += [row.player for row in mailing.recall(desk, new)]
    for number in correction.what.get("withdrawn", []):
        if box.get(number).state == "dropped":
            box.mark(number, "ready")
    return list(dict.fromkeys(left))
