"""gm site: the first page, what a link shows elsewhere (Open Graph and the like), and the picture of each turn for it."""

import html
import re
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from gm import games
from gm.reports import render as reports
from tests.conftest import HORSES, PLAYERS, Desk
from tests.examples import CARDS, RACE, race_file
from tests.playing import begin, one_turn
from tests.test_site import ATOM, ZINE, Files, site, text_of

PLACE = "https://example.org/zine/"


@pytest.fixture
def zine(desk: Desk) -> Desk:
    """A race and a table; the race was run last."""
    table = begin(desk, CARDS, "table")
    one_turn(desk, table)
    more = "deadlines: {first: 2026-12-01 20:00, every: 1 week}\n"
    field = dict(zip(PLAYERS, HORSES, strict=True))
    desk.write("games/näher dran.yaml".replace(" ", "-"), race_file(field, "8 plain", "The Race", more))
    desk.gm("start", "näher-dran")
    desk.now = desk.now.replace(day=20)
    one_turn(desk, "näher-dran")
    one_turn(desk, "näher-dran")
    return desk


def metas(page: bytes) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page.decode())
    return {name: html.unescape(content) for name, content in found}


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


def words_in(png: bytes) -> bytes:
    """Whatever text a picture carries beside its pixels."""
    at, found = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        data = png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + data) == struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0]
        found += b"" if kind in (b"IHDR", b"IDAT", b"IEND", b"sRGB", b"pHYs", b"gAMA", b"PLTE", b"tRNS") else data
        at += 12 + length
    return found


def test_every_turn_has_a_card_of_the_size_that_is_shown(zine: Desk) -> None:
    files = site(zine)
    turns = [name for name in files if re.search(r"turn-\d\d\.html$", name)]
    cards = [name.replace(".html", ".png") for name in turns]
    assert len(turns) == 5
    assert sorted(cards) == sorted(name for name in files if name.endswith(".png"))
    assert {size_of(files[name]) for name in cards} == {(1200, 630)}
    for name in cards:  # nothing but a digest of what it was painted from, and what painted it
        assert re.fullmatch(rb"Comment\0[0-9a-f]{64} typst [\w.]+", words_in(files[name]))
    assert len({files[name] for name in cards}) == 5  # each tells its own turn


def test_a_turn_names_its_card_and_its_own_address(zine: Desk) -> None:
    zine.write("zine.yaml", ZINE + f"site: {PLACE}\n")
    files = site(zine)
    page = files["games/näher-dran/turn-02.html"]
    said = metas(page)
    there = PLACE + "games/n%C3%A4her-dran/turn-02"
    assert said["og:image"] == there + ".png"
    assert said["og:url"] == there + ".html"
    assert f'<link rel="canonical" href="{there}.html">' in page.decode()
    assert said["og:title"] == "The Race, turn 2"
    assert said["og:site_name"] == "Test Zine"
    assert said["og:type"] == "article"
    assert said["twitter:card"] == "summary_large_image"
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
    assert said["og:image:alt"] == "The Race, Turn 2"
    headline = html.unescape(re.findall(r'class="lead">\s*<h2>(.*?)</h2>', page.decode())[0])
    assert said["og:description"].startswith(headline)
    assert said["description"] == said["og:description"]


def test_the_first_page_and_the_games_show_the_card_of_the_last_turn(zine: Desk) -> None:
    files = site(zine)
    assert metas(files["index.html"])["og:image"] == "games/n%C3%A4her-dran/turn-02.png"
    assert metas(files["games/table/index.html"])["og:image"] == "../../games/table/turn-01.png"
    assert metas(files["players/alice.html"])["twitter:card"] == "summary"
    assert "og:url" not in metas(files["index.html"])  # nobody said where the site is


def test_the_feed_points_to_the_address_that_a_turn_says_is_its_own(zine: Desk) -> None:
    zine.write("zine.yaml", ZINE + f"site: {PLACE}\n")
    zine.gm("issue")
    files = site(zine)
    feed = Xml.fromstring(files["feed.atom"])
    linked = {each.get("href") for each in feed.findall(f"{ATOM}entry/{ATOM}link")}
    said = {metas(data)["og:url"] for name, data in files.items() if re.search(r"turn-\d\d\.html|issues/", name)}
    assert linked == said


