"""A correction, asked for: shown before it is made, and told when it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import counted, few, sentence, with_values
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.core.remedies import Remedy
    from gm.desk.correcting import Asked, Corrected
    from gm.desk.desk import Desk
    from gm.store.corrections import Correction
    from gm.store.database import TurnRow

MOST_SHOWN = 60  # lines of what changes on one turn


class NotAgreed(GmError):
    """Nobody said yes"""


class Changed(GmError):
    """It would no longer do what was shown"""


@dataclass(frozen=True)
class Correct(Command):
    """Put a turn right that has been run, and all after it."""

    game: str | None = None
    turn: int | None = None
    because: str = ""
    orders: Sequence[Path] = ()  # pages
    strikes: Sequence[str] = ()  # players
    options: Sequence[str] = ()  # KEY=VALUE
    rulings: Sequence[str] = ()
    listed: bool = False  # only the rulings that there are
    yes: bool = False  # do not ask
    printed: bool = False  # may everybody read the reason of a ruling on a season?

    def for_season(self, at: Place, season: str) -> Outcome:
        from gm.desk.commands.rulings import ruled

        return ruled(self, at, season)

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.desk import match_of, the_game

        with at.desk() as desk:
            name = the_game(desk, self.game)
            if self.listed:
                return RulingsListed(name, match_of(desk, name).game.remedies())
            asked = self._asked(desk)
            seen = match_of(desk, name).head
            would = None if self.yes else self._agreed(desk, name, asked, at)
            return _made(desk, name, asked, seen, would)

    def _asked(self, desk: "Desk") -> "Asked":
        from gm.desk.amending import options_in, reason
        from gm.desk.correcting import Asked
        from gm.desk.plainfile import read_plain
        from gm.desk.sources import source_of

        if self.turn is None:
            raise Misuse(sentence("say which turn is to be put right: --turn N"))
        if not (self.orders or self.strikes or self.options or self.rulings):
            raise Misuse(sentence("say what is to be put right: --order PAGE, --strike PLAYER, --option KEY=VALUE"
                                  " or --ruling TEXT"))  # fmt: skip
        because = reason(self.because)
        pages = [source_of(read_plain(path, desk.zine.show(path)), desk.now) for path in self.orders]
        return Asked(self.turn, because, pages, self.strikes, options_in(self.options), self.rulings)

    def _agreed(self, desk: "Desk", name: str, asked: "Asked", at: Place) -> "Corrected":
        from gm.desk.correcting import tried

        would = tried(desk, name, asked)
        if not at.watch.agrees(WouldCorrect(would), sentence("Is it to be corrected so?")):
            hint = sentence("if you mean it, say yes when you are asked, or write --yes")
            raise NotAgreed(sentence("nothing was changed"), hint)
        return would


def _made(desk: "Desk", name: str, asked: "Asked", seen: "TurnRow", would: "Corrected | None") -> "GameCorrected":
    from gm.desk import backups, correcting
    from gm.desk.refiling import refile, to_be_refiled
    from gm.desk.turns import refuse_overtaken

    with desk.store.writing():
        refuse_overtaken(desk, name, seen)
        backups.before(desk, backups.CORRECT)
        done = correcting.correct(desk, name, asked)
        if would is not None and (done.as_json(), done.void) != (would.as_json(), would.void):
            changed = sentence("another gm command has been here: it would not do any more what you were shown")
            raise Changed(changed, sentence("look again"))
        to_be_refiled(desk, name, done.versions)
    turns = [turn for turn, _ in done.versions]
    return GameCorrected(done, [*refile(desk, name, turns), *_changed_mails(desk)], shown=would is not None)


def _changed_mails(desk: "Desk") -> list[str]:
    """Messages of before are not sent any more, as files neither; those that somebody has changed are left."""
    from gm.desk.filing import clear_away

    left = sentence("{file} was changed since gm wrote it, and is left there: do not send it.", file="\0")
    return [with_values(left, file=name) for name in clear_away(desk)]


def _about(done: "Corrected") -> Iterator[Note]:
    """Turn by turn and player by player."""
    for each in done.turns:
        yield Note(sentence("Turn {turn}", turn=each.turn), "title")
        lines = [] if done.blind else [_player(seat, difference) for seat, difference in each.changed.items()]
        yield from (Note(text, under=1) for text in lines[:MOST_SHOWN])
        if len(lines) > MOST_SHOWN:
            yield Note(counted("and {n} more", "and {n} more", len(lines) - MOST_SHOWN), "quiet", under=1)
        if not each.changed:
            yield Note(sentence("nobody's own numbers change"), "quiet", under=1)
        elif done.blind:
            yield Note(sentence("other numbers for {players}", players=few(list(each.changed))), under=1)
        for aside in each.aside:
            yield Note(_set_aside(aside, done.blind), "odd", under=1)
        yield Note(_read_by(each.unlike), "quiet", under=1)
    if done.void:
        yield Note(sentence("The game ends sooner: turns {turns} are void.", turns=done.void), "odd")
    if done.open:
        yield Note(sentence("The game goes on: turn {turn} is open.", turn=done.open), "odd")


def _player(seat: str, difference: Mapping[str, Any]) -> str:
    parts = [
        line("{what} {was} → {now}", what=_named(key), was=_shown(was), now=_shown(now))
        for key, (was, now) in difference.items()
    ]
    return line("{player}: {parts}", player=seat, parts=parts)


def _named(key: str) -> str:
    """A name that ends in a number would run into the number that follows."""
    return key.replace("_", " ") + (":" if key[-1:].isdigit() else "")


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]"
    return "–" if value is None else str(value)


def _set_aside(aside: Any, blind: bool) -> str:
    if not aside.seat:
        ruling, why = aside.why
        return sentence("the ruling “{ruling}” can no longer be made: {why}", ruling=ruling, why=why)
    if blind:
        return sentence("the order of {player} can no longer stand", player=aside.seat)
    return sentence("the order of {player} can no longer stand: {why}", player=aside.seat, why=aside.why)


def _read_by(unlike: Sequence[str]) -> str:
    if not unlike:
        return sentence("everybody's report reads as before, but for the notice")
    return sentence("reads differently for {players}", players=few(unlike))


@dataclass(frozen=True)
class WouldCorrect(Outcome):
    """What is shown before it is done."""

    done: "Corrected"

    def notes(self) -> Iterator[Note]:
        yield from _about(self.done)


@dataclass(frozen=True)
class GameCorrected(Outcome):
    done: "Corrected"
    kept: Sequence[str] = ()  # files that were in the way
    shown: bool = False  # what changes was shown before, and agreed to

    def notes(self) -> Iterator[Note]:
        done = self.done
        yield from (Note(each, "odd", aside=True) for each in self.kept)
        if not self.shown:
            yield from _about(done)
        values = {"turn": done.turn, "game": done.game}
        yield Note(sentence("Turn {turn} of {game} is corrected, and all after it.", **values), "good")
        if done.posted:
            yield Note(_in_the_outbox(done.posted))
        by_hand = [seat for seat in done.errata if seat not in done.posted]
        if by_hand:
            yield Note(sentence("By hand, since they cannot be mailed to: {players}.", players=few(by_hand)), "odd")
        yield Note(sentence("To take it back: gm undo {game}", game=done.game), "quiet")

    def as_json(self) -> Json:
        return self.done.as_json()


def take_back(desk: "Desk", correction: "Correction") -> "CorrectionUndone":
    """gm undo, right after it."""
    from gm.desk import correcting, issues
    from gm.desk.refiling import refile, to_be_refiled

    name, versions = correction.game, correction.superseded
    with desk.store.writing():
        _refuse_overtaken(desk, correction, correcting.made_last(desk, name))
        mailed = correcting.take_back(desk, correction)
        to_be_refiled(desk, name, versions)
    kept = [*refile(desk, name, [turn for turn, _ in versions]), *_changed_mails(desk)]
    printed = sorted({each for *_, new in correction.what["versions"] for each in issues.printed(desk, new)})
    return CorrectionUndone(name, correction.turn, mailed, printed, kept)


def bring_again(desk: "Desk", correction: "Correction") -> "CorrectionRedone":
    """gm redo, right after that."""
    from gm.desk import correcting
    from gm.desk.refiling import refile, to_be_refiled

    name, versions = correction.game, correction.superseded
    with desk.store.writing():
        _refuse_overtaken(desk, correction, correcting.undone_last(desk, name))
        posted = correcting.bring_again(desk, correction)
        to_be_refiled(desk, name, versions)
    kept = [*refile(desk, name, [turn for turn, _ in versions]), *_changed_mails(desk)]
    return CorrectionRedone(name, correction.turn, posted, kept)


def _refuse_overtaken(desk: "Desk", seen: "Correction", now: "Correction | None") -> None:
    from gm.desk.turns import Overtaken, refuse_overtaken

    refuse_overtaken(desk, seen.game)
    if now is None or now.id != seen.id:
        message = sentence("another gm command has just been here: {game} is not where it was", game=seen.game)
        raise Overtaken(message, sentence("look again"))


@dataclass(frozen=True)
class CorrectionUndone(Outcome):
    game: str
    turn: int
    mailed: Sequence[str]  # who has read it already
    printed: Sequence[int]  # the issues in which it stands
    kept: Sequence[str] = ()  # files that were in the way

    def notes(self) -> Iterator[Note]:
        yield from (Note(each, "odd", aside=True) for each in self.kept)
        values = {"turn": self.turn, "game": self.game}
        back = sentence("The correction of turn {turn} of {game} is taken back; all is as it was before.", **values)
        yield Note(back, "good")
        yield Note(sentence("To bring it again: gm redo {game}", game=self.game), "quiet")
        if self.mailed:
            yield Note(sentence("It was mailed already to {players}.", players=few(self.mailed)), "odd")
        for number in self.printed:
            yield Note(sentence("It was printed in issue {number}.", number=number), "odd")


@dataclass(frozen=True)
class CorrectionRedone(Outcome):
    game: str
    turn: int
    posted: Sequence[str]
    kept: Sequence[str] = ()

    def notes(self) -> Iterator[Note]:
        yield from (Note(each, "odd", aside=True) for each in self.kept)
        values = {"turn": self.turn, "game": self.game}
        yield Note(sentence("The correction of turn {turn} of {game} stands again.", **values), "good")
        if self.posted:
            yield Note(_in_the_outbox(self.posted))


def _in_the_outbox(players: Sequence[str]) -> str:
    return sentence("Errata are in the outbox for {players}; to send them: gm mail --send", players=few(players))


@dataclass(frozen=True)
class RulingsListed(Outcome):
    """What --ruling can say in a game."""

    game: str
    remedies: "Sequence[Remedy[Any]]"

    def notes(self) -> Iterator[Note]:
        if not self.remedies:
            yield Note(sentence("{game} offers no rulings.", game=self.game))
        for remedy in self.remedies:
            yield Note(remedy.example, "title")
            yield Note(remedy.about, under=1)

    def as_json(self) -> Json:
        rulings = [
            {"forms": list(each.forms), "example": each.example, "about": str(each.about)} for each in self.remedies
        ]
        return {"game": self.game, "rulings": rulings}
