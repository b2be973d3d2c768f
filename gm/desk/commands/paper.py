"""What goes by post, asked for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Place
from gm.desk.commands.post import Part
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.paper import Slip


@dataclass(frozen=True)
class Post(Command):
    """Everything that those without e-mail are sent, as one document to print."""

    game: str | None = None
    to: Path | None = None
    labels: str = ""  # a sheet of labels instead of pages with the addresses
    used: int = 0  # labels that are gone from the first sheet
    paper: str = ""
    duplex: bool = False  # printed on both sides

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import paper

        with at.desk() as desk:
            wanted = paper.Wanted(self.labels, self.used, self.paper, self.duplex).checked()
            games = paper.games_meant(desk, self.game)
            path = paper.place_of(desk, games, self.to)
            gathered = paper.gather(desk, games, wanted)
            if not gathered.players:
                return NobodyOnPaper(games)
            at.watch.doing(sentence("Setting it all ..."))
            placed = paper.write(desk, gathered, path)
            at.shown(desk, placed)
            over = [name for name in desk.store.games() if name not in games] if self.game is None else []
            return Posted(
                desk.zine.show(path), games, gathered.players, gathered.slips, gathered.unaddressed,
                bool(gathered.post.home), self.labels, [name for name in over if paper.readers_on_paper(desk, [name])],
            )  # fmt: skip


@dataclass(frozen=True)
class NobodyOnPaper(Outcome):
    games: Sequence[str]

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("Everybody in {games} is written to by mail: there is nothing to print.", games=self.games))

    def as_json(self) -> Json:
        return {"file": None, "games": list(self.games), "players": [], "slips": []}


@dataclass(frozen=True)
class Posted(Outcome):
    """A document, and what is in it."""

    file: str
    games: Sequence[str]
    players: Sequence[str]
    slips: "Sequence[Slip]"
    unaddressed: Sequence[str]  # names
    returns: bool  # does it say where slips go?
    labels: str
    over: Sequence[str]  # games that are not in it

    def notes(self) -> Iterator[Note]:
        many = counted("{file} is for {n} player", "{file} is for {n} players", len(self.players), file=self.file)
        slips = counted("{n} order slip", "{n} order slips", len(self.slips))
        yield Note(line("{many}, {slips}.", many=many, slips=slips), "good")
        for slip in self.slips:
            yield Note(line("{tag} {player} ({game})", tag=slip.tag, player=slip.player, game=slip.game), under=1)
        if self.labels:
            yield Note(sentence("The labels come first, then the packets in the same order."))
        yield from self._missing()
        secret = sentence("It has what only its readers may know: nobody but you can open the file.")
        yield Note(secret, "quiet")

    def _missing(self) -> Iterator[Note]:
        if self.unaddressed:
            yield Note(
                sentence("No postal address (post: in the players' file): {names}.", names=self.unaddressed), "odd"
            )
        if not self.returns:
            yield Note(sentence("Nothing says where the slips are to be sent: write post: into zine.yaml."), "odd")
        for game in self.over:
            yield Note(sentence("{game} is over, and not in it: gm post {game}", game=game), "odd")

    def as_json(self) -> Json:
        return {
            "file": self.file,
            "games": list(self.games),
            "players": list(self.players),
            "slips": [vars(slip) for slip in self.slips],
            "unaddressed": list(self.unaddressed),
            "labels": self.labels or None,
        }


def by_post(desk: "Desk", games: Iterable[str]) -> "Iterator[ByPost]":
    """The last word on a mail that went, or goes, to the others."""
    from gm.desk.paper import readers_on_paper

    if readers := readers_on_paper(desk, games):
        yield ByPost(list(readers), list(readers.values()))


@dataclass(frozen=True)
class ByPost(Part):
    """Who has to be sent on paper what others are mailed."""

    by_post: Sequence[str]
    names: Sequence[str]

    def notes(self) -> Iterator[Note]:
        yield Note(self.text, toned={"names": "odd"})

    @property
    def text(self) -> str:
        return sentence("{names} To print it: gm post", names=sentence("By post: {names}.", names=self.names))

    def as_json(self) -> Json:
        return {"by_post": list(self.by_post)}
