"""What a report says arrives, whatever a mail program drops: the rules of each are in mail_clients.yaml."""

import email
import email.policy
import re
import sqlite3
from collections import Counter
from email.message import EmailMessage
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from gm.print import htmltree, mailpage, painting
from gm.print.mailpage import Mailed
from gm.print.mailwriter import Whole
from gm.print.painting import Painter
from gm.print.styles import Part, Sheet, variables_of
from gm.reports.silks import SIGNS
from tests.browser import Browser, page_of
from tests.conftest import Desk
from tests.examples import race_file
from tests.mailclients import CLIENTS, DOMAIN, HARMLESS, RULES, WORDS, as_mail, contrast, on_screen, said_in, shown

A_PICTURE = (
    '<svg viewBox="0 0 40 20"><title>A line</title><desc>It rises.</desc><path d="M0 20L40 0" stroke="#000"/></svg>'
)


def reports(folder: Path) -> list[Path]:
    """Of every game in the gallery its start, its middle and its end, for everybody and for some alone."""
    chosen: list[Path] = []
    for game in sorted(each for each in (folder / "demo/issues").iterdir() if (each / "turn-00").is_dir()):
        turns = sorted(game.glob("turn-*"))
        for turn in (turns[0], turns[len(turns) // 2], turns[-1]):
            readers = sorted(each for each in turn.glob("*.html") if each.stem != "public")
            chosen += [turn / "public.html", readers[0], readers[len(readers) // 2]]
    return [*chosen, *sorted(folder.glob("long/issues/*/turn-01/ann.html"))]


@pytest.fixture(scope="module")
def mails(gallery: Path) -> dict[Path, Mailed]:
    return {path: as_mail(path) for path in reports(gallery)}


@pytest.fixture(scope="module")
def joined(gallery: Path) -> dict[Path, Mailed]:
    """Three games in one mail, as many as there is room for: of a turn that they all have."""
    pages = together(gallery)
    words = [(path.read_text(encoding="utf-8"), WORDS) for path in pages]
    assert len(words) == 3
    return {path: mailpage.mailed_together(words, Painter(), DOMAIN) for path in pages[:1]}


def together(gallery: Path) -> list[Path]:
    return sorted((gallery / "demo/issues").glob("*/turn-05/public.html"))[:3]


def words_of(page: str) -> Counter[str]:
    """What is there to be read on a page, but for bars beside figures, and what the page hides."""
    hidden = set(re.findall(r"<style>\.([\w-]+) \{ display: none; \}</style>", page)) | {"bar"}
    return Counter(htmltree.words(_visible(htmltree.read(page, Whole), hidden)).split())


def _visible(nodes: list[Any], hidden: set[str]) -> list[Any]:
    seen = [node for node in nodes if isinstance(node, str) or not hidden.intersection(node["class"])]
    return [node if isinstance(node, str) else node | {"children": _visible(node["children"], hidden)} for node in seen]


def test_a_mail_says_what_the_page_says(mails: dict[Path, Mailed]) -> None:
    for path, mail in mails.items():
        written = Counter(htmltree.words(htmltree.read(mail.html, Whole)).split())
        more = written - words_of(path.read_text(encoding="utf-8"))
        assert not words_of(path.read_text(encoding="utf-8")) - written, path
        assert set(more) <= {"—", *WORDS.attached.split(), *SIGNS.values()}, path


def test_several_pages_in_one_mail_all_say_what_they_say(gallery: Path, joined: dict[Path, Mailed]) -> None:
    (mail,) = joined.values()
    written = Counter(htmltree.words(htmltree.read(mail.html, Whole)).split())
    for page in together(gallery):
        assert not words_of(page.read_text(encoding="utf-8")) - written, page
    assert len(mail.html.encode()) <= mailpage.LONGEST
    assert mail.html.count("<h1") == 3
    assert {f"cid:{each.name}@{DOMAIN}" for each in mail.pictures} == set(re.findall('cid:[^"]*', mail.html))


def test_pages_that_share_a_mail_share_the_room_that_there_is() -> None:
    parts = "".join(f"<section><h2>Part {number}</h2>{A_PICTURE}<p>{'word ' * 7000}</p></section>" for number in (1, 2))
    page = f"<html lang='en'><body><header><h1>A game</h1></header><main>{parts}<pre>{'1: 22 ' * 50}</pre></main></body></html>"
    mail = mailpage.mailed_together([(page, WORDS)] * 3, Painter(), DOMAIN)
    assert len(mail.html.encode()) <= mailpage.LONGEST
    assert mail.html.count("<h2") == 6
    assert mail.html.count(WORDS.elsewhere) >= 4
    assert mail.html.count("<pre") == mail.html.count(WORDS.attached) == 3
    assert len(mail.pictures) == 1


@pytest.mark.parametrize("client", CLIENTS)
def test_no_mail_program_loses_what_is_said(mails: dict[Path, Mailed], joined: dict[Path, Mailed], client: str) -> None:
    for path, mail in [*mails.items(), *joined.items()]:
        seen = shown(mail.html, client)
        assert said_in(seen) == said_in(shown(mail.html, "apple-mail")), path
        assert set(seen.lost) <= set(HARMLESS), path


@pytest.mark.parametrize("client", CLIENTS)
def test_every_word_can_be_read_in_its_colour(mails: dict[Path, Mailed], client: str) -> None:
    for path, mail in mails.items():
        for text, colour, ground in shown(mail.html, client).texts:
            if text.strip("\xa0"):
                assert colour, (path, text)
                assert ground, (path, text)
                least = 2.9 if text in SIGNS.values() else 4.5  # silks are no words
                assert contrast(colour, ground) >= least, (path, text, colour, ground)


@pytest.mark.parametrize("client", CLIENTS)
def test_pages_to_fill_in_keep_their_lines_and_rows_their_cells(mails: dict[Path, Mailed], client: str) -> None:
    for path, mail in mails.items():
        page, seen = path.read_text(encoding="utf-8"), shown(mail.html, client).html
        assert _pres(page) == _pres(seen), path
        for tag in ("tr", "td", "th"):
            extra = RULES[client]["mso"] and tag != "th"  # the table that holds it together
            assert len(re.findall(f"<{tag}[ >]", seen)) == len(re.findall(f"<{tag}[ >]", _bare(mail))) + extra, path
        figures = re.findall(r"<td class=\"n\"", page)
        assert not figures or 'align="right"' in seen, path


def _pres(html: str) -> list[str]:
    return [unescape(each) for each in re.findall(r"<pre[^>]*>(.*?)</pre>", html, re.DOTALL)]


def _bare(mail: Mailed) -> str:
    return re.sub(r"<!--\[if mso\]>.*?<!\[endif\]-->", "", mail.html, flags=re.DOTALL)


@pytest.mark.parametrize("client", CLIENTS)
def test_pictures_are_in_the_mail_and_say_what_they_show(mails: dict[Path, Mailed], client: str) -> None:
    for path, mail in mails.items():
        inside = {f"cid:{each.name}@{DOMAIN}" for each in mail.pictures}
        images = re.findall(r"<img [^>]*>", shown(mail.html, client).html)
        assert {re.findall(r'src="([^"]*)"', each)[0] for each in images} == inside, path
        for each in images:
            assert 10 < len(re.findall(r'alt="([^"]+)"', each)[0]) <= 400, path
            assert re.search(r'width="\d+"', each), path
        svgs = len(set(re.findall(r"<svg\b.*?</svg>", path.read_text(encoding="utf-8"), re.DOTALL)))
        assert bool(inside) == bool(svgs)


def test_there_is_nothing_in_a_mail_that_programs_would_ask_for_elsewhere(mails: dict[Path, Mailed]) -> None:
    for path, mail in mails.items():
        for never in ("var(", "<svg", "url(", "data:", "<script", "<form", "position:", "flex", "rem;", 'src="http'):
            assert never not in mail.html, (path, never)
        assert len(mail.html.encode()) < 100_000, path
        assert sum(len(each.png) for each in mail.pictures) < 1_000_000, path


def test_the_readers_own_line_is_marked_without_its_colour_too(mails: dict[Path, Mailed]) -> None:
    marked = 0
    for path, mail in mails.items():
        own = re.findall(rf"<tr data-player=\"{path.stem}\">", path.read_text(encoding="utf-8"))
        rows = re.findall(r"<tr valign=\"top\">(?:<td[^>]*bgcolor[^>]*><b>.*?</td>)+</tr>", mail.html)
        assert len(rows) == len(own), path
        marked += len(own)
    assert marked > 5


@pytest.mark.parametrize("client", CLIENTS)
def test_it_fits_a_telephone_and_a_desk_by_day_and_by_night(
    browser: Browser, mails: dict[Path, Mailed], client: str
) -> None:
    """Word sets pages on desks alone."""
    widths = (700,) if RULES[client]["mso"] else (360, 700)
    for path, mail in [*mails.items()][1::4]:
        for width in widths:
            for dark in (False, True):
                with page_of(browser, on_screen(mail, client, dark), width=width, dark=dark) as page:
                    needed = page.evaluate("document.documentElement.scrollWidth")
                    assert needed <= width + 1, (path, client, width)
                    wide = page.evaluate("[...document.images].map(each => each.getBoundingClientRect().width)")
                    assert all(20 < each <= width for each in wide), path


def test_by_night_colours_change_where_a_program_asks_for_it(browser: Browser, mails: dict[Path, Mailed]) -> None:
    """Every text against its ground, as Chromium computes them."""
    looked = "[...document.querySelectorAll('td,th,p,h1,h2,h3,pre,b,span,a')].filter(e=>[...e.childNodes].some(n=>n.nodeType==3&&n.data.trim().length>1)).map(e=>{let g=e;while(getComputedStyle(g).backgroundColor=='rgba(0, 0, 0, 0)')g=g.parentElement;return [getComputedStyle(e).color,getComputedStyle(g).backgroundColor]})"
    for mail in [*mails.values()][1::5]:
        with page_of(browser, on_screen(mail, "apple-mail"), width=360, dark=True) as page:
            pairs = {tuple(map(_hex, pair)) for pair in page.evaluate(looked)}
        assert min(contrast(*pair) for pair in pairs) >= 4.5
        assert any(contrast(ground, "#000000") < 1.5 for _, ground in pairs)


def _hex(colour: str) -> str:
    return "#" + "".join(f"{int(each):02x}" for each in re.findall(r"\d+", colour)[:3])


# What is not as it should be


def page(body: str, style: str = "") -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>T</title><style>{style}</style></head><body>{body}</body></html>'
    )


def test_what_would_make_a_mail_too_long_is_in_the_page_alone_but_never_the_page_to_fill_in() -> None:
    rows = "".join(f"<tr><td>Horse {number}</td><td class=n>{number}</td></tr>" for number in range(3000))
    long = f"<section><h2>The field</h2><table>{rows}</table></section>"
    order = "<section><h2>Your page</h2><pre>" + "turn: 1\n" * 2000 + "</pre></section>"
    mail = as_mail(page(f"<main>{long}{order}<section><h2>Next</h2><p>Friday.</p></section></main>"))
    assert len(mail.html.encode()) < 100_000
    assert WORDS.elsewhere in mail.html
    assert "Horse 2" not in mail.html
    for kept in ("The field", "Your page", "turn: 1", "Friday."):
        assert kept in mail.html


def test_pictures_beyond_what_a_mail_can_carry_are_told_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    shown_once = as_mail(page(A_PICTURE * 2))
    assert (shown_once.html.count("<img"), len(shown_once.pictures)) == (2, 1)
    monkeypatch.setattr(painting, "MOST_IN_A_MAIL", 10)
    without = as_mail(page(A_PICTURE))
    assert (without.pictures, "<i>A line. It rises.</i>" in without.html) == ([], True)


def test_in_a_large_field_pictures_for_each_reader_alone_end_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painting, "MOST_PAINTED", 2)
    painter = Painter(1000)
    painted = [painter.paint(A_PICTURE.replace("40 0", f"{number} 0"), {}) for number in (1, 2, 3, 1)]
    assert [bool(each) for each in painted] == [True, True, False, True]
    assert Painter(1000).allowance < Painter(40).allowance


@pytest.mark.parametrize(
    "odd",
    [
        "",
        "<svg>",
        "<svg viewBox='0 0 1 1'><nonsense",
        '<svg viewBox="0 0 9999999 9"></svg>',
        '<svg viewBox="0 0 10 10"><path d="what"/><text>&nbsp;&</text></svg>',
        "<table><tr><td><table><tr><td>in",
        "<p style='color: var(--nothing); background: url(http://example.org/x.png)'>said",
        "<div " * 3000,
        "<ul class='told'>loose<li>said</ul>",
        "<img src=http://example.org/x.png alt='said'>",
        "<a href='javascript:alert(1)'>said</a><a href=#top>said</a>",
        "<p style='color:red\" onclick=\"x'>said",
    ],
)
def test_a_page_of_the_zines_own_never_stops_a_mail(odd: str) -> None:
    mail = as_mail(page(odd, "} { .x { color: ; } @media { p { --a: } :root { --paper: url(x); --ink: } /* "))
    assert "</html>" in mail.html
    for never in ("<svg", "url(", "javascript", "src=", 'onclick="x'):
        assert never not in mail.html
    assert ("said" in mail.html) == ("said" in odd)


def test_styles_are_written_into_elements_as_a_browser_would_have_them() -> None:
    css = ":root { --a: #111111; } .n { color: var(--a) } td.n { color: var(--b, #222222) } div > p { color: #333 } "
    css += (
        "p:hover { color: red } td:nth-child(2) { color: #444 } @media print { td { color: #000 } } td { color: #555 }"
    )
    sheet = Sheet(css, variables_of(css))
    part = lambda tag, *classes, place=1: Part(tag, frozenset(classes), {}, place)  # noqa: E731
    assert sheet.of([part("td", "n")]) == {"color": "#222222"}
    assert sheet.of([part("td")]) == {"color": "#555"}
    assert sheet.of([part("td", place=2)]) == {"color": "#444"}
    assert sheet.of([part("div"), part("p")]) == {"color": "#333"}
    assert sheet.of([part("div"), part("b"), part("p")]) == {}
    assert sheet.of([part("b", "n")]) == {"color": "#111111"}


# In the outbox


@pytest.fixture
def zine(desk: Desk) -> Desk:
    people = ("alice", "bob", "dave")
    desk.write(
        "players.yaml", "".join(f"{each}: {{name: {each.title()}, mail: {each}@example.org}}\n" for each in people)
    )
    desk.write("games/race.yaml", race_file({each: f"Horse {each}" for each in people}, "6 plain", "The Race"))
    desk.write("zine.yaml", "title: Test Zine\nmail: {from: Test Zine <zine@example.org>}\n")
    desk.gm("start", "race")
    for number, each in enumerate(people):
        desk.write(f"inbox/{each}.yaml", f"game: race\nturn: 1\nplayer: {each}\norders: {{1: {9 - number}}}\n")
    desk.gm("take")
    desk.gm("run", "race", "--now")
    return desk


def mail_to(desk: Desk, player: str) -> EmailMessage:
    (path,) = (desk.folder / "outbox").glob(f"*-{player}*.eml")
    return email.message_from_bytes(path.read_bytes(), policy=email.policy.default)  # type: ignore[return-value]


def tree(part: Any) -> Any:
    kind = part.get_content_type()
    return (kind, [tree(each) for each in part.iter_parts()]) if part.is_multipart() else kind


def test_a_message_is_put_together_as_mail_programs_expect_it(zine: Desk) -> None:
    zine.gm("mail", "race")
    message = mail_to(zine, "alice")
    related = ("multipart/related", ["text/html", "image/png", "image/png"])
    body = ("multipart/alternative", ["text/plain", related])
    assert tree(message) == ("multipart/mixed", [body, "text/html", "text/html"])
    html = message.get_body(("html",)).get_content()  # type: ignore[union-attr]
    pictures = [each for each in message.walk() if each.get_content_type() == "image/png"]
    for each in pictures:
        assert each.get_content().startswith(b"\x89PNG")
        assert f'src="cid:{each["Content-ID"].strip("<>")}"' in html
        assert each.get_content_disposition() == "inline"
    lines = message.as_bytes().split(b"\n")
    assert max(map(len, lines)) <= 998
    form, whole = (each for each in message.iter_attachments())
    assert (form.get_filename(), whole.get_filename()) == ("race-turn-2.html", "race-turn-1-report.html")
    kept = (zine.folder / "issues/race/turn-01/alice.html").read_text(encoding="utf-8")
    assert whole.get_content().replace("\r\n", "\n").rstrip() == kept.rstrip()
    text = message.get_body(("plain",)).get_content().replace("\r\n", "\n")  # type: ignore[union-attr]
    assert text.rstrip() == (zine.folder / "issues/race/turn-01/alice.txt").read_text(encoding="utf-8").rstrip()


def test_the_same_report_makes_the_same_mail(zine: Desk) -> None:
    zine.gm("mail", "race")
    first = mail_to(zine, "bob").get_body(("html",)).get_content()  # type: ignore[union-attr]
    for path in (zine.folder / "outbox").glob("*.eml"):
        path.unlink()
    zine.gm("mail", "race", "--again")
    paths = sorted((zine.folder / "outbox").glob("*-bob*.eml"))
    again = email.message_from_bytes(paths[-1].read_bytes(), policy=email.policy.default)
    assert again.get_body(("html",)).get_content() == first  # type: ignore[union-attr]


def test_a_picture_that_everybody_gets_is_kept_once(zine: Desk) -> None:
    zine.gm("mail", "race")
    db = sqlite3.connect(zine.folder / "zine.db")
    pictures = [lines for (lines,) in db.execute("SELECT lines FROM enclosures") if lines.startswith(b"iVBOR")]
    assert len(pictures) == 2
    kept = [len(content) for (content,) in db.execute("SELECT content FROM outbox WHERE kind = 'report'")]
    files = [len(path.read_bytes()) for path in (zine.folder / "outbox").glob("*.eml")]
    assert len(files) == 3
    assert sum(files) - sum(kept) > 3 * 20_000


def test_a_damaged_piece_is_told_in_a_sentence(zine: Desk) -> None:
    zine.gm("mail", "race")
    with sqlite3.connect(zine.folder / "zine.db") as db:
        db.execute("DELETE FROM enclosures")
    assert "a piece of a message cannot be read" in zine.gm("mail", "--files", code=1).err


def test_a_covering_letter_stands_in_the_mail_and_in_the_page(zine: Desk) -> None:
    zine.write("letter.md", "Dear all,\n\n*late* again.\n")
    zine.gm("mail", "race", "--with", zine.folder / "letter.md")
    message = mail_to(zine, "dave")
    *_, whole = message.iter_attachments()
    for html in (message.get_body(("html",)).get_content(), whole.get_content()):  # type: ignore[union-attr]
        assert "<em>late</em> again." in html


def test_an_order_in_a_reply_to_such_a_mail_is_read(zine: Desk) -> None:
    """Whole messages come back: quoted as HTML alone, and with everything attached again."""
    zine.gm("mail", "race")
    message = mail_to(zine, "alice")
    html = message.get_body(("html",)).get_content()  # type: ignore[union-attr]
    filled = re.sub(r"(?m)^  (\d):.*", r"  \1: 7", html)
    reply = EmailMessage()
    reply["From"], reply["Message-ID"], reply["Subject"] = "alice@example.org", "<1@example.org>", "Re: The Race"
    reply.set_content(filled, subtype="html")
    for each in message.iter_attachments():
        reply.add_attachment(each.get_content(), subtype="html", filename=each.get_filename())
    (zine.folder / "inbox/reply.eml").write_bytes(reply.as_bytes())
    assert "taken (race, turn 2, alice)" in zine.gm("take").out


def test_templates_of_a_zines_own_can_say_how_mails_look(zine: Desk) -> None:
    zine.write("templates/mail.css", "h2 { color: #123456; }\nbody { background-color: #ffffff; color: #000000; }\n")
    zine.gm("mail", "race")
    assert '<h2 style="color:#123456' in mail_to(zine, "alice").get_body(("html",)).get_content()  # type: ignore[union-attr]


def test_the_longest_mail_stays_below_where_programs_cut() -> None:
    assert min(rules["clip"] for rules in RULES.values() if "clip" in rules) > mailpage.LONGEST + 1000
