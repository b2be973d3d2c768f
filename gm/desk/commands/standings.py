"""How a season stands, asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.reports.seasontable import Contest

FORMATS = ("text", "html", "json", "csv", "trf", "pdf")


@dataclass(frozen=True)
class Standings(Command):
    """The table of a season, or how all of them stand."""

    season: str | None = None
    format: str = "text"
    round: int | None = None  # as it stood after that one
    why: str | None = None  # a player: why they stand where they stand
    full: bool = False  # as text, with the draws, who met whom, and the champions
    to: Path | None = None  # the file to write

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import standings

        self._refuse_misuse()
        with at.desk() as desk:
            name = standings.meant(desk, self.season)
            if name is None:
                return self._overview(desk)
            contest = standings.after(standings.contest_of(desk, name), self.round)
            if self.why is not None:
                return _explained(desk, contest, standings.player_in(contest, self.why))
            return self._table(at, desk, contest)

    def _refuse_misuse(self) -> None:
        if self.format not in FORMATS:
            raise Misuse(
                sentence("there is no format {name}; write one of {formats}", name=self.format, formats=FORMATS)
            )
        if self.why is not None and self.format not in ("text", "json"):
            raise Misuse(sentence("--why is told as text or as JSON"))
        if self.why is not None and self.to:
            raise Misuse(sentence("--why is shown, and not written to a file"))

    def _overview(self, desk: "Desk") -> Outcome:
        from gm.desk import standings
        from gm.desk.ladder import told_ladder

        if self.format not in ("text", "json") or self.round is not None or self.why is not None or self.to:
            message = sentence("there are several seasons: name one of {seasons}", seasons=standings.names(desk))
            raise standings.NoSeason(message)
        contests = [standings.contest_of(desk, name) for name in standings.names(desk)]
        return Overview([_in_brief(each) for each in contests], told_ladder(desk, contests))

    def _table(self, at: Place, desk: "Desk", contest: "Contest") -> Outcome:
        from gm.desk import standingsfile

        as_json = standingsfile.scripted(contest)
        if self.format == "pdf" or self.to:
            path = standingsfile.place_of(desk, contest, self.format, self.to)
            at.watch.doing(sentence("Setting the pages ...")) if self.format == "pdf" else None
            placed = standingsfile.write(desk, contest, self.format, path)
            at.shown(desk, placed)
            return StandingsWritten(contest.name, contest.season.round, desk.zine.show(path))
        return StandingsShown(standingsfile.shown(desk, contest, self.format, self.full), as_json)


def _explained(desk: "Desk", contest: "Contest", player: str) -> Outcome:
    from gm.reports.seasonwhy import as_json, as_text

    text = as_text(contest, player, desk.zine.templates, desk.zine.language_of(None))
    return StandingsShown(text, as_json(contest, player))


def _in_brief(contest: "Contest") -> Json:
    from gm.desk.standings import winners

    told = {"season": contest.name, "title": contest.title, "format": contest.format, "round": contest.season.round}
    return told | {"rounds": contest.rounds, "over": contest.over, "first": winners(contest)}


@dataclass(frozen=True)
class StandingsShown(Outcome):
    text: str
    scripted: Json

    def notes(self) -> Iterator[Note]:
        yield Note(self.text, whole=True)

    def as_json(self) -> Json:
        return self.scripted


@dataclass(frozen=True)
class StandingsWritten(Outcome):
    season: str
    round: int
    file: str

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("The standings of {season} are in {file}.", season=self.season, file=self.file), "good")


@dataclass(frozen=True)
class Overview(Outcome):
    """All seasons in a line each, and the ladder of years."""

    seasons: Sequence[Json]
    ladder: Json | None

    def notes(self) -> Iterator[Note]:
        for each in self.seasons:
            yield Note(line("{season}: {title}", season=each["season"], title=each["title"]), "title")
            yield Note(_state(each), under=1)
        if self.ladder:
            yield Note(sentence("The ladder of years"), "title")
            for each in self.ladder["lines"]:
                place = f"{each['place']}{'=' if each['shared'] else ''}"
                yield Note(
                    line("{place} {name}: {points}", place=place, name=each["name"], points=each["points"]), under=1
                )
        yield Note(sentence("One of them: gm standings NAME"), "quiet")

    def as_json(self) -> Json:
        return {"seasons": list(self.seasons), "ladder": self.ladder}


def _state(each: Json) -> str:
    if not each["round"]:
        return sentence("nothing has been played yet")
    if each["over"]:
        return sentence("over, won by {names}", names=each["first"])
    played = {"round": each["round"], "of": max(each["rounds"], each["round"]), "names": each["first"]}
    return sentence("round {round} of {of}, first: {names}", **played)
