"""The booklet: the same facts on paper, whatever people wrote, and sheets that fold into the right order."""

import re
import subprocess
import sys
from html import escape, unescape
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader

from gm import games
from gm.desk.desk import open_desk
from gm.desk.publish import stored_report
from gm.print.booklet import BadBooklet, Part, imposed, pdf, sheets
from gm.print.htmltree import read, words
from gm.print.typesetting import breakable
from gm.reports.render import body
from tests.booklets import CHART, MM, bare, booklet, pages, table
from tests.conftest import Desk
from tests.playing import begin, turns

ROOT = Path(__file__).parent.parent
RUN_IN = re.compile(r'<table class="run-in">\s*<tr>(.*?)</tr>', re.DOTALL)  # the heads of tables set as one paragraph
MARKUP = '# $x$ *b* _i_ \\ @ref <label> `q` #image("x") [y] // /* {{ z }} ~ -- = + ---'


def set_in_print(html: str, **more: str) -> str:
    return bare("".join(pages(pdf(booklet(Part("Letters", html), **more)))))


def test_the_cover_has_title_issue_date_and_games_and_no_number() -> None:
    cover, contents, *_ = pages(pdf(booklet(Part("Editorial", "<p>Mud.</p>"), cover=["The Grand National"])))
    assert all(each in cover for each in ("The Muddy Hoof", "Issue 7", "The Grand National", "Ann Grey"))
    assert "1" not in cover.split()
    assert "2" in contents.split()


def test_the_contents_name_the_page_where_each_part_stands() -> None:
    filler = "<p>" + "The going is soft. " * 150 + "</p>"
    parts = [Part(f"Race {number} begins", filler * (number % 3 + 1)) for number in range(7)]
    document = pdf(booklet(*parts))
    told = pages(document)
    listed = dict(re.findall(r"(Race \d begins) [ .]+(\d+)", told[1]))
    where = {
        part.title: next(n for n, text in enumerate(told, 1) if f"{part.title}\nThe going" in text) for part in parts
    }
    assert {title: int(page) for title, page in listed.items()} == where
    assert all(bare(text).endswith(f"{n}TheMuddyHoof·Issue7") for n, text in enumerate(told[:-1], 1) if n % 2 == 0)
    assert all(re.search(rf"(Race\dbegins){n}$", bare(text)) for n, text in enumerate(told[:-1], 1) if n % 2 and n > 1)


def test_a_picture_that_does_not_fit_floats_to_the_next_page_and_the_text_runs_on() -> None:
    filler = "<p>" + "The going is soft. " * 110 + "</p>"
    section = f"<section><h2>The race so far</h2>{CHART.format('Crisp leads')}</section>"
    _, first, second, _ = pages(pdf(booklet(Part("Race", f"{filler}{section}<p>Afterwards.</p>"))))
    assert "Afterwards." in first
    assert all(each in second for each in ("The race so far", "Crisp leads"))


def test_a_picture_that_fits_stays_where_it_is() -> None:
    _, page, *_ = pages(pdf(booklet(Part("Race", f"<p>Before.</p>{CHART.format('Crisp leads')}<p>Afterwards.</p>"))))
    assert all(each in page for each in ("Before.", "Crisp leads", "Afterwards."))


def test_pictures_never_float_into_the_next_turn() -> None:
    filler = "<p>" + "The going is soft. " * 110 + "</p>"
    turns = [Part(f"Turn {n}", f"{filler}{CHART.format(f'Chart {n}')}", level=2) for n in range(1, 4)]
    told = pages(pdf(booklet(Part("Race", ""), *turns, Part("Waiting list", "<p>Bob.</p>"))))
    order = re.findall(r"Turn \d(?=\nThe)|Chart \d|Waiting list\n", "\n".join(told))
    assert order == ["Turn 1", "Chart 1", "Turn 2", "Chart 2", "Turn 3", "Chart 3", "Waiting list\n"]


def test_a_game_and_its_first_turn_stand_on_one_page() -> None:
    told = pages(pdf(booklet(Part("Race", ""), Part("Turn 4", CHART.format("Chart"), level=2))))
    assert all(each in told[1] for each in ("Race", "Turn 4", "Chart"))


