"""Every catalogue brought in step with what the program says: make messages.

A language has a part for each game and one for the house. A sentence belongs to the game that alone says it, and to the
house if several do; when it moves, its translation moves along.
"""

import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable
from io import BytesIO
from itertools import takewhile
from pathlib import Path, PurePath
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from gm.core.words import ENGLISH, MANNERS
from gm.reports.languages import LOCALES

PROJECT = Path(__file__).parent.parent
HOUSE = "house"
SAYING = ("sentence", "counted:1,2", "phrase")  # the functions that are given what is said, beside gettext's own
HEADER = r"""msgid ""
msgstr ""
"Language: {code}\n"
"Plural-Forms: {plural}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


def gathered(project: Path = PROJECT) -> Catalog:
    """All that is said in the code, the templates and the phrase banks, and where; pyproject.toml says where to look."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "messages.pot"
        words = [word for name in SAYING for word in ("-k", name)]
        pybabel = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract", "-F", "pyproject.toml"]
        subprocess.run([*pybabel, *words, "--add-comments=Note:", "-o", str(found), "."], cwd=project, check=True)
        return catalogue_in(found)


def catalogue_in(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def games_of(project: Path) -> set[str]:
    return {path.stem for path in (project / "gm/games").iterdir() if not path.name.startswith("_")}


def parts(said: Catalog, games: Collection[str]) -> dict[str, list[Message]]:
    """What stands in which part."""
    found: dict[str, list[Message]] = defaultdict(list)
    for message in said:
        if message.id:
            found[_part(message, games)].append(message)
    return found


def _part(message: Message, games: Collection[str]) -> str:
    by = {_speaker(PurePath(place).parts, games) for place, _ in message.locations}
    return by.pop() if len(by) == 1 else HOUSE


def _speaker(place: tuple[str, ...], games: Collection[str]) -> str:
    """
    >>> _speaker(("gm", "games", "toy", "rules.py"), {"toy"}), _speaker(("templates", "site", "nav.html"), {"toy"})
    ('toy', 'house')
    """
    folder = place[2] if place[:2] == ("gm", "games") else place[1] if place[0] == "templates" else ""
    name = PurePath(folder).stem
    return name if name in games else HOUSE


def bring_in_step(project: Path = PROJECT, locales: Path = LOCALES) -> None:
    """Write every part of every language anew, with the translations that there are anywhere in that language."""
    wanted = parts(gathered(project), games_of(project))
    for code, manner in MANNERS.items():
        if code != ENGLISH:
            folder = locales / code
            folder.mkdir(parents=True, exist_ok=True)
            written = {f"{name}.po": _written(folder, code, manner.locale, name, said) for name, said in wanted.items()}
            for name, text in written.items():
                (folder / name).write_bytes(text)
            for left in {path.name for path in folder.glob("*.po")} - set(written):
                (folder / left).unlink()


def _written(folder: Path, code: str, locale: str, name: str, said: Iterable[Message]) -> bytes:
    template, translated = Catalog(), Catalog(locale=locale)
    for message in said:
        template[message.id] = message
    for message in translations_in(folder):
        message.string = _printed(message.string, code)
        translated[message.id] = message
    translated.update(template, no_fuzzy_matching=True)
    body = BytesIO()
    write_po(body, translated, width=0, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    header = _remarks(folder / f"{name}.po") + HEADER.format(code=code, plural=translated.plural_forms)
    return header.encode() + body.getvalue()


def translations_in(folder: Path) -> Iterable[Message]:
    """All that is translated, in whichever part."""
    for part in sorted(folder.glob("*.po")):
        yield from (message for message in catalogue_in(part) if message.id and _is_translated(message))


def printed(text: str, code: str) -> str:
    """As the language is printed: an apostrophe is one, and French has its narrow spaces; what is typed has none.

    >>> printed("c'est lui : oui ! gm: aide", "fr")
    'c’est lui\\u202f: oui\\u202f! gm: aide'
    """
    text = re.sub(r"(?<=[^\W\d_])'(?=[^\W\d_])", "’", text)
    if code != "fr":
        return text
    return re.sub(r"«[ \u00a0\u202f]*", "«\u202f", re.sub(r"(?<=[^\s(])[ \u00a0\u202f]+([;:!?»])", "\u202f\\1", text))


def _printed(string: Any, code: str) -> Any:
    return tuple(printed(each, code) for each in string) if isinstance(string, (list, tuple)) else printed(string, code)


def _is_translated(message: Message) -> bool:
    return any(message.string) if isinstance(message.string, (list, tuple)) else bool(message.string)


def _remarks(part: Path) -> str:
    """What translators wrote at the top, their names perhaps."""
    lines = part.read_text(encoding="utf-8").splitlines(keepends=True) if part.exists() else []
    return "".join(takewhile(lambda line: line.startswith("#"), lines))


if __name__ == "__main__":
    bring_in_step()
