"""Rulings on a season, asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.commands import Misuse, Place
from gm.desk.outcome import Note, Outcome, line
from gm.desk.rulings import FORMS, Ruled, in_words, listed, rule
from gm.season.points import readable

if TYPE_CHECKING:
    from gm.desk.commands.correct import Correct
    from gm.store.seasons import RulingRow


def ruled(command: "Correct", at: Place, season: str) -> Outcome:
    """A turn is put right in its game; a season is ruled on."""
    from gm.desk.amending import reason

    if command.turn is not None or command.orders or command.strikes or command.options:
        raise Misuse(sentence("{season} is a season: put a turn right in its game, gm correct GAME --turn N",
                              season=season))  # fmt: skip
    with at.desk() as desk:
        if command.listed:
            return SeasonRulings(season, listed(desk, season))
        if not command.rulings:
            raise Misuse(sentence("say what is ruled: --ruling TEXT; gm correct {season} --rulings says how",
                                  season=season))  # fmt: skip
        drops = all(text.strip().casefold().startswith("drop ") for text in command.rulings)
        because = "" if drops and not command.because.strip() else reason(command.because)
        with desk.store.writing():
            return SeasonRuled(season, because, rule(desk, season, command.rulings, because, command.printed))


@dataclass(frozen=True)
class SeasonRulings(Outcome):
    """Those that stand, and how another one is written."""

    season: str
    rows: "Sequence[RulingRow]"

    def notes(self) -> Iterator[Note]:
        for row in self.rows:
            values = {"number": row.id, "ruling": in_words(row), "reason": row.reason}
            yield Note(line("{number}: {ruling} ({reason})", **values))
        if not self.rows:
            yield Note(sentence("Nothing has been ruled on {season}.", season=self.season))
        yield Note(sentence("What can be ruled, each with --because TEXT:"), "quiet")
        for form, what in FORMS.items():
            yield Note(line('--ruling "{form}": {what}', form=form, what=what), "quiet", under=1)

    def as_json(self) -> list[Json]:
        return [row._asdict() | {"season": self.season} for row in self.rows]


@dataclass(frozen=True)
class SeasonRuled(Outcome):
    season: str
    because: str
    done: Ruled

    def notes(self) -> Iterator[Note]:
        for row in self.done.rows:
            values = {"number": row.id, "ruling": in_words(row)}
            yield Note(sentence("Ruling {number} stands: {ruling}.", **values), "good")
        for row in self.done.dropped:
            yield Note(
                sentence("Ruling {number} is taken back: {ruling}.", number=row.id, ruling=in_words(row)), "good"
            )
        for text in self.done.standing:
            yield Note(text)
        for each in self.done.moved:
            (place, points), (now, then) = each.before, each.after
            text = sentence("{player}: {place} with {points}, now {now} with {then}", player=each.player, place=place,
                            points=readable(points), now=now, then=readable(then))  # fmt: skip
            yield Note(text, under=1)
        if self.done.rows:
            last = self.done.rows[-1].id
            back = sentence("To take it back: gm correct {season} --ruling {drop}",
                            season=self.season, drop=f'"drop {last}"')  # fmt: skip
            yield Note(back, "quiet")

    def as_json(self) -> Json:
        changed = {each.player: [each.after[0], str(each.after[1])] for each in self.done.moved}
        rows = [in_words(row) for row in self.done.rows]
        return {"season": self.season, "ruled": rows, "dropped": [row.id for row in self.done.dropped],
                "because": self.because, "changed": changed}  # fmt: skip