@pytest.mark.parametrize("count", [12, 30])
def test_a_picture_that_floats_does_not_come_down_in_the_middle_of_a_table(count: int) -> None:
    filler = "<p>" + "The going is soft. " * 90 + "</p>"
    rows = [[f"Horse {number}", "x"] for number in range(count)]
    told = "".join(
        pages(pdf(booklet(Part("Race", filler + CHART.format("Crisp leads") + table(["Horse", "Jockey"], *rows)))))
    )
    assert told.index("Crisp leads") < told.index("Horse 0") or told.index("Crisp leads") > told.index(
        f"Horse {count - 1}"
    )
    assert all(f"Horse {number} " in told for number in range(count))


HEAD = ["Place", "Player", "Game", "Points", "Address for correspondence", "Remarks by the editor", "Since"]
ROW = "1|Alexandra Featherstonehaugh|Grand National|1200|Wolverhampton, Staffordshire|Unquestionably magnificent|September"


def loose_words(document: bytes) -> list[str]:
    """The words on the pages as a reader tells them apart: such as touch or cover each other are one."""
    found = PdfReader(BytesIO(document)).pages[1:]
    return [word for page in found for word in page.extract_text(extraction_mode="layout").split()]


@pytest.mark.parametrize("paper", ["a5", "a4"])
def test_the_words_of_a_crowded_table_stand_side_by_side_and_whole(paper: str) -> None:
    found = loose_words(pdf(booklet(Part("Editorial", table(HEAD, ROW.split("|")))), paper))
    assert [word for word in " ".join([*HEAD, ROW.replace("|", " ")]).split() if word not in found] == []


def test_bold_words_and_code_in_a_crowded_table_stay_apart_too() -> None:
    cells = [f"{mark}{word}{mark}" for word in ("Unquestionably", "Wolverhampton") for mark in ("**", "`", "*")]
    found = [word.strip(":") for word in loose_words(pdf(booklet(Part("Editorial", table(cells, cells)))))]
    assert (found.count("Unquestionably"), found.count("Wolverhampton")) == (6, 6)


def test_a_table_that_fits_at_no_size_is_told_row_by_row() -> None:
    head, row = ([f"{word}{number}" for number in range(30)] for word in ("Heading", "cell"))
    found = " ".join(loose_words(pdf(booklet(Part("Editorial", table(head, row))))))
    assert all(f"Heading{number}: cell{number}" in found for number in range(30))


def test_a_table_with_few_rows_and_very_much_in_them_runs_on_to_the_next_page() -> None:
    numbered = " ".join(f"word{number}" for number in range(900))
    told = pages(pdf(booklet(Part("Editorial", table(["a", "b"], ["x", numbered])))))
    assert all(f"word{number}" in " ".join(told) for number in range(900))
    assert len(told) > 3


def test_a_title_in_arabic_leaves_the_number_of_its_page_where_it_is() -> None:
    filler = "<p>" + "The going is soft. " * 250 + "</p>"
    document = pdf(booklet(Part("Race مرحبا", filler), title="Hoof مرحبا"))
    laid_out = [page.extract_text(extraction_mode="layout") for page in PdfReader(BytesIO(document)).pages]
    contents, footer = (
        next(line.split() for line in page.splitlines()[at:] if "Race" in line)
        for page, at in ((laid_out[1], 0), (laid_out[2], -1))
    )
    assert (contents[0], contents[-1].strip("."), footer[0], footer[-1]) == ("Race", "2", "Race", "3")


@pytest.mark.slow
@pytest.mark.parametrize("rules", games.names())
@pytest.mark.parametrize("paper", ["a5", "a4"])
def test_the_booklet_has_every_word_of_the_page_and_of_its_pictures(desk: Desk, rules: str, paper: str) -> None:
    name = begin(desk, rules)
    played = [going for _, going in zip(range(2), turns(desk, name), strict=False)]
    with open_desk(desk.folder, desk.now) as at:
        reports = [stored_report(at, name, turn, None) for turn in range(len(played) + 1)]
    bodies = [body(report, "html", None) for report in reports]
    told = bare("".join(pages(pdf(booklet(*(Part(f"Turn {n}", html) for n, html in enumerate(bodies))), paper))))
    told += bare(
        "".join(re.sub("<[^>]+>", "", head) for html in bodies for head in RUN_IN.findall(html))
    )  # are not set
    drawn = [unescape(each) for html in bodies for each in re.findall(r"<text\b[^>]*>([^<]+)</text>", html)]
    assert len(drawn) > 20
    assert [each for html in bodies for each in words(read(html)).split() if bare(each) not in told] == []
    assert [each for text in drawn for each in text.split() if bare(each) not in told] == []


