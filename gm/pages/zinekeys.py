"""The keys of zine.yaml, each read with a remark on whatever is wrong with it."""

import re
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from gm.core.names import find, fold
from gm.core.options import flag
from gm.core.play import Flaw, Raw, Remark
from gm.core.words import LANGUAGES, known_language, sentence, write

LISTED = 200  # a field up to that size is listed on everybody's page
_SITE = re.compile(r"https?://[^\s/\"'<>?#]+(/[^\s\"'<>?#]*)?", re.IGNORECASE)


def read_mail(raw: Raw, remarks: list[Remark]) -> Mapping[str, Raw]:
    if raw is None or raw == "":
        return {}
    if not isinstance(raw, Mapping):
        remarks.append(Remark(sentence("mail has keys and values"), write("mail: {from: …}"), raw))
        return {}
    if raw.get("token", "") not in ("", None, "required"):
        message = sentence(
            "zine.yaml: {kind}: {key} cannot be {value}", kind="mail", key="token", value=str(raw["token"])
        )
        remarks.append(Remark(message, sentence("write token: required, or leave it out"), raw["token"]))
    return raw


def read_waiting(raw: Raw, remarks: list[Remark]) -> dict[str, tuple[str, ...]]:
    if raw is None or raw == "":
        return {}
    if not isinstance(raw, Mapping):
        message = sentence("waiting has the title of a game, and after it who waits for it")
        remarks.append(Remark(message, write("waiting: {A new race: [alice, Bob Stone]}"), raw))
        return {}
    return {title: _waiters(title, names, remarks) for title, names in raw.items()}


def _waiters(title: str, raw: Raw, remarks: list[Remark]) -> tuple[str, ...]:
    """Ids of players, or names of people who are none yet; all of it is printed."""
    written = raw if isinstance(raw, list) else [each for each in str(raw).split(",") if each.strip()]
    names: list[str] = []
    for each in [raw] if isinstance(raw, Mapping) else written:
        name = " ".join(each.split()) if isinstance(each, str) else ""
        if not name:
            message = sentence("somebody who waits for {title} has no name", title=title)
            remarks.append(Remark(message, sentence("write a player's id, or a name"), raw))
        elif "@" in name:
            message = sentence("{name} is an address, and the waiting list is printed", name=name)
            remarks.append(Remark(message, sentence("write a name"), raw))
        elif find(name, names):
            message = sentence("{name} waits twice for {title}", name=name, title=title)
            remarks.append(Remark(message, sentence("keep one"), raw))
        names.append(name)
    return tuple(names)


def read_first_issue(raw: Raw, remarks: list[Remark]) -> int:
    if raw is None or raw == "":
        return 1
    if isinstance(raw, str) and re.fullmatch(r"[0-9]{1,6}", raw.strip()):
        return int(raw)
    message = sentence("{written} is no number of an issue", written=str(raw))
    remarks.append(Remark(message, write("first_issue: 42"), raw, Flaw.UNREADABLE))
    return 1


def read_listed(raw: Raw, remarks: list[Remark]) -> int:
    if raw is None or raw == "":
        return LISTED
    if isinstance(raw, str) and re.fullmatch(r"[0-9]{1,6}", raw.strip()):
        return int(raw)
    message = sentence("{number} is no number of entrants", number=str(raw))
    remarks.append(Remark(message, write("listed: 200"), raw, Flaw.UNREADABLE))
    return LISTED


def read_blind(raw: Raw, remarks: list[Remark]) -> bool:
    try:
        return False if raw is None or raw == "" else flag(raw)
    except ValueError as wrong:
        remarks.append(Remark(sentence("blind is true or false"), wrong.args[0], raw))
        return False


def read_site(raw: Raw, remarks: list[Remark]) -> str:
    if raw is None or raw == "":
        return ""
    address = str(raw).strip()
    if not isinstance(raw, str) or not _SITE.fullmatch(address):
        message = sentence("{written} is no address on the web", written=str(raw))
        remarks.append(Remark(message, write("site: https://example.org/zine/"), raw))
    return address if address.endswith("/") else address + "/"


def read_languages(raw: Raw, remarks: list[Remark]) -> tuple[str, ...]:
    """One language or several, the one that counts first."""
    written = [each for each in (raw if isinstance(raw, list) else [raw]) if each]
    for each in written:
        if known_language(str(each)) is None:
            hint = sentence("write one of {words}", words=LANGUAGES)
            message = sentence("there is no language {name} here", name=str(each))
            remarks.append(Remark(message, hint, each, Flaw.UNKNOWN))
    return tuple(known for each in written if (known := known_language(str(each))))


def read_zone(raw: Raw, remarks: list[Remark]) -> ZoneInfo:
    try:
        return ZoneInfo(str(raw).strip())
    except (OSError, ValueError, KeyError):
        message = sentence("there is no time zone {name}", name=str(raw))
        remarks.append(Remark(message, sentence("write one such as Europe/London"), raw, Flaw.UNKNOWN))
        return ZoneInfo("UTC")


def read_ratings(raw: Raw, remarks: list[Remark]) -> bool:
    """May everybody know them?"""
    word = fold(str(raw or ""))
    if word not in ("", "public", "private"):
        remarks.append(Remark(sentence("ratings are public or private"), write("ratings: public"), raw, Flaw.UNKNOWN))
    return word == "public"
