"""The zine's folder: what the game master wrote in it by hand."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from gm.core.clock import read_when
from gm.core.names import Roll, did_you_mean, find, fold
from gm.core.play import Flaw, Raw, Remark, errors
from gm.core.problems import GmError, NotReady, locate, printable
from gm.core.words import LANGUAGES, sentence, write
from gm.pages.files import read_map, read_settings, read_table, source_lines
from gm.pages.postal import read_by_post, read_postal
from gm.pages.zinekeys import (
    LISTED,
    read_blind,
    read_first_issue,
    read_languages,
    read_listed,
    read_mail,
    read_ratings,
    read_site,
    read_waiting,
    read_zone,
)

if TYPE_CHECKING:
    from gm.pages.ladder import Ladder

_ID = re.compile(r"[^\W_][\w.+-]{0,39}")
RESERVED = ("public", "me", "all")  # they are file names and words of their own
PAGES = ("", ".yaml", ".yml", ".txt", ".json")
_KEYS = (
    "title", "editor", "time_zone", "languages", "mail", "waiting", "first_issue", "site", "listed", "blind", "post",
    "price", "ratings", "ladder",
)  # fmt: skip


_OF_A_PLAYER = ("id", "name", "mail", "language", "post", "by", "remind", "away")


class NoZine(GmError):
    """This folder is no zine, and none of those above it is"""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in players.yaml."""

    id: str
    name: str
    mail: tuple[str, ...] = ()
    language: str = ""
    post: tuple[str, ...] = ()  # the lines of a postal address
    by_post: bool = False  # written to on paper, whatever addresses there are
    remind: bool = False  # has asked for reminders
    away: str = ""  # the last day of an absence, as it is written there


@dataclass(frozen=True)
class Zine:
    """One folder, and the settings in its zine.yaml."""

    folder: Path
    title: str = ""
    editor: str = ""
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    languages: tuple[str, ...] = ("en",)
    mail: Mapping[str, Raw] = field(default_factory=dict)
    waiting: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # who waits, by the title of a game to come
    first_issue: int = 1
    site: str = ""  # where the zine is on the web, with a slash at its end
    listed: int = LISTED  # a field up to that size is listed on everybody's page
    moved: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)  # new addresses, and instead of what
    blind: bool = False  # orders are sealed until they are played, in all games that are started from now on
    post: tuple[str, ...] = ()  # where letters to the zine go: the lines of a postal address
    price: str = ""  # of an issue on paper, as it is printed
    ratings: bool = False  # may everybody know them?
    ladder: "Ladder | None" = None  # of several years' seasons
    guests: Mapping[str, str] = field(default_factory=dict)  # names of those who were entered at the door, by id

    @property
    def trusted(self) -> str:
        """The receiving server whose word on a mail's sender counts."""
        return _text(self.mail, "trusted")

    @property
    def demands_token(self) -> bool:
        """Does a page that comes by mail count only with the player's token on it?"""
        return _text(self.mail, "token") == "required"

    @property
    def database(self) -> Path:
        return self.folder / "zine.db"

    @property
    def backups(self) -> Path:
        return self.folder / "backups"

    @property
    def inbox(self) -> Path:
        return self.folder / "inbox"

    @property
    def issues(self) -> Path:
        return self.folder / "issues"

    @property
    def templates(self) -> Path:
        return self.folder / "templates"

    @property
    def next(self) -> Path:
        """What the game master writes for the next issue."""
        return self.folder / "next"

    def game_file(self, name: str) -> Path:
        return self.folder / "games" / f"{name}.yaml"

    def game_files(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / "games").glob("*.yaml"))

    def season_file(self, name: str) -> Path:
        return self.folder / "seasons" / f"{name}.yaml"

    def season_files(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / "seasons").glob("*.yaml"))

    def language_of(self, player: str | None) -> str:
        """A player's own language; the zine's for everybody else, and for what is public."""
        known = self.players.get(player) if player else None
        return (known.language if known else "") or self.languages[0]

    @cached_property
    def players(self) -> dict[str, Player]:
        """Those of the file, and guests whom it does not have."""
        listed = read_players(self.folder)
        known = Roll(listed) if self.guests else ()
        guests = {id: Player(id, name) for id, name in self.guests.items() if find(id, known) is None}
        return {each.id: _moved(each, self.moved) for each in (listed | guests).values()}

    @cached_property
    def ids(self) -> Roll:
        """The players', for those who look up many of them."""
        return Roll(self.players)

    @cached_property
    def by_address(self) -> dict[str, str]:
        """The player at each address; of one that several have, the first."""
        players = reversed(self.players.values())
        return {address.casefold(): each.id for each in players for address in each.mail}

    def learn(self, moved: Mapping[str, tuple[str, tuple[str, ...]]]) -> None:
        """New addresses count from now on for all who hold this zine: one mail brings them, and the next is judged."""
        object.__setattr__(self, "moved", moved)
        for found in ("players", "ids", "by_address"):
            vars(self).pop(found, None)

    def show(self, path: Path) -> str:
        """A file as the game master would name it."""
        return shown_in(self.shown_folder(path.parent), path.name)

    def shown_folder(self, folder: Path) -> str:
        """What stands before the names of the files in it."""
        try:
            within = folder.resolve().relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            within = folder.as_posix()
        return "" if within == "." else within if within.endswith("/") else f"{within}/"