def test_a_link_says_where_it_leads() -> None:
    told = set_in_print('<p><a href="https://example.org/a">rules</a> <a href="mailto:ann@example.org">Ann</a></p>')
    assert "rules<https://example.org/a>Ann<ann@example.org>" in told
    assert "<" not in set_in_print('<p><a href="https://example.org">https://example.org</a> <a href="#x">up</a></p>')


@pytest.mark.parametrize("place", ["p", "li", "td", "h2", "blockquote", "code", "pre", "summary", "b", "footer", "a"])
def test_whatever_a_person_wrote_appears_as_they_wrote_it(place: str) -> None:
    inside = {"li": "<ul>{}</ul>", "td": "<table><tr>{}</tr></table>", "footer": "<blockquote>{}</blockquote>"}
    html = inside.get(place, "{}").format(f"<{place}>{escape(MARKUP)}</{place}>")
    assert bare(MARKUP) in set_in_print(html)


def test_titles_are_text_too() -> None:
    document = pdf(booklet(Part(MARKUP, "<p>x</p>"), title=MARKUP, cover=[MARKUP]))
    assert all(bare(MARKUP) in bare(page) for page in pages(document)[:2])
    info = PdfReader(BytesIO(document)).metadata
    assert info is not None
    assert info.title == f"{MARKUP}, Issue 7"


ordinary = st.text(st.characters(codec="utf-8", max_codepoint=0x24F, exclude_categories=["Cc"]), max_size=200)


@pytest.mark.slow
@given(ordinary)
def test_any_text_in_latin_letters_is_printed_as_it_is(text: str) -> None:
    assert bare(text) in set_in_print(f"<p>{escape(text)}</p>")


@pytest.mark.slow
@given(st.text(max_size=80), st.sampled_from(["p", "td", "h3", "code", "pre"]))
def test_any_text_at_all_can_be_set(text: str, tag: str) -> None:
    html = f"<table><tr><td>{escape(text)}</td></tr></table>" if tag == "td" else f"<{tag}>{escape(text)}</{tag}>"
    assert len(pages(pdf(booklet(Part(text, html), title=text, cover=[text])))) >= 2


@pytest.mark.slow
@given(st.text("<>/ap=\"'&;!-tdsvg ", max_size=60))
def test_broken_html_can_be_set(html: str) -> None:
    assert len(pages(pdf(booklet(Part("Letters", html))))) >= 2


def test_greek_and_cyrillic_are_carried_along_and_halves_of_letters_are_marked() -> None:
    told = set_in_print("<p>Ελλάδα Привет \ud800 \x00</p>")
    assert "Ελλάδα" in told
    assert "Привет" in told
    assert told.count("\ufffd") == 2


def test_press_of_six_thousand_letters_breaks_over_pages_and_loses_nothing() -> None:
    numbered = " ".join(f"word{number}" for number in range(700))
    told = set_in_print(f"<blockquote><p>{numbered}</p><footer>Long</footer></blockquote>")
    assert all(f"word{number}" in told for number in range(700))


def test_a_word_that_fits_on_no_line_stays_on_the_page() -> None:
    document = pdf(booklet(Part("Letters", f"<p>{'x' * 300}</p><table><tr><td>{'y' * 90}</td><td>z</td></tr></table>")))
    page = PdfReader(BytesIO(document)).pages[1]
    edges: list[float] = []
    page.extract_text(visitor_text=lambda text, _, at, *__: edges.append(at[4]) if text.strip() else None)
    assert bare(page.extract_text()).count("x") == 300
    assert max(edges) < float(page.mediabox.width)
    assert len(page.extract_text().splitlines()) > 8


