"""Markdown: what the game master writes, safe on a page and readable in text."""

import re

import pytest

from gm.print.markdown import split_title, to_html, to_text
from gm.reports.layout import columns

EVERYTHING = """\
Some *stress*, **more of it**, `code`, a [link](https://example.org/a) and <https://example.org>.
Hard\\
break.

## A heading

1. one
2. two
   - two and a half
   - a line that is so long that it has to be broken somewhere, and then goes on under its own beginning

* loose

* items

> quoted
>
> > twice

| horse | points |
|-------|-------:|
| Crisp | 12     |

---

    as it stands
"""


def test_raw_html_is_shown_and_not_obeyed() -> None:
    for text in ("<script>alert(1)</script>", "a <b onclick=x>bold</b> word", "<img src=x onerror=y>", "<!-- c -->"):
        page = to_html(text)
        assert not re.search(r"<(script|b|img|!--)", page), page
        assert "&lt;" in page


@pytest.mark.parametrize(
    "target",
    ["javascript:alert(1)", "JavaScript:x", "data:text/html,x", "//example.org", "/etc", "file:///x", "x.html"],
)
def test_links_lead_to_the_web_or_to_a_mailbox_only(target: str) -> None:
    assert "<a" not in to_html(f"[x]({target})")
    assert "<a" not in to_html(f"[x][y]\n\n[y]: {target}")
    assert "<a" not in to_html(f"<{target}>")


@pytest.mark.parametrize(
    "target", ["https://example.org/a?b=c", "http://example.org", "HTTPS://EXAMPLE.ORG", "mailto:a@b.c"]
)
def test_good_links_are_links(target: str) -> None:
    assert f'<a href="{target}">x</a>' in to_html(f"[x]({target})")


def test_a_picture_is_its_description_because_a_page_fetches_nothing() -> None:
    page = to_html('![the <Chair>](https://example.org/chair.png "big")')
    assert page == "<p>the &lt;Chair&gt;</p>\n"
    assert to_text("![the Chair](https://example.org/chair.png)") == "the Chair"


def test_a_picture_that_lies_beside_the_text_is_its_description_too() -> None:
    assert to_html("![A *picture* of `mud`](mud.png)") == "<p>A picture of mud</p>\n"
    assert to_text("![A *picture* of `mud`](mud.png)") == "A picture of mud"
    assert split_title("# Mud ![and *rain*](rain.png)")[0] == "Mud and rain"


def test_a_link_to_a_file_is_its_text_alone() -> None:
    assert to_html("[the *file*](report.pdf), [more](https://example.org)") == (
        '<p>the <em>file</em>, <a href="https://example.org">more</a></p>\n'
    )
    assert to_text("[the file](report.pdf)") == "the file"


@pytest.mark.parametrize("code", [*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
def test_no_hidden_mark_turns_the_writing_round(code: int) -> None:
    for mark in (chr(code), f"&#x{code:x};", f"&#{code};"):
        text = f'a{mark}b `{mark}` [c](https://example.org "{mark}") ![d{mark}](e)'
        assert chr(code) not in to_html(text) + to_text(text) + split_title(f"# {text}")[0]


def test_a_table_stands_in_a_box_that_scrolls_and_has_a_name_of_its_own() -> None:
    page = to_html('| a | "b" |\n|---|---|\n| 1 | 2 |\n\n' * 2 + "| | |\n|---|---|\n")
    found = re.findall(r'<div class="wide" tabindex="0" role="region" aria-label="([^"]+)">\n<table>', page)
    assert found == ["a, &quot;b&quot;", "a, &quot;b&quot; (2)", "#"]
    assert page.count("</table>\n</div>") == 3


def test_headings_start_where_they_are_told_and_skip_no_level() -> None:
    found = re.findall(r"<h(\d)>", to_html("# a\n\n#### b\n\n## c\n\n###### d", top=3))
    assert found == ["3", "4", "4", "5"]
    assert re.findall(r"<h(\d)>", to_html("### a\n\n#### b")) == ["2", "3"]


def test_all_of_it_can_be_read_in_plain_text() -> None:
    assert to_text(EVERYTHING).split("\n") == [
        "Some _stress_, *more of it*, code, a link <https://example.org/a> and",
        "https://example.org. Hard",
        "break.",
        "",
        "A heading",
        "---------",
        "",
        "1. one",
        "2. two",
        "   - two and a half",
        "   - a line that is so long that it has to be broken somewhere, and then",
        "     goes on under its own beginning",
        "",
        "- loose",
        "",
        "- items",
        "",
        "> quoted",
        ">",
        "> > twice",
        "",
        "horse  points",
        "-----  ------",
        "Crisp  12",
        "",
        "                                 * * *",
        "",
        "    as it stands",
    ]


def test_a_table_that_is_too_wide_becomes_lines() -> None:
    wide = "| a | b |\n|---|---|\n| " + "long " * 10 + "| " + "longer " * 8 + "|\n"
    text = to_text(wide)
    assert all(columns(line) <= 72 for line in text.split("\n"))
    assert text.count("long ") >= 9
    assert text.count("longer") == 8


@pytest.mark.parametrize("width", [72, 40, 20])
def test_no_line_is_too_wide(width: int) -> None:
    prose = EVERYTHING.replace("    as it stands", "") + "日本" * 60 + "\n\n" + "> " * 5 + "x" * 200
    assert all(columns(line) <= width for line in to_text(prose, width).split("\n"))


def test_the_first_heading_is_the_title() -> None:
    assert split_title("# Mud, *mud*\n\nIt rained.\n\n# And then") == ("Mud, mud", "It rained.\n\n# And then")
    assert split_title("Mud\n===\nIt rained.") == ("Mud", "It rained.")
    assert split_title("## Not the title\n\nText") == ("", "## Not the title\n\nText")


def test_a_title_further_down_keeps_its_place() -> None:
    assert split_title("First this.\n\n# Mud\n\nIt rained.") == ("Mud", "First this.\n\n# Mud\n\nIt rained.")


def test_nothing_is_nothing() -> None:
    assert to_html("") == ""
    assert to_text("") == ""
    assert split_title("") == ("", "")