def shown_in(folder: str, name: str) -> str:
    """A file of a folder whose name is shown so."""
    if name.isascii() and name.isprintable() and folder.isascii() and folder.isprintable():
        return folder + name
    return printable(os.fsencode(folder + name).decode("utf-8", "replace"))  # some names are no text


def find_zine(start: Path) -> Path:
    """The zine that this folder is, or is in."""
    if not start.is_dir():
        raise NoZine(sentence("there is no folder {name}", name=str(start)))
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / "zine.yaml").is_file():
            return folder
    make = sentence("make one with: {command}", command="gm init my-zine")
    raise NoZine(sentence("this folder is no zine, nor is any above it"), make)


def pages_in(folder: Path, everything: bool = False) -> list[Path]:
    """What lies in a folder and looks like an order page; in the inbox nothing is overlooked but folders."""
    return [folder / each.name for each in entries_in(folder, everything)] if folder.is_dir() else []


def entries_in(folder: Path, everything: bool = False) -> "list[os.DirEntry[str]]":
    """The same as the system has them: there may be thousands, and each knows some of what else would be asked."""
    with os.scandir(folder) as found:
        seen = [each for each in found if each.name[0] != "." and not each.is_dir(follow_symlinks=not everything)]
    return [each for each in seen if everything or _looks_like_a_page(each.name)]


def _looks_like_a_page(name: str) -> bool:
    if name.endswith(PAGES[1:]):  # as most do
        return True
    _, dot, ending = name.rpartition(".")
    return not (dot and ending) or f".{ending.lower()}" in PAGES


def read_zine(folder: Path) -> Zine:
    path = folder / "zine.yaml"
    values = read_settings(path)
    remarks = [
        Remark(
            sentence("zine.yaml has no {key}", key=key),
            did_you_mean(key, _KEYS, sentence("it has {keys}", keys=_KEYS)),
            key,
            Flaw.UNKNOWN,
        )
        for key in values
        if key not in _KEYS
    ]
    zone = read_zone(values.get("time_zone", "UTC"), remarks)
    mail = read_mail(values.get("mail"), remarks)
    languages = read_languages(values.get("languages"), remarks) or LANGUAGES[:1]
    waiting = read_waiting(values.get("waiting"), remarks)
    first_issue, site = read_first_issue(values.get("first_issue"), remarks), read_site(values.get("site"), remarks)
    listed, blind = read_listed(values.get("listed"), remarks), read_blind(values.get("blind"), remarks)
    post, ratings = read_postal(values.get("post"), remarks), read_ratings(values.get("ratings"), remarks)
    ladder = _ladder(values.get("ladder"), remarks)
    refuse(remarks, path, path.name)
    return Zine(
        folder,
        title=_text(values, "title") or folder.name,
        editor=_text(values, "editor"),
        zone=zone,
        mail=mail,
        languages=languages,
        waiting=waiting,
        first_issue=first_issue,
        site=site,
        listed=listed,
        blind=blind,
        post=post,
        price=_text(values, "price"),
        ratings=ratings,
        ladder=ladder,
    )


