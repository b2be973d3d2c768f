"""A season in the issue and on the site: what is new, as it was printed, and where every link leads."""

import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from gm.core.words import LANGUAGES
from tests.conftest import Desk
from tests.examples import CARDS
from tests.seasons import draw, guest, make, played, ruled, two_rounds

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def cup(desk: Desk) -> Desk:
    two_rounds(desk)
    return desk


def issue(desk: Desk, number: int, form: str = "txt") -> str:
    return (desk.folder / f"issues/issue-{number:03}/issue.{form}").read_text(encoding="utf-8")


def site(desk: Desk) -> dict[str, str]:
    desk.gm("site")
    folder = desk.folder / "site"
    return {path.relative_to(folder).as_posix(): read(path) for path in folder.rglob("*") if path.suffix != ".png"}


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


# The issue


def test_an_issue_has_a_chapter_for_a_season(cup: Desk) -> None:
    cup.gm("issue", "--pdf")
    text = issue(cup, 1)
    assert "THE <WINTER> CUP" in text
    assert "Standings after round 2 of 3" in text
    assert "Draw of round 2" in text
    assert "Draw of round 1" not in text
    assert max(map(len, text.splitlines())) <= 72
    page = issue(cup, 1, "html")
    assert '<h2 id="season-1">The &lt;Winter&gt; Cup</h2>' in page
    assert page.count('class="season-run"') == 5


def test_what_was_printed_is_printed_again_only_if_it_reads_differently(cup: Desk) -> None:
    cup.gm("issue")
    assert "there is nothing new for issue 2" in cup.gm("issue", code=1).err
    played(cup, 2, 1, {"erin": 2, "alice": 1})
    cup.gm("issue")
    assert "Alice Grey" in issue(cup, 2)


def test_an_issue_stays_as_it_was_printed(cup: Desk) -> None:
    cup.gm("issue")
    before = issue(cup, 1), issue(cup, 1, "html")
    played(cup, 2, 1, {"erin": 2, "alice": 1})
    cup.gm("issue", "--number", 1)
    assert (issue(cup, 1), issue(cup, 1, "html")) == before


def test_a_season_of_which_nothing_is_drawn_is_no_news(desk: Desk) -> None:
    make(desk)
    assert "there is nothing new" in desk.gm("issue", code=1).err


# The site


def test_a_season_has_a_page_and_the_first_page_leads_there(cup: Desk) -> None:
    pages = site(cup)
    assert 'href="seasons/cup.html"' in pages["index.html"]
    assert "Standings after round 2 of 3" in pages["index.html"]
    page = pages["seasons/cup.html"]
    assert "Who met whom, and where" in page
    assert 'href="../players/erin.html"' in page
    assert "The &lt;Winter&gt; Cup" in page
    assert "<Winter>" not in page


def test_every_link_of_a_seasons_pages_leads_somewhere(cup: Desk) -> None:
    two_rounds(cup, "old", 2)
    pages = site(cup)
    for name in ("index.html", "seasons/index.html", "seasons/cup.html", "players/erin.html"):
        for href in re.findall(r'href="([^"#:]+)(?:#[^"]*)?"', pages[name]):
            target = (Path("/") / name).parent / href
            assert str(Path(*_normal(target.parts[1:]))) in pages, (name, href)


def _normal(parts: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for part in parts:
        if part == "..":
            found.pop()
        else:
            found.append(part)
    return found


def test_the_page_of_all_seasons_has_champions_and_the_ladder(cup: Desk) -> None:
    two_rounds(cup, "old", 2)
    cup.write("zine.yaml", "title: Z\nladder: {of: [old, cup], points: [10, 6], fade: 1/2}\n")
    page = site(cup)["seasons/index.html"]
    assert "Champions" in page
    assert 'href="old.html"' in page
    assert "The ladder of years" in page


def test_a_players_page_has_their_record(cup: Desk) -> None:
    page = site(cup)["players/erin.html"]
    assert 'href="../seasons/cup.html"' in page
    assert "1 of 5" in page


def test_draws_and_rounds_are_news(cup: Desk) -> None:
    draw(cup, 3, {1: ["erin", "bob"], 2: ["alice", "carol", "dave"]})
    pages = site(cup)
    feed = Xml.fromstring(pages["feed.atom"])
    told = {entry.findtext(f"{ATOM}title"): entry for entry in feed.iter(f"{ATOM}entry")}
    assert set(told) == {
        f"The <Winter> Cup: {what}"
        for what in ("draw of round 1", "draw of round 2", "draw of round 3", "round 1 is over", "round 2 is over")
    }
    assert told["The <Winter> Cup: draw of round 3"].findtext(f"{ATOM}summary") == (
        "Table 1: Erin Grey, Bob Grey\nTable 2: Alice Grey, Carol Grey, Dave Grey"
    )
    assert told["The <Winter> Cup: round 2 is over"].findtext(f"{ATOM}summary") == (
        "Table 1: 1 Erin Grey, 2 Alice Grey\nTable 2: 1 Bob Grey, 2 Carol Grey"
    )
    for entry in told.values():
        link = entry.find(f"{ATOM}link")
        assert link is not None
        page, _, anchor = link.attrib["href"].partition("#")
        assert f'id="{anchor}"' in pages[page]


def test_written_twice_the_site_is_the_same(cup: Desk) -> None:
    assert site(cup) == site(cup)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_private_is_published_in_any_language(cup: Desk, language: str) -> None:
    players = "".join(
        f"{each}: {{name: {each}, mail: {each}@example.org}}\n" for each in ("alice", "bob", "carol", "dave", "erin")
    )
    cup.write("players.yaml", players)
    cup.write("zine.yaml", f"title: Z\nlanguages: [{language}]\n")
    guest(cup, "zoe", "Zoe Quick", 3)
    ruled(cup, "bob", "3/2", "quarrelled with the umpire", False)
    ruled(cup, "carol", "1", "came late", True)
    cup.gm("issue")
    published = [*site(cup).values(), issue(cup, 1), issue(cup, 1, "html")]
    assert any("Zoe Quick" in each for each in published)
    assert any("came late" in each for each in published)
    for secret in ("secret-club", "quarrelled", "example.org"):
        assert not any(secret in each for each in published), secret
    assert any("Seasons" in each for each in published) == (language == "en")


def test_a_zine_without_seasons_has_no_word_of_them(desk: Desk) -> None:
    desk.write("next/editorial.md", "Hello.\n")
    desk.gm("issue")
    pages = site(desk)
    assert not [name for name in pages if name.startswith("seasons")]
    assert "Seasons" not in pages["index.html"]


def test_the_games_of_a_season_and_its_page_lead_to_each_other(desk: Desk) -> None:
    desk.gm("new", "cup", "--season", "tables")
    desk.write(
        "seasons/cup.yaml",
        f"season: tables\ngame: {{rules: {CARDS}}}\nentrants: [alice, bob, carol, dave, erin, frank]\n"
        "rounds: 2\ntables: {best: 3}\n",
    )
    desk.gm("draw", "cup")
    pages = site(desk)
    assert 'href="../games/cup-r1-t1/index.html"' in pages["seasons/cup.html"]
    assert 'href="../../seasons/cup.html"' in pages["games/cup-r1-t1/index.html"]
    assert "Standings while round 1 of 2 is being played" in pages["index.html"]
