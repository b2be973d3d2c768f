"""Fair play, asked for: the record of a game, whether one is true, and whether a receipt is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gm.core.names import did_you_mean, find
from gm.core.play import Json
from gm.core.problems import GmError, full_stop
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.receipts import Found, Proof
    from gm.desk.verify import Agreed


class Checked(Outcome):
    """What one record comes to."""

    def as_json(self) -> Json:
        raise NotImplementedError


@dataclass(frozen=True)
class Record(Command):
    """The whole game in one file, or all that is public of a season, for anybody to check."""

    game: str | None = None
    out: Path | None = None

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.desk import season_called, the_game
        from gm.desk.record import write_record
        from gm.desk.recordfile import write_out
        from gm.desk.recording import record_of

        with at.desk() as desk:
            if season := season_called(desk, self.game):
                from gm.desk.commands.seasonrecords import recorded

                return recorded(desk, season, self.out)
            record = record_of(desk, the_game(desk, self.game))
            text = write_record(record)
            if self.out:
                write_out(self.out, text, record["game"], desk.deeds)
        return Recorded(record["game"], text, str(self.out or ""), record["turns"][-1]["hash"])


@dataclass(frozen=True)
class Recorded(Outcome):
    game: str
    text: str
    file: str  # where it was written; "" if it is to be shown
    hash: str  # of the last position

    def notes(self) -> Iterator[Note]:
        if not self.file:
            yield Note(self.text, whole=True)
            return
        yield Note(sentence("The record of {game} is in {file}.", game=self.game, file=self.file), "good")
        check = sentence("Anybody can check it with gm verify. Its last hash: {hash}", hash=self.hash)
        yield Note(check, "quiet")


@dataclass(frozen=True)
class Verify(Command):
    """Replay records, or games of this zine, and compare all that they say."""

    names: Sequence[str] = ()  # files, games or seasons; every game and season of the zine if nothing is named
    published: Sequence[Path] = ()  # reports as JSON, to hold them against

    def carry_out(self, at: Place) -> Outcome:
        results = []
        for name in self.names or _all_games(at):
            checked = _checked(at, name, self.published)
            at.watch.tell(checked)
            results.append(checked)
        return AllChecked(results)


def _all_games(at: Place) -> list[str]:
    from gm.desk.desk import the_game
    from gm.desk.without_zine import in_a_zine
    from gm.store.seasons import Seasons

    if not in_a_zine(at.folder):
        raise GmError(sentence("this folder is no zine, and no record was named"), line("gm verify FILE"))
    with at.desk(mind_the_clock=False) as desk:
        return [*desk.store.games(), *Seasons(desk.store).names()] or [the_game(desk, None)]


def _checked(at: Place, name: str, published: Sequence[Path]) -> Checked:
    """What one of them comes to; the others are looked at all the same."""
    record: Json = {}
    agreed: list[Agreed] = []
    try:
        record, running = _found(at, name)
        if "season" in record:
            from gm.desk.commands.seasonrecords import checked

            return checked(name, record, published)
        from gm.desk.verify import verified

        for each in verified(record, running):
            agreed.append(each)  # those before the first that does not agree are told, too
        _hold_against(record, published)
    except GmError as wrong:
        return RecordChecked(name, record.get("game", ""), agreed, wrong.message, wrong.hint)
    return RecordChecked(name, record["game"], agreed, published=len(published))


def _hold_against(record: Json, published: Sequence[Path]) -> None:
    from gm.desk.published import compare, read_report

    for path in published:
        compare(record, read_report(path), str(path))


def _found(at: Place, name: str) -> tuple[Json, bool]:
    """The record that is meant, and whether its game may still be running: a file, or a game or season of this zine."""
    from gm.desk.recordfile import read_either
    from gm.desk.without_zine import in_a_zine

    path = Path(name)
    if path.is_file() or not in_a_zine(at.folder):
        return read_either(path), False
    from gm.desk.desk import match_of, season_called
    from gm.desk.recording import record_so_far

    with at.desk(mind_the_clock=False) as desk:
        if season := season_called(desk, name):
            from gm.desk.commands.seasonrecords import record_now

            return record_now(desk, season), True
        if not find(name, desk.store.games()):
            nothing = sentence("there is no file {name}, and no game of that name was started", name=name)
            raise GmError(nothing, did_you_mean(name, desk.store.games()))
        return record_so_far(desk, match_of(desk, name)), True


@dataclass(frozen=True)
class RecordChecked(Checked):
    """One record: what agrees, turn by turn, and the first thing that does not."""

    name: str
    game: str
    agreed: "Sequence[Agreed]"
    wrong: str = ""
    hint: str = ""
    published: int = 0  # reports that it was held against

    @property
    def good(self) -> bool:
        return not self.wrong

    def notes(self) -> Iterator[Note]:
        yield Note(line("{name}", name=self.name), "title")
        for each in self.agreed:
            yield Note(_agrees(each), "quiet", under=1)
        if self.wrong:
            yield Note(line("{name}: {wrong}.", name=self.name, wrong=self.wrong), "bad", aside=True)
            if self.hint:
                yield Note(self.hint, "quiet", under=1, aside=True)
            return
        yield from self._told_well()

    def _told_well(self) -> Iterator[Note]:
        since = max((each.turn + 1 for each in self.agreed if each.bare), default=0)
        if since:
            from_then = sentence("receipts of standing orders are checked from turn {turn} on", turn=since)
            yield Note(sentence("{since}: an earlier version of gm kept none before", since=from_then), "odd", under=1)
        if self.published:
            reports = counted("it agrees with {n} report", "it agrees with {n} reports", self.published)
            yield Note(reports, "good", under=1)
        agrees = sentence("all of it agrees, from the deal on; its last hash is {hash}", hash=self.agreed[-1].hash)
        yield Note(agrees, "good", under=1)

    def as_json(self) -> Json:
        return {
            "name": self.name,
            "game": self.game or None,
            "agrees": self.good,
            "turns": [each._asdict() for each in self.agreed],
            "problem": full_stop(self.wrong) if self.wrong else None,
        }


def _agrees(each: "Agreed") -> str:
    if each.turn == 0:
        return sentence("turn 0: commitment, seed, the deal and its hash agree")
    receipts = counted("{n} receipt", "{n} receipts", each.receipts)
    events = counted("{n} event", "{n} events", each.events)
    values = {"turn": each.turn, "receipts": receipts, "events": events}
    return sentence("turn {turn}: {receipts}, {events} and the hash agree", **values)


@dataclass(frozen=True)
class AllChecked(Outcome):
    in_parts = True
    results: Sequence[Checked] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return all(each.good for each in self.results)

    def as_json(self) -> list[Json]:
        return [each.as_json() for each in self.results]


@dataclass(frozen=True)
class Receipt(Command):
    """Is a receipt that of an order, and is it the order that was played?"""

    what: Sequence[str]  # a receipt, a nonce and an order; or a file that has them
    within: Path | None = None  # a report or a record

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.receipts import look_up, proof_of, proofs_in

        if len(self.what) not in (1, 3):
            raise Misuse(sentence("write a receipt, a nonce and an order; or a file that has them"))
        proofs = [proof_of(*self.what)] if len(self.what) == 3 else proofs_in(Path(self.what[0]), at.now)
        looked = [look_up(proof, self.within) if self.within and proof.holds else None for proof in proofs]
        return ReceiptsChecked([ReceiptChecked(*each) for each in zip(proofs, looked, strict=True)])


@dataclass(frozen=True)
class ReceiptChecked(Outcome):
    proof: "Proof"
    found: "Found | None"  # what was published, if somebody looked

    @property
    def good(self) -> bool:
        return self.proof.holds and (self.found is None or bool(self.found.turns))

    def notes(self) -> Iterator[Note]:
        from gm.desk.receipts import shown

        about = {key: shown(self.proof.about.get(key, "?")) for key in ("game", "turn", "player")}
        values = {"receipt": shown(self.proof.receipt), "expected": self.proof.expected, **about}
        if not self.proof.holds:
            wrong = sentence("{receipt} is not the receipt of nonce and order: that is {expected}", **values)
            yield Note(wrong, "bad")
            return
        yield Note(sentence("{receipt} is the receipt of this order ({game}, turn {turn}, {player})", **values), "good")
        if self.found is not None:
            yield Note(_played(self.found, about), "good" if self.found.turns else "bad", under=1)

    def as_json(self) -> Json:
        played = None if self.found is None else list(self.found.turns)
        told = {"receipt": self.proof.receipt, "expected": self.proof.expected, "holds": self.proof.holds}
        return told | {key: self.proof.about.get(key) for key in ("game", "turn", "player")} | {"played": played}


def _played(found: "Found", about: Json) -> str:
    if found.turns:
        turns = [str(each) for each in found.turns]
        return sentence("it was played for {player} on turn {turns}", player=about["player"], turns=turns)
    if not found.instead:
        return sentence("no order was played for {player} on turn {turn}", **about)
    other = sentence("another order was played for {player} on turn {turn}", **about)
    return sentence("{other}: its receipt is {receipts}", other=other, receipts=list(found.instead))


@dataclass(frozen=True)
class ReceiptsChecked(Outcome):
    results: Sequence[ReceiptChecked]

    @property
    def good(self) -> bool:
        return all(each.good for each in self.results)

    def notes(self) -> Iterator[Note]:
        for each in self.results:
            yield from each.notes()

    def as_json(self) -> list[Json]:
        return [each.as_json() for each in self.results]
