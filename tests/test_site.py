"""gm site: all that is public, nothing that is not, and every link leads somewhere."""

import html
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as Xml

import pytest

from gm import games
from gm.core import codec
from gm.core.dice import Dice
from gm.desk.desk import open_desk
from gm.pages.book import read_book
from gm.reports import render as reports
from gm.store.database import GameRow
from tests.conftest import HORSES, Desk
from tests.contract.samples import SEATS, sample
from tests.examples import CARDS, RACE
from tests.playing import MAIL, begin, one_turn, people, turns
from tests.telling import play_turn

Files = dict[str, bytes]
ATOM = "{http://www.w3.org/2005/Atom}"
ZINE = "title: Test Zine\neditor: The Editor\ntime_zone: Europe/London\n"


@pytest.fixture
def zine(desk: Desk) -> Desk:
    """Two games after a turn or two, and two issues."""
    people(desk)
    race, cards = begin(desk, RACE, "görli.race"), begin(desk, CARDS, "cards")
    one_turn(desk, race)
    desk.write("next/editorial.md", "# Mud\n\nSee [the web](https://example.org/).\n")
    desk.gm("issue")
    one_turn(desk, race)
    one_turn(desk, cards)
    desk.gm("issue")
    return desk


def site(desk: Desk, *args: object, to: str = "site") -> Files:
    desk.gm("site", *args)
    return contents(desk.folder / to)


def contents(folder: Path) -> Files:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_site_has_a_page_for_everything(zine: Desk) -> None:
    turns = [*(f"görli.race/turn-0{turn}" for turn in range(3)), *(f"cards/turn-0{turn}" for turn in range(2))]
    pages = [*turns, "görli.race/index", "cards/index"]
    people = [path for path in site(zine) if path.startswith(("players/", "horses/"))]
    issues = ["issues/001.html", "issues/002.html"]
    assert sorted(site(zine)) == sorted(
        [".under-orders-site", "feed.atom", "index.html", *issues, *people]
        + [f"games/{page}.html" for page in pages]
        + [f"games/{turn}.png" for turn in turns]
    )
    said = zine.gm("site").out
    assert (
        said
        == f"The site is in site/: {16 + len(people)} files.\nOpen site/index.html, or put the folder on a web host.\n"
    )


def test_the_first_page_tells_how_things_stand(zine: Desk) -> None:
    page = text_of(site(zine)["index.html"].decode())
    for fact in (
        f"A game of {RACE}",
        "Turn 3 is open: orders by",
        "15 December 2026",
        f"A game of {CARDS}",
        "Issue 2",
        "16 November 2026",
    ):
        assert fact in page, fact
    assert page.index("Issue 2") < page.index("Issue 1")


def links(page: str) -> Iterator[str]:
    yield from map(html.unescape, re.findall(r'\s(?:href|src)="([^"]*)"', page))


def test_every_link_leads_somewhere_within_the_folder(zine: Desk) -> None:
    files = site(zine, "--pdf")
    followed = 0
    for name, data in files.items():
        if not name.endswith((".html", ".atom")):
            continue
        for link in links(data.decode()):
            if link == "https://example.org/":  # the editor's own
                continue
            parts = urlsplit(link)
            assert not parts.scheme
            assert not link.startswith("/"), f"{name}: {link}"
            target = _joined(name, unquote(parts.path))
            assert target in files, f"{name}: {link}"
            assert not parts.fragment or f' id="{parts.fragment}"' in files[target].decode(), f"{name}: {link}"
            followed += 1
    assert followed > 60
    assert files["issues/001.pdf"].startswith(b"%PDF")


def _joined(page: str, path: str) -> str:
    parts = page.split("/")[:-1] if path else page.split("/")
    for part in filter(None, path.split("/")):
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def test_a_turn_leads_to_the_one_before_and_the_one_after(zine: Desk) -> None:
    page = site(zine)["games/görli.race/turn-01.html"].decode()
    assert re.findall(r'<a rel="(prev|next)" href="([^"]+)"', page) == [
        ("prev", "turn-00.html"),
        ("next", "turn-02.html"),
    ]
    assert re.findall(r'<link rel="(prev|next)" href="([^"]+)"', page) == [
        ("prev", "turn-00.html"),
        ("next", "turn-02.html"),
    ]
    issue = site(zine)["issues/001.html"].decode()
    assert re.findall(r'<a rel="(prev|next)" href="([^"]+)"', issue) == [("next", "002.html")]


