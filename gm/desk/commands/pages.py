"""Order pages, asked for: would they be taken, take them, and those that wait for the game master's word."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from gm.core.play import Flaw, Json
from gm.core.problems import GmError
from gm.core.words import LANGUAGES, known_language, sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import AnyNote, Lines, Note, Outcome, Tone, line, problem_notes

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.intake import Clerk, Fate, Reading, Verdict
    from gm.store.database import PageRow

_WHY = {
    Flaw.UNREADABLE: sentence("unreadable"),
    Flaw.UNKNOWN: sentence("unknown"),
    Flaw.NOT_ALLOWED: sentence("not allowed"),
}
_TAKEN = sentence("taken")
_TONES: Mapping[str, Tone] = {"verdict": "good", "receipt": "quiet"}
_MAIL = {  # what else may be said of a mail
    "held": (sentence("held"), sentence("it waits for your word: gm held")),
    "empty": (sentence("empty"), sentence("there is no order page in it")),
    "automatic": (sentence("automatic"), sentence("no person wrote it")),
    "asked": (sentence("asked"), ""),
}


def whose(game: str | None, turn: int | None, player: str | None) -> str:
    return sentence("{game}, turn {turn}, {player}", game=game, turn=turn, player=player)


@dataclass(frozen=True)
class Check(Command):
    """Would these order pages be taken? Stores nothing."""

    pages: Sequence[Path]
    report: Path | None = None  # to check against without a zine
    language: str = LANGUAGES[0]  # what scripts are told the problems in
    show: bool = False  # in words, what is ordered

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import without_zine
        from gm.desk.intake import Clerk

        language = known_language(self.language)
        if language is None:
            raise no_language(self.language)
        if self.report is None and without_zine.in_a_zine(at.folder):
            with at.desk() as desk:
                verdicts = _checked(Clerk.at(desk, aloud=self.show), self.pages, at, desk.zine.show, desk.zine.inbox)
        else:
            clerks = ((page, without_zine.clerk(page, self.report, self.show)) for page in self.pages)
            verdicts = [verdict for page, clerk in clerks for verdict in _checked(clerk, [page], at, str)]
        if self.show:
            refuse_blind(verdicts)
        return Checked(verdicts, language)


class Sealed(GmError):
    """What is ordered is for nobody's eyes yet"""


def refuse_blind(verdicts: "Sequence[Verdict]") -> None:
    """Nobody reads back what is sealed until the turn is run."""
    for each in verdicts:
        if each.blind:
            sealed = sentence("{game} is a blind game: what is ordered in it is not shown", game=each.game)
            raise Sealed(sealed, sentence("leave out --show, or name the pages of other games"))


def no_language(name: str) -> Misuse:
    return Misuse(
        sentence("there is no language {name} here; write one of {languages}", name=name, languages=LANGUAGES)
    )


def _checked(
    clerk: "Clerk", pages: Sequence[Path], at: Place, show: Callable[[Path], str], inbox: Path | None = None
) -> "list[Verdict]":
    from gm.desk.plainfile import NoPlainFile, read_plain
    from gm.desk.sources import find_files, in_folder, source_of, unread

    verdicts = []
    for path in map(Path, find_files(pages, inbox)):
        try:
            file = read_plain(path, show(path), follow=inbox is None or not in_folder(path, inbox))
            verdicts += [_verdict(reading, clerk.aloud) for reading in clerk.read(source_of(file, at.now))]
        except NoPlainFile as why:
            verdicts.append(unread(show(path), why))
    return verdicts


def _verdict(reading: "Reading", show: bool) -> "Verdict":
    from gm.desk.intake import Verdict

    game = reading.match.name if reading.match else None
    verdict: Fate = "taken" if reading.good else "refused"
    return Verdict(
        reading.page.file, verdict, game, reading.turn, reading.seat, problems=reading.told, blind=reading.blind,
        aloud=reading.read_back if show else (),
    )  # fmt: skip


@dataclass(frozen=True)
class Checked(Outcome):
    """What would become of each page."""

    verdicts: "Sequence[Verdict]"
    language: str = LANGUAGES[0]

    @property
    def good(self) -> bool:
        return all(each.verdict == "taken" for each in self.verdicts)

    def notes(self) -> Iterator[AnyNote]:
        for each in self.verdicts:
            if each.verdict == "taken":
                by = whose(each.game, each.turn, each.player)
                text = line("{page}: {verdict} ({whose})", page=each.page, verdict=sentence("would be taken"), whose=by)
                yield Note(text, toned={"verdict": "good"})
            else:
                text = line("{page}: {verdict}", page=each.page, verdict=sentence("would be refused"))
                yield Note(text, toned={"verdict": "bad"})
            yield from _aloud(each)
            yield from problem_notes(each.remarks)

    def as_json(self) -> list[Json]:
        from gm.reports.languages import speaker_of

        say = speaker_of(self.language).say
        said = (each._replace(told=[problem.said(say) for problem in each.remarks]) for each in self.verdicts)
        return [each.as_json() for each in said]