def test_the_head_of_a_long_table_stands_on_every_page() -> None:
    rows = "".join(f"<tr><td>Horse {n} {'x' * 60}</td><td class='n'>{n}</td></tr>" for n in range(90))
    told = pages(pdf(booklet(Part("Field", f"<table><tr><th>Horse</th><th class='n'>Points</th></tr>{rows}</table>"))))
    listed = [text for text in told if "xxx" in text]
    assert len(listed) > 1
    assert [text.count("Points") for text in listed] == [1] * len(listed)
    assert all(f"Horse {n} " in " ".join(told) for n in range(90))


def test_empty_parts_and_an_empty_issue_can_be_set() -> None:
    assert len(pages(pdf(booklet(Part("", ""), Part("Letters", "<table></table><ul></ul><p></p><code></code>"))))) == 4
    assert len(pages(pdf(booklet(title="")))) == 4


def test_what_is_for_the_screen_alone_is_not_printed() -> None:
    told = set_in_print('<p class="screen-only">Press here</p><style>p {}</style><script>go()</script><p>Mud</p>')
    assert "Mud" in told
    assert not any(each in told for each in ("Presshere", "{}", "go()"))


@pytest.mark.parametrize("start", ["0", "7", "1999"])
def test_a_list_begins_with_the_number_that_it_was_given(start: str) -> None:
    assert f"Letters{start}.Agoodyear" in set_in_print(f'<ol start="{start}"><li>A good year</li></ol>')


def test_a_picture_is_in_the_booklet_with_its_words_and_its_text_alternative() -> None:
    svg = (
        '<svg viewBox="0 0 40 20"><title>The field</title><desc>Crisp leads.</desc><text x="2" y="9">Crisp</text></svg>'
    )
    assert read(svg)[0]["alt"] == "The field. Crisp leads."  # type: ignore[index]
    assert "Crisp" in set_in_print(f"<figure>{svg}<figcaption>Points</figcaption></figure>")
    assert b"The field. Crisp leads." in pdf(booklet(Part("Race", svg)))


def test_a_picture_may_ask_for_a_share_of_the_page() -> None:
    tall = '<svg {}viewBox="0 0 40 60"><title>Tall</title><text x="2" y="9" font-size="4">Crisp</text></svg>'
    asking = tall.format('data-share="30" ')
    assert [read(each)[0]["share"] for each in (asking, tall.format(""))] == [30, 100]  # type: ignore[index]
    two = [pages(pdf(booklet(Part("Race", f"<figure>{each}</figure>" * 2)))) for each in (asking, tall.format(""))]
    assert [told[1].count("Crisp") for told in two] == [2, 1]


def test_a_bad_picture_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadBooklet, match=r"cannot be set by issue\.typ: failed to parse SVG"):
        pdf(booklet(Part("Race", "<svg><g></svg>")))


def test_a_zine_may_have_its_own_setting_and_hears_what_is_wrong_with_it(tmp_path: Path) -> None:
    (tmp_path / "issue.typ").write_text("#json(bytes(sys.inputs.data)).title")
    assert pages(pdf(booklet(), own_templates=tmp_path)) == ["The Muddy Hoof"]
    (tmp_path / "issue.typ").write_text("\n#nonsense")
    with pytest.raises(BadBooklet, match=r"unknown variable: nonsense \(line 2\)"):
        pdf(booklet(), own_templates=tmp_path)


def test_the_same_booklet_is_the_same_bytes() -> None:
    issue = booklet(Part("Editorial", "<p>Mud.</p>"))
    assert pdf(issue) == pdf(issue)
    assert imposed(pdf(issue)) == imposed(pdf(issue))


@pytest.mark.parametrize(("paper", "size"), [("a5", (148, 210)), ("a4", (210, 297))])
def test_paper_sizes(paper: str, size: tuple[float, float]) -> None:
    document = pdf(booklet(Part("Editorial", "<p>Mud.</p>")), paper)
    box, sheet = (PdfReader(BytesIO(each)).pages[0].mediabox for each in (document, imposed(document)))
    assert (box.width / MM, box.height / MM) == pytest.approx(size, abs=0.5)
    assert (sheet.width / MM, sheet.height / MM) == pytest.approx((size[0] * 2, size[1]), abs=1)


