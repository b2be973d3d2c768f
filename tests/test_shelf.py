"""Compiled templates are kept from one command to the next, where nobody else can have put them, or not at all."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest

from gm.desk.desk import open_desk
from gm.desk.publish import maker_of, texts
from gm.reports import assets, compiled, render, shelf
from gm.reports.render import fill
from tests.conftest import NOW, Desk
from tests.faulty import at_once

NAME, OWN = "press.txt", "own.txt"
MODEL = {"press": [{"name": "Ann", "text": "A hard race."}]}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Caches of a user's own, in which there is nothing yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    forget()
    yield tmp_path / "cache" / shelf.FOLDER
    monkeypatch.undo()
    forget()


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that are compiled meanwhile."""
    names: list[str] = []
    real = jinja2.Environment.compile

    def compile(environment: Any, source: Any, name: str, *rest: Any) -> Any:
        names.append(name)
        return real(environment, source, name, *rest)

    monkeypatch.setattr(jinja2.Environment, "compile", compile)
    return names


def forget() -> None:
    """As at the start of a command."""
    compiled.compiled.cache_clear()
    render._environment.cache_clear()
    shelf._folder.cache_clear()


def told(own: Path | None = None, name: str = NAME) -> str:
    forget()
    return fill(name, MODEL, own)


def test_the_next_command_compiles_nothing(anew: list[str], place: Path) -> None:
    text = told()
    assert anew == [NAME]
    assert "A hard race." in text
    anew.clear()
    assert told() == text
    assert anew == []
    assert place.stat().st_mode & 0o777 == 0o700
    assert [each.stat().st_mode & 0o777 for each in place.iterdir()] == [0o600]


def test_every_report_is_the_same_from_what_was_kept(start: Callable[..., Desk], anew: list[str], place: Path) -> None:
    zine = start()
    with open_desk(zine.folder, NOW) as desk:
        forget()
        anew.clear()
        shutil.rmtree(place)
        made = [texts(maker_of(desk, "race", 0).report(seat), None) for seat in (None, "alice")]
        assert [sorted(each) for each in made] == [["html", "json", "txt"], ["form", "html", "json", "txt"]]
        assert len(anew) > 10
        anew.clear()
        forget()
        assert [texts(maker_of(desk, "race", 0).report(seat), None) for seat in (None, "alice")] == made
    assert anew == []


def test_a_template_that_was_edited_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    home = tmp_path / "built-in"
    home.mkdir()
    monkeypatch.setattr(assets, "templates", lambda: home)
    for text in ("one", "two", "one"):
        (home / NAME).write_text(text)
        assert told() == told() == text
    assert len(list(place.iterdir())) == 1  # what is of no use any more gives way


@pytest.mark.parametrize(
    ("where", "name"), [(compiled, "__version__"), (jinja2, "__version__"), (compiled.sys, "version")]
)
def test_after_an_upgrade_everything_is_compiled_anew(
    anew: list[str], monkeypatch: pytest.MonkeyPatch, where: Any, name: str
) -> None:
    told()
    monkeypatch.setattr(where, name, "99 (of another day)")
    told()
    assert anew == [NAME, NAME]


@pytest.mark.parametrize("options", [compiled.OPTIONS, compiled.POLICIES])
def test_other_settings_compile_anew(anew: list[str], monkeypatch: pytest.MonkeyPatch, options: Any) -> None:
    told()
    monkeypatch.setitem(options, "trim_blocks" if options is compiled.OPTIONS else "another", False)
    told()
    assert anew == [NAME, NAME]


def test_a_zines_own_templates_are_not_kept(tmp_path: Path, place: Path, anew: list[str]) -> None:
    """They may come from anybody, and are compiled behind their fence; built-in ones behind it are apart."""
    own = tmp_path / "templates"
    own.mkdir()
    (own / OWN).write_text('{% include "press.txt" %}')
    assert told(own, OWN) == told(own, OWN) == told()
    assert anew == [OWN, NAME, OWN, NAME]
    assert len(list(place.iterdir())) == 2


# What may lie there


def spoilt(spoil: Callable[[Path], object], place: Path) -> None:
    text = told()
    (kept,) = place.iterdir()
    spoil(kept)
    assert told() == text
    assert told() == text


@pytest.mark.parametrize("garbage", [b"", b"garbage", b"\x00" * 400, os.urandom(4000)])
def test_garbage_counts_as_nothing(place: Path, garbage: bytes) -> None:
    spoilt(lambda kept: kept.write_bytes(garbage), place)
    assert garbage not in [each.read_bytes() for each in place.iterdir()]  # it has given way


