"""What many readers have in their pages is read and written once, and no page is the worse for it."""

from html import escape, unescape

from hypothesis import example, given, settings
from hypothesis import strategies as st

from gm.print import htmltree, mailpieces
from gm.print.mailpage import Mailed, Words, mailed
from gm.print.mailpieces import pieces_of
from gm.print.mailwriter import Whole
from gm.print.painting import Painter

TAGS = [
    "<html>",
    "<body>",
    "<main>",
    "</main>",
    "</body>",
    "<section>",
    "</section>",
    "<header>",
    "</header>",
    "<p>",
    "</p>",
]
TAGS += [
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<table>",
    "<tr>",
    "<td>",
    "</td>",
    "</tr>",
    "</table>",
    "<pre>",
    "</pre>",
    "<ul>",
    "<li>",
]
ODD = [
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<b",
    ">",
    "&",
    "&amp",
    "&lt;",
    "<![CDATA[",
    "]]>",
    "</",
    "<!",
    "<?",
]
SVG = '<svg viewBox="0 0 9 9"><use href="#s"></use></svg>'
WORDS = ["text", " two  words ", "\n", "\n\n", "\n<section>", '\n<section class="you">', SVG]
SPRITE = '<svg class="sprite"><symbol id="s" viewBox="0 0 3 3"></symbol></svg>'
HEAD = "<!DOCTYPE html>\n<html>\n<head>\n<title>a</title>\n<style>p { color: red }</style>\n"
PAGES = st.lists(st.sampled_from([*TAGS, *ODD, *WORDS, SPRITE, "</head>"]), max_size=30).map("".join)


@settings(max_examples=500)
@given(PAGES | PAGES.map(HEAD.__add__) | PAGES.map(f"{HEAD}</head>\n<body>".__add__))
@example("<main>\n<section><p>a</section>\n<section>b</section></main>")
@example("<p>a\n<section>b")
@example("<!-- \n<section> --> a")
@example('<b title="\n<section>">x</b>')
def test_a_page_in_pieces_is_the_whole_page(page: str) -> None:
    whole = [node for node in htmltree.read(page, Whole) if not isinstance(node, str) or node.strip()]
    assert [node for piece in pieces_of(page) for node in piece.nodes] == whole


def page_of(player: str, rows: str) -> str:
    own = f'tr[data-player="{player}"] td {{ font-weight: bold; background: #ffeeaa; }}'
    return (
        f"<html lang='en'><head><title>{player}</title><style>:root {{ --paper: #ffffff; --ink: #000000; }}\n{own}</style></head>"
        f"<body><header><div><h1>for {player}</h1></div></header>\n<main>\n<section><h2>Places</h2><table>{rows}</table></section>"
        f"\n<section><p>The same for all</p></section>\n<section><p>only {player}</p></section></main></body></html>"
    )


def mail_to(player: str) -> Mailed:
    rows = "".join(f'<tr data-player="{each}"><td>{each}</td><td>1</td></tr>' for each in ("alice", "bob", "carol"))
    return mailed(page_of(player, rows), Painter(), Words("attached", "elsewhere"), "example.org")


def test_everybodys_own_row_stands_out_in_their_own_mail_alone() -> None:
    together = [mail_to(player) for player in ("alice", "bob", "carol", "alice")]
    for player, made in zip(("alice", "bob", "carol", "alice"), together, strict=True):
        mailpieces._piece.cache_clear()
        assert made == mail_to(player)
        [bold] = {line for line in made.html.splitlines() if "<b>1</b>" in line}
        assert f"<b>{player}</b>" in bold


def test_what_all_have_is_read_once() -> None:
    mailpieces._piece.cache_clear()
    for player in ("alice", "bob", "carol"):
        mail_to(player)
    assert mailpieces._piece.cache_info().hits == 2 * 2  # the table and what is the same for all, for two more readers


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1))
@example("Crème brûlée & « Ça ira » – 馬, 🐎")
def test_a_mail_has_no_letter_that_would_have_to_be_encoded(name: str) -> None:
    page = f"<html><head><title>{escape(name)}</title></head><body><p>{escape(name)}</p></body></html>"
    made = mailed(page, Painter(), Words(f"attached: {name}", "elsewhere"), "example.org").html
    assert made.isascii()
    assert unescape(made).count(name) >= 3