def test_only_a_card_that_changes_is_painted_again(zine: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm.print import cards, painting

    files, painted = site(zine), []
    monkeypatch.setattr(cards, "as_png", lambda svg: painted.append(svg) or painting.as_png(svg))
    assert site(zine) == files
    assert painted == []
    one_turn(zine, "table")
    after = site(zine)
    assert len(painted) == 1
    assert {name: after[name] for name in files if name.endswith(".png")} == {
        name: data for name, data in files.items() if name.endswith(".png")
    }
    zine.gm("site", "--to", zine.folder / "elsewhere")
    assert len(painted) == 1 + 6
    assert {path.name: path.read_bytes() for path in (zine.folder / "elsewhere/games/table").glob("*.png")} == {
        Path(name).name: data for name, data in after.items() if name.startswith("games/table/") and ".png" in name
    }


def test_a_template_that_cannot_be_painted_leaves_the_page_without_a_card(zine: Desk) -> None:
    zine.write(f"templates/{RACE}/picture.svg", "<svg viewBox='0 0 1 1'><unclosed")
    reports._environment.cache_clear()
    files = site(zine)
    assert "games/näher-dran/turn-02.png" not in files
    assert "games/table/turn-01.png" in files
    said = metas(files["games/näher-dran/turn-02.html"])
    assert "og:image" not in said
    assert said["twitter:card"] == "summary"


@pytest.mark.parametrize("rules", games.names())
def test_every_game_has_a_picture_for_its_card(desk: Desk, rules: str) -> None:
    name = begin(desk, rules)
    one_turn(desk, name)
    with_one = site(desk)[f"games/{name}/turn-01.png"]
    desk.write(f"templates/{rules}/picture.svg", "")
    reports._environment.cache_clear()
    assert site(desk)[f"games/{name}/turn-01.png"] != with_one


# The first page


def first(files: Files) -> str:
    return files["index.html"].decode()


def test_the_first_page_begins_with_the_last_turn(zine: Desk) -> None:
    files = site(zine)
    page = first(files)
    lead = re.findall(r'class="lead latest">.*?<h2><a href="([^"]+)">(.*?)</a></h2>(.*?)</section>', page, re.S)[0]
    turn = files["games/näher-dran/turn-02.html"].decode()
    assert lead[0] == "games/n%C3%A4her-dran/turn-02.html"
    assert f"<h2>{lead[1]}</h2>" in turn
    assert "<svg" in lead[2]
    told = text_of(page)
    assert "Turn 2 · 20 November 2026" in told
    assert told.index("The Race") < told.index("Turn 3 is open: orders by") < told.index(f"A game of {CARDS}")


def test_the_first_page_has_every_open_games_standings_and_deadline(zine: Desk) -> None:
    page = first(site(zine))
    assert page.count('<table class="standings">') == 2
    deadlines = text_of(page[page.index("<h2>Deadlines</h2>") :].partition("</table>")[0])
    assert re.search(r"The Race 3 \w+day \d+ December 2026", deadlines)
    assert f"A game of {CARDS} 2" in deadlines
    assert re.search(r'<td[^>]*>.*<a href="horses/\w+/[a-z-]+\.html">', page)


def test_before_the_first_turn_the_first_page_tells_of_the_start(desk: Desk) -> None:
    begin(desk, CARDS, "table")
    files = site(desk)
    assert "The start" in text_of(first(files))
    assert metas(files["index.html"])["og:image"] == "games/table/turn-00.png"


def test_a_zine_without_games_has_a_first_page(desk: Desk) -> None:
    desk.write("next/editorial.md", "# Soon\n\nWe begin in spring.\n")
    desk.gm("issue")
    files = site(desk)
    assert "No game is open." in text_of(first(files))
    assert not [name for name in files if name.endswith(".png")]


def test_a_site_from_before_is_brought_up_to_date_and_all_its_addresses_answer(zine: Desk) -> None:
    """What stood there before there were cards and people, as an older version listed it."""
    files = site(zine)
    folder = zine.folder / "site"
    old = [name for name in files if re.match(r"index|feed|games/[^/]+/(index|turn-\d\d)\.html|issues/", name)]
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.relative_to(folder).as_posix() not in (*old, ".under-orders-site"):
            path.unlink()
    assert set(old) <= set(site(zine))
    assert site(zine) == files


def test_a_card_that_somebody_changed_stops_the_site(zine: Desk) -> None:
    files = site(zine)
    card: Path = zine.folder / "site/games/table/turn-01.png"
    card.write_bytes(b"mine")
    assert "holds games/table/turn-01.png, which was changed" in zine.gm("site", code=1).err
    assert card.read_bytes() == b"mine"
    assert (zine.folder / "site/index.html").read_bytes() == files["index.html"]