def test_half_a_file_or_one_with_a_wrong_byte_counts_as_nothing(place: Path, anew: list[str]) -> None:
    told()
    (kept,) = place.iterdir()
    whole = kept.read_bytes()
    for wrong in (whole[:-1], whole[:40], whole[:300], whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:]):
        kept.write_bytes(wrong)
        anew.clear()
        told()
        assert anew == [NAME]
        assert kept.read_bytes() == whole


def test_what_is_no_file_of_ones_own_counts_as_nothing(place: Path, tmp_path: Path, anew: list[str]) -> None:
    def link(kept: Path) -> None:
        kept.rename(tmp_path / "elsewhere")
        kept.symlink_to(tmp_path / "elsewhere")

    for spoil in (link, lambda kept: [kept.unlink(), os.mkfifo(kept)], lambda kept: kept.chmod(0o666)):
        shutil.rmtree(place, ignore_errors=True)
        anew.clear()
        spoilt(spoil, place)
        assert anew == [NAME, NAME]  # once more, and then it is a file again


def test_a_folder_in_its_place_is_let_be(place: Path) -> None:
    spoilt(lambda kept: [kept.unlink(), kept.mkdir()], place)


# Whose folder it is


def without(place: Path, anew: list[str]) -> None:
    before = sorted(place.rglob("*")) if place.is_dir() else []
    assert told() == told()
    assert anew == [NAME, NAME]
    assert before == (sorted(place.rglob("*")) if place.is_dir() else [])


def test_a_folder_that_others_can_look_into_is_not_used(place: Path, anew: list[str]) -> None:
    place.mkdir(parents=True)
    place.chmod(0o755)
    without(place, anew)


def test_a_link_to_a_folder_is_not_used(place: Path, tmp_path: Path, anew: list[str]) -> None:
    place.parent.mkdir()
    (tmp_path / "theirs").mkdir(mode=0o700)
    place.symlink_to(tmp_path / "theirs")
    without(place, anew)


def test_somebody_elses_folder_is_not_used(place: Path, anew: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    told()
    anew.clear()
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    without(place, anew)


def test_nothing_is_left_in_somebody_elses_home(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    told()
    assert list(place.parents[1].iterdir()) == []


def test_a_file_where_the_folder_should_be_is_let_be(place: Path, anew: list[str]) -> None:
    place.parent.mkdir()
    place.write_text("mine")
    without(place, anew)
    assert place.read_text() == "mine"


@pytest.mark.parametrize("home", ["", "not/absolute"])
def test_without_a_home_nothing_is_kept(anew: list[str], monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", home)
    assert told() == told()
    assert anew == [NAME, NAME]


def test_a_home_that_there_is_not_is_not_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    told()
    assert not (tmp_path / "nobody").exists()


def test_else_it_is_below_the_home(anew: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert told() == told()
    assert anew == [NAME]
    assert len(list((tmp_path / ".cache" / shelf.FOLDER).iterdir())) == 1


@pytest.mark.parametrize("call", ["open", "replace", "fdopen"])
def test_a_full_disk_or_one_that_cannot_be_written_is_no_trouble(
    anew: list[str], monkeypatch: pytest.MonkeyPatch, place: Path, call: str
) -> None:
    place.mkdir(mode=0o700, parents=True)

    def full(*given: Any, **more: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelf.os, call, full)
    assert told() == told()
    assert anew == [NAME, NAME]


def test_where_folders_cannot_be_held_open_nothing_is_kept(anew: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "supports_dir_fd", set())
    assert told() == told()
    assert anew == [NAME, NAME]


def test_several_commands_at_once_get_in_nobodys_way(start: Callable[..., Desk], place: Path) -> None:
    desk = start()
    shutil.rmtree(place)
    ran = at_once(desk, *(["run", "--now", "--dry-run"] for _ in range(4)))
    assert {each.returncode for each in ran} == {0}
    assert len({each.stdout.read() for each in ran if each.stdout}) == 1
    assert len([each for each in place.iterdir() if not each.suffix]) > 10


# What a compiled template depends on


@pytest.mark.parametrize("html", [True, False])
def test_no_filter_of_ours_is_asked_while_a_template_is_compiled(html: bool) -> None:
    """It might answer otherwise in another language, or in the next version."""
    asked: list[str] = []
    environment = render._environment(None, html, "en")
    for name in set(environment.filters) - set(jinja2.filters.FILTERS):
        environment.filters[name] = lambda *given, name=name, **more: asked.append(name)
    for path in sorted(assets.templates().rglob("*")):
        if path.suffix in (".txt", ".html", ".j2", ".svg", ".yaml", ".css", ".js", ".typ"):
            environment.get_template(path.relative_to(assets.templates()).as_posix())
            assert asked == [], path
