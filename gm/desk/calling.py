"""Who is meant by the first words of a line: a slip's tag, a name or its beginning, initials. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gm.core.names import did_you_mean, fold
from gm.core.play import Seat
from gm.core.problems import GmError
from gm.core.tags import check_letter, number_of, tag, written_tag
from gm.core.words import sentence
from gm.desk.desk import Match
from gm.desk.outcome import line

_SHOWN = 40  # letters of what somebody typed
_LISTED = 5  # of several who could be meant


class WhoIsThat(GmError):
    """Nobody is called so, or more than one"""


class Listed(NamedTuple):
    """An entrant as the game's file lists them."""

    seat: Seat
    number: int  # from 1 on
    player: str
    name: str
    entry: str

    @property
    def tag(self) -> str:
        return tag(self.number)

    @property
    def called(self) -> str:
        """For whoever reads it back: the tag, the player and what they entered."""
        values = {"tag": self.tag, "name": self.name, "entry": self.entry}
        pattern = (
            "{tag} {name}" if fold(self.entry) in (fold(self.name), fold(self.player)) else "{tag} {name}, {entry}"
        )
        return line(pattern, **values)

    @property
    def names(self) -> set[str]:
        return {fold(each) for each in (self.seat, self.player, self.name, self.entry)}

    def through(self, words: Sequence[str], many: int) -> int:
        """How many words name them, the beginning of a name included: `alice g 22 15` begins with two."""
        while many < len(words) and words[many].isalpha():
            start = fold(" ".join(words[: many + 1]))
            if not any(name.startswith(start) for name in self.names):
                break
            many += 1
        return many

    @property
    def initials(self) -> set[str]:
        """Of names of more than one word."""
        return {"".join(word[0] for word in each.split()) for each in self.names if " " in each}


@dataclass(frozen=True)
class Entrants:
    """Everybody who can be meant."""

    game: str
    listed: Sequence[Listed]

    @classmethod
    def of(cls, at: Match) -> "Entrants":
        rows = enumerate(at.seats.items(), start=1)
        return cls(at.name, [Listed(seat, n, at.players[seat], at.names[seat], entry) for n, (seat, entry) in rows])

    def meant(self, typed: str) -> tuple[Listed, str]:
        """Who it is, and the rest of the line; or a refusal that says who there is."""
        words = typed.split()
        for many, found in self._found(words):
            if len(found) == 1:
                return found[0], " ".join(words[found[0].through(words, many) :])
            if found:
                raise self._several(" ".join(words[:many]), found)
        raise self._nobody(words[0] if words else "")

    def _found(self, words: Sequence[str]) -> Iterator[tuple[int, Sequence[Listed]]]:
        """Those whom so many of the first words name: whole names first, the longest of them; then tags; then parts."""
        spans = [
            (many, fold(" ".join(words[:many]).rstrip(",:"))) for many in range(min(self._longest, len(words)), 0, -1)
        ]
        yield from ((many, self._by_name.get(name, ())) for many, name in spans)
        number = number_of(words[0].rstrip(",:")) if words else None
        yield 1, [each for each in self.listed if each.number == number]
        yield from ((many, self._begun(name)) for many, name in spans)

    def _begun(self, start: str) -> list[Listed]:
        """Initials do, if they are nobody else's; so does the beginning of any name."""
        return [each for each in self.listed if start in each.initials or any(n.startswith(start) for n in each.names)]

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[Listed]]:
        found: dict[str, list[Listed]] = {}
        for each in self.listed:
            for name in each.names:
                found.setdefault(name, []).append(each)
        return found

    @cached_property
    def _longest(self) -> int:
        return max((len(name.split()) for name in self._by_name), default=0)

    def _several(self, word: str, found: Sequence[Listed]) -> WhoIsThat:
        who = [each.called for each in found[:_LISTED]] + (["…"] if len(found) > _LISTED else [])
        could = sentence("{word} could be {many}: {who}", word=word[:_SHOWN], many=len(found), who=who)
        return WhoIsThat(could, sentence("write more of the name, or the tag"))

    def _nobody(self, word: str) -> WhoIsThat:
        wrong = written_tag(word)
        if wrong:
            number, letter = wrong
            near = [each for each in self.listed if each.number == number or check_letter(each.number) == letter]
            who = [sentence("{tag} is {name}", tag=each.tag, name=each.name) for each in near[:_LISTED]]
            return WhoIsThat(sentence("there is no {tag}", tag=f"{number}{letter}"), line("{who}", who=who))
        if word.isascii() and word.isdigit():
            alone = sentence("{number} does not say who it is", number=word[:_SHOWN])
            return WhoIsThat(alone, sentence("a slip's number goes with its letter: {tag}", tag=tag(int(word[:9]))))
        nobody = sentence("nobody called {name} plays in {game}", name=word[:_SHOWN], game=self.game)
        names = [each for one in self.listed for each in (one.player, one.entry)]
        return WhoIsThat(
            nobody, did_you_mean(word[:_SHOWN], names, sentence("a line begins with a name, initials or a tag"))
        )