def test_other_paper_is_refused_and_so_is_what_is_no_booklet() -> None:
    with pytest.raises(BadBooklet, match="a5 or a4, not on letter"):
        pdf(booklet(), "letter")
    with pytest.raises(BadBooklet, match="cannot be counted"):
        imposed(b"no pdf at all")


def test_language_title_and_author_are_set() -> None:
    reader = PdfReader(BytesIO(pdf(booklet(Part("Leitartikel", "<p>Matsch.</p>"), language="de"))))
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("The Muddy Hoof, Issue 7", "Ann Grey")
    assert reader.root_object["/Lang"] == "de"
    assert reader.root_object["/MarkInfo"]["/Marked"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("count", "order"),
    [
        (4, [(4, 1), (2, 3)]),
        (8, [(8, 1), (2, 7), (6, 3), (4, 5)]),
        (12, [(12, 1), (2, 11), (10, 3), (4, 9), (8, 5), (6, 7)]),
        (5, [(0, 1), (2, 0), (0, 3), (4, 5)]),
    ],
)
def test_the_order_of_pages_on_the_sheets(count: int, order: list[tuple[int, int]]) -> None:
    assert sheets(count) == order


@given(st.integers(1, 200))
def test_every_page_is_on_the_sheets_once_and_neighbours_back_each_other(count: int) -> None:
    sides = sheets(count)
    assert sorted(page for side in sides for page in side if page) == list(range(1, count + 1))
    assert len(sides) % 2 == 0
    for front, back in zip(
        sides[::2], sides[1::2], strict=True
    ):  # folded, a leaf has an odd page and the next behind it
        assert back[0] == front[1] + 1 or back[0] == 0


def test_the_pages_stand_on_the_proper_side_of_the_sheet() -> None:
    filler = "<p>" + "The going is soft. " * 150 + "</p>"
    document = pdf(booklet(*(Part(f"Race {number} begins", filler) for number in range(6))))
    reader = PdfReader(BytesIO(imposed(document)))
    single = [bare(text) for text in pages(document)]
    assert len(single) == 8
    for sheet, (left, right) in zip(reader.pages, sheets(8), strict=True):
        width = float(sheet.mediabox.width)
        assert placed(sheet) == {0: single[left - 1], round(width / 2): single[right - 1]}


def placed(sheet: PageObject) -> dict[int, str]:
    """What each page on a sheet says, by the left edge of the page."""
    drawn = re.findall(r"q\s*(?:1 0 0 1 ([\d.]+) 0 cm)?\s*(/\w+) Do", sheet.get_contents().get_data().decode())  # type: ignore[union-attr]
    forms = sheet["/Resources"]["/XObject"]  # type: ignore[index]
    return {round(float(x or 0)): bare(sheet.extract_xform_text(forms[name].get_object())) for x, name in drawn}


def test_long_words_keep_their_marks_and_joined_pictures() -> None:
    assert breakable("a\u0301" * 40).replace("\u200b", "") == "a\u0301" * 40
    assert "\u200b\u0301" not in breakable("a\u0301" * 40)
    assert not re.search("\u200d\u200b|\u200b\u200d", breakable("👩\u200d🚀" * 40))


def test_html_is_read_as_a_browser_shows_it() -> None:
    assert words(read("<ul><li>one<li>two</ul> <p>a<br>b <b> c</b></p>")) == "one two a b c"
    assert words(read("<table><tr><td>1<td>2<tr><td>3</table>")) == "1 2 3"
    assert read("<pre>a\n  b</pre>")[0]["children"] == ["a\n  b"]  # type: ignore[index]
    assert words(read("<div>" * 100 + "deep" + "</div>" * 100)) == "deep"


A_DOZEN = """
import resource
from gm.print.booklet import Part, pdf
from tests.booklets import booklet

for number in range(12):
    pdf(booklet(Part("Mud", "".join(f"<p>{number}, {each}: {'mud ' * 60}</p>" for each in range(100)))))
    if number in (1, 11):
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not say how much memory a process had")
def test_a_dozen_booklets_take_little_more_memory_than_two() -> None:
    """As in the demo, which sets an issue for each of its turns."""
    ran = subprocess.run([sys.executable, "-c", A_DOZEN], cwd=ROOT, capture_output=True, check=True, text=True)
    two, dozen = map(int, ran.stdout.split())
    assert dozen < 1.4 * two