@dataclass(frozen=True)
class Take(Command):
    """Take in order pages: files, folders and mails, or the inbox."""

    paths: Sequence[Path] = ()
    late: bool = False  # what came after the deadline counts, too
    show: bool = False  # in words, what is ordered

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import sources
        from gm.desk.intake import Clerk, name_taken

        with at.desk() as desk:
            porter, inbox = sources.Porter(desk, Clerk.at(desk, self.late, aloud=self.show)), desk.zine.inbox
            found = sources.find_files(self.paths or [inbox], inbox)
            with at.watch.progress(found, len(found), sentence("taking")) as watched, desk.store.writing():
                verdicts, lying = porter.take_all(watched)
                if self.late and not self.paths:
                    verdicts += _late_again(desk, self.show)
                if self.show:
                    refuse_blind(verdicts)
                name_taken(desk, verdicts)
                desk.deeds.to_do(sentence("the next gm take moves out of the inbox what still lies there"))
            stuck = [why for each in lying if (why := sources.put_away(desk, each))]
            _take_down(desk)
            desk.deeds.settled()
        return Taken(verdicts, stuck)


def _late_again(desk: "Desk", show: bool) -> "list[Verdict]":
    from gm.desk.post import late_again

    return late_again(desk, aloud=show)


def _take_down(desk: "Desk") -> None:
    """Files in the outbox that go to another address since a mail confirmed it; where none did, nothing is loaded."""
    from gm.store.chores import Chores

    if Chores(desk.store).all():
        from gm.desk.filing import take_down

        take_down(desk)


@dataclass(frozen=True)
class Taken(Outcome):
    """What became of each page."""

    verdicts: "Sequence[Verdict]"
    stuck: Sequence[str] = ()  # pages that could not be moved out of the inbox, and why

    @property
    def good(self) -> bool:
        return all(each.verdict != "refused" for each in self.verdicts)

    def notes(self) -> Iterator[AnyNote]:
        yield from (Note(why, "odd", aside=True) for why in self.stuck)
        for plain, lot in groupby(self.verdicts, key=_plainly):
            if plain:
                yield Lines(
                    partial(_plain, *plain), [(each.page, each.player or "", each.receipt or "") for each in lot]
                )
                continue
            for each in lot:
                yield _note_of(each)
                yield from _aloud(each)
                yield from problem_notes(each.remarks)
        if not self.verdicts:
            yield Note(sentence("There is nothing to take in."))

    def as_json(self) -> list[Json]:
        return [each.as_json() for each in self.verdicts]


def _aloud(verdict: "Verdict") -> Iterator[Note]:
    """The order in words, where somebody asked."""
    return (Note(each, under=1) for each in verdict.aloud)


def _note_of(verdict: "Verdict") -> Note:
    """A line for a page."""
    if verdict.verdict == "refused":
        return _refused(verdict)
    if verdict.verdict in _MAIL:
        what, why = _MAIL[verdict.verdict]
        told = verdict.done if verdict.request else verdict.held
        text = line("{page}: {verdict}, {why}", page=verdict.page, verdict=what, why=told or why)
        return Note(text, toned={"verdict": "good" if verdict.verdict == "asked" else "odd"})
    return _unchanged(verdict) if verdict.verdict == "unchanged" else _taken(verdict)


def _refused(verdict: "Verdict") -> Note:
    why = next((_WHY[problem.flaw] for problem in verdict.problems if problem.level == "error"), "")
    text = line("{page}: {verdict}, {why}", page=verdict.page, verdict=sentence("refused"), why=why)
    return Note(text, toned={"verdict": "bad"})


def _unchanged(verdict: "Verdict") -> Note:
    values = {"page": verdict.page, "verdict": sentence("unchanged"), "receipt": verdict.receipt}
    values["whose"] = whose(verdict.game, verdict.turn, verdict.player)
    if verdict.game is None:
        text = sentence("{page}: {verdict}: this mail was taken before", **values)
    elif verdict.withdrawn:
        text = sentence(
            "{page}: {verdict}: it was taken before ({whose}, receipt {receipt}), and withdrawn since", **values
        )
    elif verdict.overtaken:
        text = sentence(
            "{page}: {verdict}: it was taken before ({whose}, receipt {receipt}); a later order is in force", **values
        )
    else:
        text = sentence("{page}: {verdict}: it was taken before ({whose}, receipt {receipt})", **values)
    return Note(text, toned={"verdict": "odd"})


def _plainly(verdict: "Verdict") -> "tuple[str | None, int | None, bool] | None":
    """For which game and turn a page was taken, and instead of another one? None if there is more to say."""
    more = verdict.overtaken or verdict.withdrawn or verdict.problems or verdict.aloud
    return None if more or verdict.verdict != "taken" else (verdict.game, verdict.turn, verdict.supersedes)


