"""Who comes and goes in a season, asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome

if TYPE_CHECKING:
    from gm.desk.entering import Entered


@dataclass(frozen=True)
class Enter(Command):
    """Let people come, go, or come back."""

    season: str
    players: Sequence[str]
    out: bool = False
    back: bool = False
    now: bool = False  # at a table that is drawn, and has not begun
    horse: str = ""
    lucky_word: str = ""

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.entering import Wish, enter

        self._refuse_nonsense()
        wish = Wish("out" if self.out else "back" if self.back else "in", self.now, self.horse, self.lucky_word)
        with at.desk() as desk, desk.store.writing():
            return People(self.season, enter(desk, self.season, self.players, wish))

    def _refuse_nonsense(self) -> None:
        if self.out and (self.back or self.now or self.horse or self.lucky_word):
            raise Misuse(sentence("who leaves neither comes back nor has a horse: leave the other options out"))
        if (self.horse or self.lucky_word) and len(self.players) > 1:
            raise Misuse(sentence("a horse or a lucky word is one player's: name one player"))


@dataclass(frozen=True)
class People(Outcome):
    season: str
    entered: "Sequence[Entered]"

    def notes(self) -> Iterator[Note]:
        for each in self.entered:
            yield from self._one(each)

    def _one(self, each: "Entered") -> Iterator[Note]:
        values = {"player": each.player, "name": each.name, "season": self.season, "round": each.round}
        if not each.what:
            yield Note(each.standing)
        elif each.what == "out":
            yield Note(
                sentence("{player} leaves {season}: from round {round} on they are not drawn.", **values), "good"
            )
            yield Note(sentence("To take that back: gm enter {season} {player} --back", **values), "quiet")
        elif each.table:
            table = sentence("{player} plays in {season} from round {round} on, at table {table}.",
                             **values, table=each.table)  # fmt: skip
            yield Note(table, "good")
        elif each.what == "back":
            yield Note(sentence("{player} is back in {season} from round {round} on.", **values), "good")
        else:
            yield Note(sentence("{player} plays in {season} from round {round} on.", **values), "good")
        if each.what and each.guest:
            guest = sentence("{name} is a guest, called {player}, until players.yaml has {player}.", **values)
            yield Note(guest, under=1)
        if each.what and each.like:
            like = sentence("There is also {other}. If that was meant: gm enter {season} {player} --out",
                            **values, other=each.like)  # fmt: skip
            yield Note(like, "odd", under=1)

    def as_json(self) -> list[Json]:
        keys = ("player", "name", "what", "round", "table", "guest")
        return [{"season": self.season, **{key: getattr(each, key) for key in keys}} for each in self.entered]
