"""Seasons on the web site: a page for each, one of all of them, what the first page and the feed say, and records."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote

from gm.core.names import address, fold
from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.careers import PLAYERS, Career
from gm.desk.ladder import told_ladder
from gm.desk.standings import champions, contest_of
from gm.print.feed import Entry
from gm.reports.model import PRINTED
from gm.reports.seasonpages import body, words
from gm.reports.seasontable import Contest, heading, told
from gm.season.points import places
from gm.store.seasons import Seasons

if TYPE_CHECKING:
    from gm.desk.webpages import Pages

FOLDER = "seasons"
ALL = f"{FOLDER}/index.html"


class SeasonSite:
    def __init__(self, pages: "Pages", names: Sequence[str]):
        self.pages, self.names = pages, names
        self.seasons = Seasons(pages.desk.store)

    @cached_property
    def contests(self) -> list[Contest]:
        return [contest_of(self.pages.desk, name) for name in self.names]

    @cached_property
    def games(self) -> dict[str, Contest]:
        """Which season a game belongs to."""
        return {game: each for each in self.contests for drawn in each.draws for game in drawn.games.values()}

    def above(self, game: str, root: str) -> list[Json]:
        """The way from a game to its season."""
        found = [self.games[game]] if game in self.games else []
        return [{"href": root + quote(page_of(each)), "title": each.title} for each in found]

    def add_players(self, players: dict[str, Career]) -> None:
        """Whoever played in a season has a page, also if all of it was at a real table."""
        for contest in self.contests:
            for line in contest.table if len(contest.table) <= PRINTED else ():
                key = fold(line.player)
                career = players.setdefault(key, Career(f"{PLAYERS}/{address(key)}.html"))
                career.name = career.name or contest.called(line.player)

    # Pages

    def files(self) -> Iterator[tuple[str, str]]:
        if self.names:
            yield ALL, self.pages.fill("site/seasons.html", ALL, self._all())
        for contest in self.contests:
            yield page_of(contest), self._page(contest)

    def _all(self) -> Json:
        won = [each | {"href": f"{quote(each['season'])}.html"} for each in champions(self.contests)]
        ladder = told_ladder(self.pages.desk, self.contests)
        hrefs = {line["player"]: self._href(line["player"], "../") for line in ladder["lines"]} if ladder else {}
        return {
            "seasons_here": True,
            "seasons": self._listed("../"),
            "champions": won,
            "ladder": ladder,
            "hrefs": hrefs,
        }

    def _listed(self, root: str) -> list[Json]:
        return [self._in_brief(contest, root) for contest in reversed(self.contests)]

    def _in_brief(self, contest: Contest, root: str) -> Json:
        """Its heading and the head of its table."""
        model = self.told[contest.name]
        more = {"href": root + quote(page_of(contest)), "hrefs": self._hrefs(contest, root)}
        return model | words(model, self.pages.language) | more

    @cached_property
    def told(self) -> Mapping[str, Json]:
        return {each.name: told(each) for each in self.contests}

    def _page(self, contest: Contest) -> str:
        page, root = page_of(contest), "../"
        model = self.told[contest.name]
        won = [each | {"href": f"{quote(each['season'])}.html"} for each in champions(self.contests, contest.name)]
        links = {"hrefs": self._hrefs(contest, root), "games": self._games(contest, root), "champions": won}
        text = body(model | links, "html", self.pages.desk.zine.templates, self.pages.language)
        more = {"body": text, "about": self._about(contest), "kind": "article"}
        return self.pages.fill("season/page.html", page, heading(contest) | more | {"frame": "site/page.html"})

    def _games(self, contest: Contest, root: str) -> dict[str, str]:
        found = [game for drawn in contest.draws for game in drawn.games.values()]
        return {game: f"{root}games/{quote(game)}/index.html" for game in found}

    def _hrefs(self, contest: Contest, root: str) -> dict[str, str]:
        return {line.player: self._href(line.player, root) for line in contest.table}

    def _href(self, player: str, root: str) -> str:
        career = self.pages.careers.players.get(fold(player))
        return root + career.page if career else ""

    def _about(self, contest: Contest) -> str:
        """The season in a line."""
        told = heading(contest)
        if not told["round"]:
            return ""
        say = sentence("round {round} of {of}, first: {names}", round=told["round"], of=told["of"], names=told["first"])
        won = sentence("over, won by {names}", names=told["first"])
        return self.pages.speaker.say(won if contest.over else say)

    def home(self) -> list[Json]:
        """For the first page: those that are not over."""
        return [each for each in self._listed("") if not each["over"]]

    # A player's record

    def records(self, player: str, root: str) -> list[Json]:
        return [
            {"title": contest.title, "href": root + quote(page_of(contest)), "of": many, **line}
            for contest, line, many in self._records[player]
        ]

    @cached_property
    def _records(self) -> Mapping[str, list[tuple[Contest, Json, int]]]:
        """By player, the latest season first."""
        found: dict[str, list[tuple[Contest, Json, int]]] = defaultdict(list)
        for contest in reversed(self.contests):
            for part in self.told[contest.name]["divisions"]:
                for line in part["lines"]:
                    found[fold(line["player"])].append((contest, line, len(part["lines"])))
        return found

    # The feed

    def entries(self) -> Iterator[Entry]:
        """A draw is news when it is made, and a round when the last of its games is over."""
        for contest in self.contests:
            page, say = f"{quote(page_of(contest))}#season-{quote(contest.name)}", self.pages.speaker.say
            for row in self.seasons.draws(contest.name):
                title = sentence("{title}: draw of round {round}", title=contest.title, round=row.round)
                if row.round == contest.season.final:
                    title = sentence("{title}: draw of the final", title=contest.title)
                yield Entry(f"{page}-draw-{row.round}", say(title), row.at, self._drawn(contest, row.round))
            for number, at in sorted(self._played(contest).items()):
                title = sentence("{title}: round {round} is over", title=contest.title, round=number)
                if number == contest.season.final:
                    title = sentence("{title}: the final is over", title=contest.title)
                yield Entry(f"{page}-round-{number}", say(title), at, self._ended(contest, number))

    def _drawn(self, contest: Contest, number: int) -> str:
        tables = [each.tables for each in contest.draws if each.round == number]
        say = self.pages.speaker.say
        return "\n".join(
            say(sentence("Table {number}: {names}", number=table, names=[contest.called(each) for each in people]))
            for drawn in tables
            for table, people in sorted(drawn.items())
        )

    def _ended(self, contest: Contest, number: int) -> str:
        """How the tables of a round came in."""
        tables = sorted((game.table, places(game.order)) for game in contest.season.games if game.round == number)
        ranked = {table: sorted(order, key=lambda player: (order[player], player)) for table, order in tables}
        say = self.pages.speaker.say
        return "\n".join(
            say(
                sentence(
                    "Table {number}: {names}",
                    number=table,
                    names=[f"{order[each]} {contest.called(each)}" for each in ranked[table]],
                )
            )
            for table, order in tables
            if order
        )

    def _played(self, contest: Contest) -> dict[int, str]:
        """The rounds that are over, and since when."""
        running = {game.round for game in contest.season.games if game.running}
        ran = {told.at.name: told.last.ran_at for told in self.pages.games}
        found: dict[int, list[str]] = defaultdict(list)
        for drawn in contest.draws:
            found[drawn.round] += [ran[game] for game in drawn.games.values() if game in ran]
        for row in self.seasons.results(contest.name):
            found[row.round].append(row.at)
        rounds = {game.round for game in contest.season.games} - running
        return {number: max(found[number]) for number in rounds if found[number]}


def page_of(contest: Contest) -> str:
    return f"{FOLDER}/{contest.name}.html"
