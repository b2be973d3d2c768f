"""The pages of the web site, from public reports and issues, and from nothing else."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from functools import cached_property
from urllib.parse import quote

from gm.core.names import fold
from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.careers import PLAYERS, Career, Careers, GameTold, Ride, TurnTold
from gm.desk.desk import Desk, match_of
from gm.desk.issues import Say, kept_issue, standing
from gm.desk.publish import stored_report
from gm.desk.seasonsite import ALL, SeasonSite
from gm.print.cards import HEIGHT, WIDTH, card
from gm.print.feed import Entry, Feed, atom
from gm.print.issue import as_html
from gm.reports.fragments import nested
from gm.reports.languages import speaker_of
from gm.reports.model import Report
from gm.reports.render import fill, lead, shared, tell, whole
from gm.store.issues import IssueRow, Issues
from gm.store.seasons import Seasons

FEED, HOME = "feed.atom", "index.html"
_EVERYBODY = f"{PLAYERS}/{HOME}"

Files = dict[str, bytes]


class Pages:
    def __init__(self, desk: Desk, pdf: bool, say: Say, before: Callable[[str], bytes]):
        self.desk, self.pdf, self.say, self.before = desk, pdf, say, before
        self.kept = Issues(desk.store)
        self.language = desk.zine.language_of(None)
        self.speaker = speaker_of(self.language)

    def files(self) -> Files:
        cards = dict(self._cards())
        self.painted = set(cards)
        pages = {HOME: self._home(), FEED: atom(self._feed()), **dict(self._people())}
        for game in self.games:
            pages |= dict(self._game(game))
        for at, issue in enumerate(self.issues):
            pages[_issue_page(issue)] = self._issue(at, issue)
        pages |= dict(self.seasons.files())
        return {name: text.encode() for name, text in pages.items()} | cards | dict(self._booklets())

    @cached_property
    def games(self) -> list[GameTold]:
        found = (match_of(self.desk, name) for name in self.desk.store.games())
        return [GameTold(at, list(self._turns(at.name, at.head.id))) for at in found]

    def _turns(self, name: str, head: int) -> Iterator[TurnTold]:
        for made in self.kept.turns(head):
            report = stored_report(self.desk, name, made.turn, None)
            title = sentence("Turn {turn}", turn=made.turn) if made.turn else sentence("The start")
            title = title if report.model.closed is None else sentence("Given up")
            lines = [*self._corrected(report), *standing(self.desk, report)["lines"]]
            told = lead(report, self.desk.zine.templates)
            yield TurnTold(made.turn, made.ran_at, report, self.speaker.say(title), told, lines)

    def _corrected(self, report: Report) -> list[str]:
        why = [sentence("Corrected: {because}", because=each["because"]) for each in report.model.corrected]
        return [self.speaker.say(each) for each in why]

    @cached_property
    def issues(self) -> list[IssueRow]:
        return [kept_issue(self.desk, number) for number in self.kept.numbers()]

    @cached_property
    def seasons(self) -> SeasonSite:
        return SeasonSite(self, Seasons(self.desk.store).names())

    @cached_property
    def careers(self) -> Careers:
        found = Careers(self.games)
        self.seasons.add_players(found.players)
        return found

    @cached_property
    def _everybodys(self) -> str:
        """What the page of all who play is called."""
        horses = self.careers.horses
        return self.speaker.say(sentence("Players and horses") if horses else sentence("Players"))

    # Pages

    def fill(self, template: str, page: str, model: Json) -> str:
        zine = {"zine": self.desk.zine.title, "editor": self.desk.zine.editor, "kind": "website"}
        return fill(template, zine | self._frame(page) | model, self.desk.zine.templates, self.language)

    def _frame(self, page: str) -> Json:
        """What every page has in its head: where it is, and the way to the first one."""
        root, site = "../" * page.count("/"), self.desk.zine.site
        around: Json = {"root": root, "up": [], "previous": None, "next": None}
        everybody = root + _EVERYBODY if self.careers.players else ""
        around |= {"everybody": everybody, "everybodys": self._everybodys}
        around |= {"all_seasons": root + ALL if self.seasons.names else ""}
        return {**around, "address": site and site + quote(page), "card": None, "about": ""}

    def _card(self, page: str, game: GameTold, turn: TurnTold) -> Json:
        """What a link to a page shows elsewhere: the card of a turn, and what it tells."""
        name = f"{game.folder}/{turn.card}"
        if name not in self.painted:
            return {"about": " ".join(turn.lead or turn.lines)}
        href = (self.desk.zine.site or "../" * page.count("/")) + quote(name)
        words = f"{game.at.row.title}, {turn.title}"
        picture = {"href": href, "width": WIDTH, "height": HEIGHT, "alt": words}
        return {"card": picture, "about": " ".join(turn.lead or turn.lines)}

    def _home(self) -> str:
        model: Json = {"games": [self._standing(game, "") for game in self.games]}
        model |= {"issues": [self._listed(issue) for issue in reversed(self.issues)], "latest": None}
        model |= {"seasons": self.seasons.home()}
        if self.games:
            game = max(self.games, key=lambda game: game.last.ran_at)
            model |= {"latest": self._latest(game)} | self._card(HOME, game, game.last)
        return self.fill("site/index.html", HOME, model)

    def _latest(self, game: GameTold) -> Json:
        """The turn that was run last, as the first page tells it."""
        turn = game.last
        picture = nested(tell(turn.report, "picture.svg", self.desk.zine.templates), 1, "latest")
        found = {"turn": quote(f"{game.folder}/{turn.page}"), "picture": picture, "day": self._day(turn.ran_at)}
        return self._standing(game, "") | found

    def _day(self, stamp: str) -> date:
        return datetime.fromisoformat(stamp).astimezone(self.desk.zine.zone).date()

    def _standing(self, game: GameTold, root: str) -> Json:
        """How a game stands now, with where the names in it lead to."""
        return self._now(game, root) | {"hrefs": self.careers.hrefs(game, root)}

    def _now(self, game: GameTold, root: str) -> Json:
        last = game.last
        model = last.report.model
        return {
            **last.report.values,
            "over": model.over or model.closed is not None,
            "href": root + quote(f"{game.folder}/{HOME}"),
            "of_season": game.at.name in self.seasons.games,
            "when": last.title,
            "lead": last.lead,
            "lines": last.lines,
        }

    def _listed(self, issue: IssueRow) -> Json:
        content = issue.content
        played = [*content["games"], *content.get("seasons", [])]
        written = [*filter(None, [content["editorial"]]), *content["letters"], *played]
        return {
            "number": issue.number,
            "day": date.fromisoformat(issue.day),
            "titles": [page["title"] for page in written if page["title"]],
            "href": _issue_page(issue),
            "pdf": _booklet_page(issue) if self.pdf else "",
        }

    def _game(self, game: GameTold) -> Iterator[tuple[str, str]]:
        page, last = f"{game.folder}/{HOME}", game.last
        now = nested(whole(last.report, "html", self.desk.zine.templates), 1, "now")
        listed = [{"href": turn.page, "title": turn.title, "lines": turn.lines} for turn in game.turns]
        above = {"up": self.seasons.above(game.at.name, "../../")}
        model = self._standing(game, "../../") | {"turns": listed, "now": now} | above | self._card(page, game, last)
        yield page, self.fill("site/game.html", page, model)
        for at, turn in enumerate(game.turns):
            yield f"{game.folder}/{turn.page}", self._turn(game, at, turn)

    def _turn(self, game: GameTold, at: int, turn: TurnTold) -> str:
        page, up = f"{game.folder}/{turn.page}", [{"href": HOME, "title": turn.report.model.title}]
        around = _around([(each.page, each.title) for each in game.turns], at)
        parts = shared(turn.report, "html", self.desk.zine.templates)
        model = turn.report.values | {"rules": turn.report.rules, "up": up, "kind": "article"} | parts | around
        return self.fill("site/turn.html", page, model | self._card(page, game, turn))

    def _issue(self, at: int, issue: IssueRow) -> str:
        say, page = speaker_of(issue.content["language"]).say, _issue_page(issue)
        numbers = [(each.number, sentence("Issue {number}", number=each.number)) for each in self.issues]
        around = _around([(f"{number:03}.html", say(title)) for number, title in numbers], at)
        about = " · ".join(self._listed(issue)["titles"])
        model = self._frame(page) | around | {"about": about, "kind": "article"}
        return as_html(issue.content, self.desk.zine.templates, "site/issue.html", model)

    def _booklets(self) -> Iterator[tuple[str, bytes]]:
        if not self.pdf:
            return
        from gm.print import booklet
        from gm.print.onpaper import as_booklet

        own = self.desk.zine.templates
        for issue in self.issues:
            self.say(sentence("Setting issue {number} ...", number=issue.number))
            yield _booklet_page(issue), booklet.pdf(as_booklet(issue.content, own), "a5", own)

    def _cards(self) -> Iterator[tuple[str, bytes]]:
        self.say(sentence("Painting the cards of the turns ..."))
        for game in self.games:
            for turn in game.turns:
                name, own = f"{game.folder}/{turn.card}", self.desk.zine.templates
                model = turn.report.values | {"lead": turn.lead, "when": turn.title}
                picture = tell(turn.report, "picture.svg", own)
                painted = card(model, picture, own, self.language, self.before(name))
                if painted:
                    yield name, painted

    # Players and horses

    def _people(self) -> Iterator[tuple[str, str]]:
        careers = self.careers
        if not careers.players:
            return
        everybody = sorted(careers.players.items(), key=lambda each: (fold(each[1].name), each[0]))
        model = [{"career": career, "horses": careers.stable(player)} for player, career in everybody]
        yield _EVERYBODY, self.fill("site/players.html", _EVERYBODY, {"everybody_here": model})
        for player, career in everybody:
            records = self.seasons.records(player, "../" * career.page.count("/"))
            more = {"horses": careers.stable(player), "records": records}
            yield career.page, self._career("site/player.html", career, more)
        for (player, _), career in careers.horses.items():
            yield career.page, self._career("site/horse.html", career, {"owner": careers.players[player]})

    def _career(self, template: str, career: Career, more: Json) -> str:
        root = "../" * career.page.count("/")
        rides = [self._ride(ride, root) for ride in reversed(career.rides)]
        about = " · ".join(ride["title"] for ride in rides)
        model = {"name": career.name, "rides": rides, "kind": "profile", "about": about} | more
        return self.fill(template, career.page, model)

    def _ride(self, ride: Ride, root: str) -> Json:
        """One game of a player's or a horse's, and what is told of it turn by turn."""
        game, seat = ride.game, ride.seat
        turns = [
            {"title": turn.title, "href": root + quote(f"{game.folder}/{turn.page}"), **row} for turn, row in ride.turns
        ]
        return self._now(game, root) | {
            "rules": game.at.row.rules,
            "day": self._day(game.turns[0].ran_at),
            "seat": seat,
            "horse": game.entered[seat]["entry"] if game.horse(seat) else "",
            "to": self.careers.links(game, seat, root),
            "row": ride.row,
            "counts": game.last.report.model.standings.get("counts", ""),
            "many": len(game.entered),
            "told": [self.speaker.say(each) for each in game.changed(seat)],
            "turns": turns,
        }

    # The feed

    def _feed(self) -> Feed:
        zine = self.desk.zine
        entries = [*self._turn_entries(), *self._issue_entries(), *self.seasons.entries()]
        return Feed(zine.title, zine.editor or zine.title, self.language, self._id(), zine.site, entries)

    def _id(self) -> str:
        """The zine's address; or a tag that is the same for ever, since a zine has begun only once."""
        began = self.kept.beginning()
        exact = "".join(char for char in began if char.isdigit())
        return self.desk.zine.site or f"tag:under-orders.invalid,{began[:10]}:{exact}"

    def _turn_entries(self) -> Iterator[Entry]:
        for game in self.games:
            for turn in game.turns:
                title = f"{turn.report.model.title}: {turn.title}"
                told = "\n".join([*turn.lines, *(each for each in turn.lead if each not in turn.lines)])
                yield Entry(quote(f"{game.folder}/{turn.page}"), title, turn.ran_at, told)

    def _issue_entries(self) -> Iterator[Entry]:
        for issue in self.issues:
            title = self.speaker.say(sentence("Issue {number}", number=issue.number))
            titles = "\n".join(self._listed(issue)["titles"])
            yield Entry(_issue_page(issue), title, issue.made_at, titles)


def _issue_page(issue: IssueRow) -> str:
    return f"issues/{issue.number:03}.html"


def _booklet_page(issue: IssueRow) -> str:
    return f"issues/{issue.number:03}.pdf"


def _around(pages: Sequence[tuple[str, str]], at: int) -> Json:
    """The pages before and after, for whoever reads on."""
    linked = [{"href": href, "title": title} for href, title in pages]
    return {"previous": linked[at - 1] if at else None, "next": linked[at + 1] if at + 1 < len(linked) else None}
