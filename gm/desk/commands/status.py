"""How all games stand, asked for. It is asked for often, so nothing else is loaded along with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import counted, few, sentence
from gm.desk.commands import Command, Place
from gm.desk.outcome import Note, Outcome, Tone, line

if TYPE_CHECKING:
    from gm.desk import turns
    from gm.desk.going import Standing


@dataclass(frozen=True)
class Status(Command):
    """Turn, deadline, who has ordered and who has not; of all games, or of one."""

    game: str | None = None

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.going import meant
        from gm.desk.turns import status
        from gm.pages.zine import pages_in
        from gm.store.bounces import Bounces
        from gm.store.letters import Letters
        from gm.store.pages import Pages

        with at.desk() as desk:
            names, seasons = meant(desk, self.game)
            games = [status(desk, name) for name in names]
            inbox = len(pages_in(desk.zine.inbox, everything=True))
            dead = [each._asdict() for each in Bounces(desk.store).dead() if each.address in desk.zine.by_address]
            return AllStatus(games, len(Pages(desk.store).held()), inbox, Letters(desk.store).count(), dead, seasons)


@dataclass(frozen=True)
class AllStatus(Outcome):
    """How it all stands."""

    games: "Sequence[turns.Status]"
    held: int  # pages that wait for the game master's word
    inbox: int  # pages that are new, or were refused before
    letters: int = 0  # what people wrote that is no order, and nobody has seen to
    dead: Sequence[Json] = ()  # addresses from which mail came back
    seasons: "Sequence[Standing]" = ()

    def notes(self) -> Iterator[Note]:
        for game in self.games:
            yield from _status(game)
        for season in self.seasons:
            yield from _season(season)
        if self.held:
            held = counted("Held for your word: {n} page. See gm held.", "Held for your word: {n} pages. See gm held.",
                           self.held)  # fmt: skip
            yield Note(held, "odd")
        if self.inbox:
            waiting = counted(
                "In the inbox: {n} page, new or refused before. See gm take.",
                "In the inbox: {n} pages, new or refused before. See gm take.",
                self.inbox,
            )
            yield Note(waiting, "odd")
        if self.letters:
            letters = counted("To read: {n} letter. See gm letters.", "To read: {n} letters. See gm letters.",
                              self.letters)  # fmt: skip
            yield Note(letters, "odd")
        for each in self.dead:
            yield Note(sentence("Mail to {address} comes back: {why}", **each), "bad")

    def as_json(self) -> list[Json]:
        return [game.as_json() for game in self.games]


def _status(now: "turns.Status") -> Iterator[Note]:
    title = line("{title}  ({game}, {rules})", title=now.title, game=now.game, rules=now.rules)
    yield Note(title, toned={"title": "title"})
    if now.closed is not None:
        yield Note(sentence("It was given up: {why}", why=now.closed), under=1)
        return
    if now.over:
        yield Note(sentence("It is over."), under=1)
        return
    if now.deadline:
        yield Note(sentence("turn {turn}, due {due}", turn=now.turn, due=now.deadline), under=1)
    else:
        yield Note(sentence("turn {turn}, no deadline", turn=now.turn), under=1)
    ordered = [sentence("{player} (standing)", player=each) if each in now.standing else each for each in now.ordered]
    yield _listed(sentence("ordered ({n}):", n=len(ordered)), ordered, "good")
    if now.missing:
        yield _listed(sentence("missing ({n}):", n=len(now.missing)), now.missing, "odd")
    for seat, until in now.away:
        yield Note(sentence("{player} is away until {moment}.", player=seat, moment=until), under=1)
    if now.retired:
        yield _listed(sentence("left ({n}):", n=len(now.retired)), now.retired, "quiet")
    yield from _unheard(now)
    yield from _warnings(now)


def _season(now: "Standing") -> Iterator[Note]:
    """Its games stand above it, as far as they go on."""
    if not now.round:
        yield Note(sentence("{season} is a season, and no round of it is drawn yet.", season=now.season))
    elif now.going_on:
        many = len(now.going_on)
        going = counted("{season}, round {round}: {n} game goes on.", "{season}, round {round}: {n} games go on.", many,
                        season=now.season, round=now.round)  # fmt: skip
        yield Note(going, toned={"season": "title"})
    else:
        none = sentence("{season}, round {round}: no game goes on.", season=now.season, round=now.round)
        yield Note(none, toned={"season": "title"})
    if not now.going_on:
        yield Note(line("gm draw {season}", season=now.season), "quiet", under=1)


def _listed(label: str, names: Sequence[str], tone: Tone) -> Note:
    text = line("{label} {names}", label=label, names=few(names) or sentence("nobody"))
    return Note(text, toned={"label": tone}, under=1)


def _unheard(now: "turns.Status") -> Iterator[Note]:
    """Who may have gone, and who could take over."""
    if not now.silent:
        return
    yield Note(sentence("nothing in the last turns either: {seats}", seats=few(now.silent)), "odd", under=1)
    by = next((each.player for each in now.stand_ins if each.player), "OTHER")
    names = [each.name for each in now.stand_ins]
    if names:
        yield Note(sentence("who waits, and could take over: {names}", names=names), under=1)
    values = {"game": now.game, "seat": now.silent[0], "by": by}
    yield Note(line("gm replace {game} {seat} --by {by}", **values), "quiet", under=2)
    yield Note(line("gm retire {game} {seat}", **values), "quiet", under=2)


def _warnings(now: "turns.Status") -> Iterator[Note]:
    for each in now.fallen:
        fallen = sentence(
            "{player}'s order came early and no longer fits the position; ask for a new one.", player=each.page.player
        )
        yield Note(fallen, "bad", under=1)
    for file in now.newer:
        yield Note(sentence("{file} is newer than this database.", file=file), "bad", under=1)
    if now.changed:
        changed = sentence("games/{game}.yaml was changed after the start; what counts is the database.", game=now.game)
        yield Note(changed, "odd", under=1)