def test_a_turn_page_tells_what_the_public_report_tells(zine: Desk) -> None:
    page = text_of(site(zine)["games/cards/turn-01.html"].decode())
    report = text_of((zine.folder / "issues/cards/turn-01/public.html").read_text(encoding="utf-8"))
    assert report[report.index("Up the") :] in page


def test_the_feed_is_an_atom_feed(zine: Desk) -> None:
    feed = Xml.fromstring(site(zine)["feed.atom"])
    assert feed.tag == f"{ATOM}feed"
    assert feed.findtext(f"{ATOM}title") == "Test Zine"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "The Editor"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 7
    ids = [each.findtext(f"{ATOM}id") or "" for each in [feed, *entries]]
    assert len(set(ids)) == 8
    assert all(re.fullmatch(r"tag:[a-z.-]+,\d{4}-\d\d-\d\d:[\w.%/-]+", each) for each in ids), ids
    stamps = [datetime.fromisoformat(each.findtext(f"{ATOM}updated") or "") for each in [feed, *entries]]
    assert stamps[0] == max(stamps)
    assert all(stamp.tzinfo for stamp in stamps)
    assert all(each.findtext(f"{ATOM}title") and each.find(f"{ATOM}link") is not None for each in entries)


def test_with_an_address_the_feed_names_it(zine: Desk) -> None:
    zine.write("zine.yaml", ZINE + "site: https://example.org/zine\n")
    files = site(zine)
    feed = Xml.fromstring(files["feed.atom"])
    assert feed.findtext(f"{ATOM}id") == "https://example.org/zine/"
    assert {each.get("rel"): each.get("href") for each in feed.findall(f"{ATOM}link")} == {
        "alternate": "https://example.org/zine/index.html",
        "self": "https://example.org/zine/feed.atom",
    }
    page = "https://example.org/zine/games/g%C3%B6rli.race/turn-01.html"
    assert page in [each.findtext(f"{ATOM}id") for each in feed.findall(f"{ATOM}entry")]


def test_written_twice_it_is_the_same(zine: Desk) -> None:
    first = site(zine)
    zine.now = zine.now.replace(year=2028)
    assert site(zine) == first
    zine.gm("site", "--to", zine.folder / "elsewhere" / "deep")
    assert contents(zine.folder / "elsewhere" / "deep") == first


def test_a_turn_that_was_taken_back_is_gone(zine: Desk) -> None:
    before = site(zine)
    zine.gm("undo", "cards")
    after = site(zine)
    assert "games/cards/turn-01.html" in before
    assert "games/cards/turn-01.html" not in after
    assert b"cards/turn-01" not in after["feed.atom"]
    assert b'rel="next"' not in after["games/cards/turn-00.html"]


