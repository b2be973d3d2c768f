"""What testers found in reports, issues, the site and the mail, so that it stays mended."""

import os
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from gm.pages.zine import read_zine
from gm.reports import render as reports
from gm.reports.layout import wrapped
from tests.conftest import Desk

MAIL = "mail: {from: Test Zine <zine@example.org>}\n"


def test_columns_stay_straight_beside_wide_letters() -> None:
    assert wrapped("FELL      Lucky 日: played 5.", 2, 12) == "  FELL      Lucky 日: played 5."
    assert wrapped("    5  Lucky 日, 馬", 2, 9) == "      5  Lucky 日, 馬"


def test_a_broken_template_is_named_with_its_line_even_if_it_is_included(start: Callable[..., Desk]) -> None:
    desk = start()
    desk.write("templates/page.css", "/* mine */\n{{ nope.deep }}\n")
    reports._environment.cache_clear()
    told = desk.gm("report", "race", "--save", code=1).err
    assert "the template page.css cannot be filled in at line 2" in told


def test_what_lies_where_an_issue_would_go_is_told_before_anything_is_stored(start: Callable[..., Desk]) -> None:
    desk = start()
    (desk.folder / "issues" / "issue-001").symlink_to("nowhere")
    assert "there already" in desk.gm("issue", code=1).err
    os.remove(desk.folder / "issues" / "issue-001")
    assert desk.gm("issue", "--json").lines[0]["number"] == 1


def test_a_preview_does_not_push_a_file_aside(start: Callable[..., Desk]) -> None:
    desk = start()
    desk.write("issues/preview", "notes of mine")
    assert "in the way" in desk.gm("issue", "--preview", code=1).err
    assert (desk.folder / "issues" / "preview").read_text() == "notes of mine"


def test_what_cannot_be_printed_from_next_is_named(start: Callable[..., Desk]) -> None:
    desk = start()
    desk.write("next/EDITORIAL.MD", "Loud.\n")
    desk.write("next/notes.txt", "not Markdown\n")
    (desk.folder / "next" / "more.md").mkdir()
    told = desk.gm("issue").out
    assert "next/notes.txt is no Markdown file" in told
    assert "next/more.md is no Markdown file" in told
    assert "Loud." in (desk.folder / "issues/issue-001/issue.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("written", ["[de]", "de", "de-AT"])
def test_a_player_may_write_the_language_as_a_list(desk: Desk, written: str) -> None:
    desk.write("players.yaml", f"ann: {{name: Ann, language: {written}}}\n")
    assert read_zine(desk.folder).language_of("ann") == "de"


def test_an_empty_language_is_none(desk: Desk) -> None:
    desk.write("zine.yaml", 'title: Test\nlanguages: [""]\n')
    assert read_zine(desk.folder).languages == ("en",)


def test_a_title_stays_readable_in_the_new_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(tmp_path, capsys)
    for number, title in enumerate(['Ütopia & Söhne "und" C:\\', "日本"]):
        desk.gm("init", tmp_path / str(number), "--title", title)
        assert read_zine(tmp_path / str(number)).title == title
        assert "\\u" not in (tmp_path / str(number) / "zine.yaml").read_text(encoding="utf-8")


def test_a_folder_with_a_marker_that_is_none_is_not_ours(start: Callable[..., Desk]) -> None:
    desk = start()
    (desk.folder / "site").mkdir()
    (desk.folder / "site" / ".under-orders-site").write_bytes(b"\xff\xfe\x00")
    desk.write("site/mine.html", "mine")
    assert "did not write" in desk.gm("site", code=1).err


def test_an_issue_of_letters_is_listed_with_their_titles(start: Callable[..., Desk]) -> None:
    desk = start()
    desk.gm("issue")
    desk.write("next/a.md", "# A word about hay\n\nIt is dry.\n")
    desk.gm("issue")
    desk.gm("site")
    assert "A word about hay" in (desk.folder / "site/index.html").read_text(encoding="utf-8")
    assert "A word about hay" in (desk.folder / "site/feed.atom").read_text(encoding="utf-8")


def test_a_message_for_two_games_has_its_pages_attached_each_whole(start: Callable[..., Desk]) -> None:
    desk = start()
    desk.write("zine.yaml", "title: Test Zine\n" + MAIL)
    desk.write(
        "players.yaml",
        "".join(f"{player}: {{mail: {player}@example.org}}\n" for player in ("alice", "bob", "carol", "dave")),
    )
    desk.write("games/second.yaml", (desk.folder / "games/race.yaml").read_text().replace("The Race", "The Other"))
    desk.gm("start", "second")
    desk.gm("mail", "race")
    desk.gm("mail", "second")
    desk.gm("mail", "--together")
    raw = sorted((desk.folder / "outbox").glob("*-alice.eml"))[-1].read_bytes()
    message = message_from_bytes(raw, policy=policy.default)
    pages = {part.get_filename(): part.get_content() for part in message.iter_attachments()}
    assert set(pages) == {f"{game}-turn-{turn}.html" for game in ("race", "second") for turn in ("0-report", "1")}
    assert all(page.count("<!DOCTYPE html>") == 1 for page in pages.values())


def test_reminders_can_be_had_as_files(start: Callable[..., Desk]) -> None:
    desk = start()
    desk.write("zine.yaml", "title: Test Zine\n" + MAIL)
    desk.write("players.yaml", "alice: {mail: alice@example.org}\nbob: {}\ncarol: {}\ndave: {}\n")
    desk.gm("remind")
    desk.gm("mail", "--files")
    assert len(list((desk.folder / "outbox").glob("*-alice.eml"))) == 1


def test_numbers_in_refusals_are_in_the_readers_manner_but_those_to_type_are_not(start: Callable[..., Desk]) -> None:
    desk = start(options="points: 5000")
    page = desk.order("alice", 1, "{1: 6000, 2: 5}")
    told = desk.gm("check", page, "--language", "de", code=1).out
    assert "6.000" in told
    assert "5.000" in told
    assert "von 0 bis 5000" in told
    assert "6000" in desk.gm("check", page, code=1).out