def _plain(
    game: str | None, turn: int | None, instead: bool, page: str, player: str | None, receipt: str | None
) -> Note:
    values = {"page": page, "verdict": _TAKEN, "whose": whose(game, turn, player), "receipt": str(receipt)}
    if instead:
        text = sentence("{page}: {verdict} instead of the one before ({whose}), receipt {receipt}", **values)
    else:
        text = sentence("{page}: {verdict} ({whose}), receipt {receipt}", **values)
    return Note(text, toned=_TONES)


def _taken(verdict: "Verdict") -> Note:
    values = {"page": verdict.page, "verdict": _TAKEN, "receipt": str(verdict.receipt)}
    values["whose"] = whose(verdict.game, verdict.turn, verdict.player)
    if verdict.withdrawn and not verdict.supersedes:
        text = sentence("{page}: {verdict} ({whose}), receipt {receipt}; but it has been withdrawn since", **values)
    elif verdict.overtaken and not verdict.supersedes:
        text = sentence("{page}: {verdict} ({whose}), receipt {receipt}; but a later order is in force", **values)
    else:
        return _plain(verdict.game, verdict.turn, verdict.supersedes, verdict.page, verdict.player, verdict.receipt)
    return Note(text, toned=_TONES)


@dataclass(frozen=True)
class Held(Command):
    """Pages that wait for the game master's word, because their sender is in doubt."""

    accept: int | None = None
    drop: int | None = None

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.post import held_pages, settle, why_held

        if self.accept is not None and self.drop is not None:
            raise Misuse(sentence("accept one page or drop one, not both at once"))
        number = self.accept if self.accept is not None else self.drop
        with at.desk() as desk:
            if number is None:
                pages = held_pages(desk)
                return HeldPages([_held(page, why_held(page)) for page in pages])
            with desk.store.writing():
                page, rank, untold = settle(desk, number, self.accept is not None)
        ranked = (*rank[:2], rank.withdrawn)
        whose = (page.game, page.turn, page.player)
        return Settled(number, *whose, self.accept is not None, *ranked, kind_of(page), untold)


@dataclass(frozen=True)
class HeldPage:
    number: int
    game: str
    turn: int
    player: str
    sender: str
    why: str
    request: str = ""  # what is asked for, where it is no page


def _held(page: "PageRow", why: str) -> HeldPage:
    return HeldPage(page.id, page.game, page.turn, page.player, page.sender, why, kind_of(page))


def kind_of(page: "PageRow") -> str:
    """What was asked for; "" of an order page."""
    from gm.desk.asking import request_of

    return request_of(page).kind if page.request else ""


@dataclass(frozen=True)
class HeldPages(Outcome):
    pages: Sequence[HeldPage]

    def notes(self) -> Iterator[Note]:
        for each in self.pages:
            by = whose(each.game, each.turn, each.player) if not each.request else _asks(each.player, each.request)
            text = line("{number}: {whose}: {why}", number=str(each.number), whose=by, why=each.why)
            yield Note(text, toned={"why": "odd"})
        if not self.pages:
            yield Note(sentence("Nothing is held."))

    def as_json(self) -> list[Json]:
        return [{key: value for key, value in vars(each).items() if value or key != "request"} for each in self.pages]


@dataclass(frozen=True)
class Settled(Outcome):
    """A page that was held counts now, or is dropped."""

    number: int
    game: str
    turn: int
    player: str
    accepted: bool
    supersedes: bool = False  # it counts instead of the one before
    overtaken: bool = False  # another counts, which was received later
    withdrawn: bool = False  # its player has withdrawn it since
    request: str = ""  # what was asked for, where it is no page
    untold: bool = False  # no mail goes to its player

    def notes(self) -> Iterator[Note]:
        yield from self._told()
        if self.untold:
            yield Note(sentence("{player} gets no mail: it is for you to tell them.", player=self.player), "odd")

    def _told(self) -> Iterator[Note]:
        values = {"number": str(self.number), "whose": whose(self.game, self.turn, self.player)}
        if self.request and self.accepted:
            asked = _asks(self.player, self.request)
            yield Note(sentence("Number {number} is carried out: {asked}.", asked=asked, **values), "good")
        elif self.withdrawn:
            since = sentence("Page {number} ({whose}) is accepted; but it has been withdrawn since.", **values)
            yield Note(since, "odd")
        elif self.request:
            asked = _asks(self.player, self.request)
            yield Note(sentence("Number {number} is dropped: {asked}.", asked=asked, **values), "good")
        elif self.overtaken:
            later = sentence("Page {number} ({whose}) is accepted; but a later order is in force.", **values)
            yield Note(later, "odd")
        elif self.supersedes:
            yield Note(sentence("Page {number} ({whose}) counts now, instead of the one before.", **values), "good")
        elif self.accepted:
            yield Note(sentence("Page {number} ({whose}) counts now.", **values), "good")
        else:
            yield Note(sentence("Page {number} ({whose}) is dropped.", **values), "good")


def _asks(player: str, request: str) -> str:
    from gm.mail.requests import asks  # most pages ask for nothing, and it takes a while to load

    return asks(player, request)