def test_somebody_elses_folder_is_never_overwritten(zine: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.html").write_text("mine")
    assert "is not empty, and gm site did not write it." in zine.gm("site", "--to", other, code=1).err
    assert contents(other) == {"index.html": b"mine"}
    assert "gm site did not write it" in zine.gm("site", "--to", other / "index.html", code=1).err
    (other / "index.html").unlink()
    zine.gm("site", "--to", other)
    (other / "CNAME").write_text("example.org")
    before = contents(other)
    assert "holds CNAME, which gm site did not write." in zine.gm("site", "--to", other, code=1).err
    assert contents(other) == before


def test_a_site_that_cannot_be_written_leaves_the_old_one(zine: Desk) -> None:
    before = site(zine)
    one_turn(zine, "cards")
    zine.write("templates/site/game.html", "{{ nobody.knows }}")
    reports._environment.cache_clear()
    assert "the template site/game.html cannot be filled in" in zine.gm("site", code=1).err
    assert contents(zine.folder / "site") == before
    assert not [path for path in zine.folder.iterdir() if "draft" in path.name]


def test_a_zine_whose_game_master_has_templates_gets_pages_by_them(zine: Desk) -> None:
    zine.write(
        f"templates/{CARDS}/public.html",
        "{% extends 'layout.html' %}{% block own %}<p>By my own hand</p>{% endblock %}",
    )
    reports._environment.cache_clear()
    assert b"By my own hand" in site(zine)["games/cards/turn-01.html"]


# Nothing private


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def hidden(desk: Desk, over: bool) -> dict[str, str]:
    """What nobody may read there, and what it is."""
    with open_desk(desk.folder, desk.now) as at:
        found = {token: "a token" for (token,) in at.store.rows("SELECT token FROM tokens")}
        for nonce, canonical in at.store.rows("SELECT nonce, canonical FROM pages WHERE nonce != ''"):
            found |= {nonce: "a nonce", canonical: "an order"}
        if not over:
            for secret, seed in at.store.rows("SELECT secret, seed FROM games"):
                found |= {secret: "a secret", seed: "a seed"}
            found |= {f"{player}s-word": "a lucky word" for player in MAIL}
    return found | dict.fromkeys(MAIL.values(), "an address")


def private_lines(desk: Desk, name: str) -> set[str]:
    """What stands in somebody's own reports, and not in the public ones."""
    folders = sorted((desk.folder / "issues" / name).glob("turn-*"))
    public = " ".join("".join((folder / "public.txt").read_text(encoding="utf-8") for folder in folders).split())
    own = {
        " ".join(line.split())
        for folder in folders
        for path in folder.glob("*.txt")
        for line in path.read_text(encoding="utf-8").splitlines()
    }
    return {line for line in own if len(line) > 12 and line not in public}


@pytest.mark.slow
@pytest.mark.parametrize("rules", games.names())
def test_over_a_whole_game_nothing_private_gets_there(desk: Desk, rules: str) -> None:
    people(desk)
    name = begin(desk, rules)
    played = 0
    for goes_on in turns(desk, name):
        played += 1
        if played % 2:
            desk.gm("issue")
        pages = {each: data.decode() for each, data in site(desk).items() if not each.endswith(".png")}
        everything = "\n".join(pages.values())
        assert not {what for thing, what in hidden(desk, not goes_on).items() if thing in everything}
        assert not re.search(r"<(form|input|textarea|button|script)\b", everything)
        told = text_of(everything)
        private = private_lines(desk, name)
        if not goes_on:  # what everybody had is told then, and rows of bare numbers are no longer anybody's own
            private = {line for line in private if any(map(str.isalpha, line))}
        assert not {line for line in private if line in told}
        reports = [each for each in pages if not each.startswith(("players/", "horses/"))]
        assert not [each for each in reports if any(player in each for player in MAIL)]
    assert played > 2
    assert f"games/{name}/turn-{played:02}.html" in pages


def played_site(desk: Desk, rules: str, state: Any, parts: dict[str, Any]) -> Files:
    """The site after a turn with these orders from this position, and the issue about it."""
    game = games.load(rules)
    books = {seat: read_book(game, state, seat, part) for seat, part in parts.items()}
    step = play_turn(game, state, books, Dice(""))
    roster = [
        {"player": seat, "name": seat.title(), "entry": HORSES[n], "word": ""} for n, seat in enumerate(SEATS[:4])
    ]  # fmt: skip
    row = GameRow("g", rules, "A Game", "", {}, roster, "ab" * 32, "cd" * 32, "", 0)
    with open_desk(desk.folder, desk.now, create=True) as at, at.store.writing():
        at.store.add_game(row, at.stamp)
        start = at.store.add_turn("g", 0, None, {}, codec.dump(game.state, state), [], at.stamp, game.version)
        at.store.add_turn("g", 1, start, {}, codec.dump(game.state, step.state), step.events, at.stamp, game.version)
    desk.gm("issue")
    return site(desk)


@pytest.mark.parametrize(("rules", "hidden"), [(game, each) for game in games.names() for each in sample(game).SECRETS])
def test_what_a_player_hides_changes_no_byte_of_the_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, hidden: str
) -> None:
    secret, sites = sample(rules).SECRETS[hidden](), []
    for name, played in (("one", secret.one), ("other", secret.other)):
        desk = Desk(tmp_path / name, capsys)
        desk.write("zine.yaml", ZINE)
        desk.write("players.yaml", "".join(f"{seat}: {seat.title()}\n" for seat in SEATS[:4]))
        sites.append(played_site(desk, rules, *played))
    assert sites[0] == sites[1]
    assert "games/g/turn-01.html" in sites[0]


def test_the_site_test_would_see_a_leak(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard itself is guarded: a private report in the place of a public one is noticed."""
    from gm.desk import publish
    from gm.desk import webpages as maker

    people(desk)
    name = begin(desk, CARDS)
    leaky: Callable[..., Any] = lambda at, game, turn, _: publish.stored_report(at, game, turn, "alice")  # noqa: E731
    monkeypatch.setattr(maker, "whole", lambda report, form, own: publish.render(report, form, own))
    monkeypatch.setattr(maker, "stored_report", leaky)
    everything = "\n".join(data.decode() for name, data in site(desk).items() if not name.endswith(".png"))
    assert any(thing in everything for thing in hidden(desk, over=False))
    assert {line for line in private_lines(desk, name) if line in text_of(everything)}