def _ladder(raw: Raw, remarks: list[Remark]) -> "Ladder | None":
    """Few zines have one: what it takes is loaded for them alone."""
    if raw is None or raw == "":
        return None
    from gm.pages.ladder import read_ladder

    return read_ladder(raw, remarks)


def read_players(folder: Path) -> dict[str, Player]:
    """players.yaml, or players.csv with the columns id, name, mail, language, post, by."""
    path = folder / "players.yaml"
    if path.exists() or not (folder / "players.csv").exists():
        rows = [(key, key, value) for key, value in read_map(path).items()]
    else:
        path = folder / "players.csv"
        rows = [(row.get("id", ""), row, row) for row in read_table(path)]
    players: dict[str, Player] = {}
    known: set[str] = set()
    remarks: list[Remark] = []
    for player_id, about, value in rows:
        fields = value if isinstance(value, Mapping) else {"name": value}
        player = _player(player_id, fields, remarks)
        remarks += [
            Remark(sentence("a player has no {key}", key=key), did_you_mean(key, _OF_A_PLAYER), key, Flaw.UNKNOWN)
            for key in fields
            if key not in _OF_A_PLAYER
        ]
        if not _ID.fullmatch(player.id) or fold(player.id) in RESERVED:
            hint = sentence("use letters, digits, dots and dashes, such as {example}", example="alice")
            remarks.append(Remark(sentence("{id} cannot be a player's id", id=repr(player.id)), hint, about))
        elif fold(player.id) in known:
            message = sentence("the player {player} is listed twice", player=player.id)
            remarks.append(Remark(message, sentence("keep one"), about))
        else:
            players[player.id] = player
            known.add(fold(player.id))
    refuse(remarks, path, path.name)
    return players


def _player(player_id: str, values: Mapping[str, Raw], remarks: list[Remark]) -> Player:
    mail = values.get("mail", [])
    addresses = mail if isinstance(mail, list) else re.split(r"[,;\s]+", str(mail))
    return Player(
        id=str(player_id).strip(),
        name=_text(values, "name") or str(player_id),
        mail=tuple(str(address).strip() for address in addresses if str(address).strip()),
        language=next(iter(read_languages(values.get("language"), remarks)), ""),
        post=read_postal(values.get("post"), remarks),
        by_post=read_by_post(values.get("by"), remarks),
        remind=_asked(values.get("remind"), remarks),
        away=_away(values.get("away"), remarks),
    )


def _asked(raw: Raw, remarks: list[Remark]) -> bool:
    """Does a player want to be reminded?"""
    word = fold(str(raw or ""))
    if word not in ("", "yes", "no", "true", "false"):
        remarks.append(Remark(sentence("remind is yes or no"), write("remind: yes"), raw, Flaw.UNKNOWN))
    return word in ("yes", "true")


def _away(raw: Raw, remarks: list[Remark]) -> str:
    """Until when a player is away."""
    text = " ".join(str(raw or "").split())
    try:
        if text:
            read_when(text, UTC)
    except ValueError as wrong:
        remarks.append(Remark(sentence("{text} is no date", text=text), wrong.args[0], raw, Flaw.UNREADABLE))
    return text


def _moved(player: Player, moved: Mapping[str, tuple[str, tuple[str, ...]]]) -> Player:
    """With the new address in the first one's place, unless other addresses stand in the file by now."""
    address, instead_of = moved.get(player.id, ("", ()))
    if not address or player.mail != instead_of:
        return player
    others = [each for each in player.mail[1:] if each.casefold() != address.casefold()]
    return replace(player, mail=(address, *others))


def _text(values: Mapping[str, Raw], key: str) -> str:
    value = values.get(key, "")
    return " ".join(value.split()) if isinstance(value, str) else ""


def refuse(remarks: list[Remark], path: Path, name: str) -> None:
    """Stop, if anything is wrong with this file, and tell all of it."""
    if errors(remarks):
        unusable = sentence("{name} cannot be used as it is", name=name)
        raise NotReady(unusable, locate(remarks, name, source_lines(path)))
