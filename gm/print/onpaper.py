"""An issue as a booklet: its cover, what of each turn is printed, and what stands on its back."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from gm.core.play import Json
from gm.core.words import sentence
from gm.print import booklet
from gm.print.issue import Edition, Part


def as_booklet(content: Json, own_templates: Path | None = None) -> booklet.Booklet:
    edition = Edition(content, "html", own_templates)
    say, day = edition.speaker.say, date.fromisoformat(content["day"])
    parts = edition.parts()
    subtitle = sentence("Issue {number}, {day}", number=content["number"], day=edition.speaker.day(day))
    return booklet.Booklet(
        title=content["zine"],
        subtitle=say(subtitle),
        editor=content["editor"],
        language=content["language"],
        parts=[piece for part in parts for piece in _pieces(part)],
        date=day,
        words=_words(edition),
        cover=[part.title for part in parts],
        front=_front(edition),
        colophon=[say(each) for each in _colophon(content)],
        home=content.get("home", []),
        fillers=[booklet.Filler(**each) for each in content.get("puzzles", [])],
    )


def _pieces(part: Part) -> Iterator[booklet.Part]:
    """Of a game's turns the last tells how things stand; receipts stand on the last page, under the turn's name."""
    titled = [each for each in part.sections if each.title]
    is_game = part.id.startswith("game-")
    yield booklet.Part(part.title, "" if titled else part.sections[0].body)
    for each in titled:
        proved = f"{part.title}, {each.title}" if is_game else ""
        outdated = is_game and each is not titled[-1]
        yield booklet.Part(each.title, each.body, 2, not is_game, outdated, proved)


def _words(edition: Edition) -> dict[str, str]:
    words = {
        "contents": sentence("In this issue"),
        "deadlines": sentence("Orders by"),
        "receipts": sentence("Receipts"),
        "stamp": sentence("Stamp"),
    }
    if editor := edition.content["editor"]:
        words["edited"] = sentence("Edited by {editor}", editor=editor)
    return {key: edition.speaker.say(text) for key, text in words.items()}


def _front(edition: Edition) -> booklet.Front:
    """What the last turn brought: of a game that has ended, or else of the first that has gone on."""
    content, say = edition.content, edition.speaker.say
    dues = [(each["title"], each["due"]) for each in content["deadlines"] if each["due"]]
    price = content.get("price", "")
    found = _lead_story(content["games"])
    if not found:
        return booklet.Front(dues=dues, price=price)
    game, turn = found
    headline, *lines = turn["lead"]
    number = turn["turn"]
    what = sentence("{title}, turn {turn}", title=game["title"], turn=number) if number else game["title"]
    return booklet.Front(headline, lines, turn["bodies"]["html"], say(what), dues, price)


def _lead_story(games: Sequence[Json]) -> tuple[Json, Json] | None:
    told = [(game, game["turns"][-1]) for game in games if game["turns"][-1].get("lead")]
    ended = [(game, turn) for game, turn in told if turn["over"]]
    under_way = [(game, turn) for game, turn in told if turn["turn"]]
    return next(iter([*ended, *under_way, *told]), None)


def _colophon(content: Json) -> Iterator[str]:
    editor = content["editor"]
    price, orders, site = (content.get(key, "") for key in ("price", "orders_to", "site"))
    if editor:
        yield sentence("{zine} is edited, adjudicated and stapled by {editor}.", zine=content["zine"], editor=editor)
    if orders:
        yield sentence("Orders, letters and press: {address}", address=orders)
    if site:
        yield sentence("On the web: {address}", address=site)
    if price:
        yield sentence("Price: {price}", price=price)
