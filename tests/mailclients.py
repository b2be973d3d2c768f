"""Mail programs, as far as what they drop: a message's HTML goes in, and comes out as one of them would show it.

What each of them does stands in mail_clients.yaml. To look at mails in all of them:

    python -m tests.mailclients FOLDER reports.html…
"""

import base64
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import yaml

from gm.print.mailpage import Mailed, Words, mailed
from gm.print.painting import Painter

RULES: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("mail_clients.yaml").read_text("utf-8"))
HARMLESS: dict[str, str] = RULES.pop("harmless")  # type: ignore[assignment]
CLIENTS = list(RULES)
DOMAIN = "example.org"
WORDS = Words("The whole page is attached.", "It is in the page that is attached.")
ALONE = ("br", "hr", "img", "meta", "link", "input", "base", "wbr", "col")
_MSO = re.compile(r"<!--\[if mso\]>(.*?)<!\[endif\]-->", re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def as_mail(page: Path | str, readers: int = 40) -> Mailed:
    text = page if isinstance(page, str) else page.read_text(encoding="utf-8")
    return mailed(text, Painter(readers), WORDS, DOMAIN)


@dataclass
class Shown:
    """A message in one mail program."""

    html: str
    lost: Counter[str] = field(default_factory=Counter)  # elements, and properties, that were dropped
    texts: list[tuple[str, str, str]] = field(default_factory=list)  # what is said, its colour, and the ground


def shown(html: str, client: str) -> Shown:
    rules = RULES[client]
    html = _MSO.sub(r"\1" if rules["mso"] else "", html)
    clip = rules.get("clip")
    if clip:
        html = html.encode()[:clip].decode("utf-8", "ignore")
    program = _Program(rules)
    program.feed(html)
    program.close()
    return Shown("".join(program.out), program.lost, program.texts)


class _Program(HTMLParser):
    def __init__(self, rules: dict[str, Any]):
        super().__init__(convert_charrefs=True)
        self.rules = rules
        self.out: list[str] = []
        self.lost: Counter[str] = Counter()
        self.texts: list[tuple[str, str, str]] = []
        self.gone: list[str] = []  # elements that are dropped and still open
        self.open: list[tuple[str, str, str]] = [("", "", "")]  # tag, colour, ground
        self.in_style = False

    def handle_decl(self, decl: str) -> None:
        self.out.append(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.gone or tag in self.rules["drop"]:
            self.lost[f"<{tag}>"] += 1
            self.gone += [] if tag in ALONE else [tag]
            return
        attributes = {name: value or "" for name, value in attrs if name not in self.rules["attributes"]}
        said = dict(self._declarations(tag, attributes.pop("style", "")))
        if tag == "body" and self.rules["body"] == "lost":
            attributes, said = {}, {}
        if tag == "img" and not attributes.get("src", "").startswith(tuple(self.rules["pictures"])):
            self.lost["<img>"] += 1
            attributes.pop("src", None)
        self._note(tag, attributes, said)
        if tag in self.rules["unwrap"]:
            self.lost[f"<{tag}>"] += 1
            return
        self.in_style = tag == "style"
        if said:
            attributes["style"] = ";".join(f"{key}:{value}" for key, value in said.items())
        self.out.append(f"<{tag}{''.join(_attribute(*each) for each in attributes.items())}>")

    def _note(self, tag: str, attributes: dict[str, str], said: dict[str, str]) -> None:
        _, colour, ground = self.open[-1]
        ground = said.get("background-color") or attributes.get("bgcolor") or ground
        if tag not in ALONE:
            self.open.append((tag, said.get("color") or colour, ground))

    def _declarations(self, tag: str, style: str) -> Iterator[tuple[str, str]]:
        for line in filter(None, style.split(";")):
            key, _, value = (each.strip() for each in line.partition(":"))
            family = key.split("-")[0]
            where = self.rules.get("only_on", {}).get(key, self.rules.get("only_on", {}).get(family))
            kept = key not in self.rules["properties"] and not any(each in value for each in self.rules["values"])
            if kept and (where is None or tag in where or key == family == "display"):
                yield key, value
            else:
                self.lost[key] += 1

    def handle_endtag(self, tag: str) -> None:
        if self.gone:
            if tag in self.gone:
                del self.gone[self.gone.index(tag) :]
            return
        if tag in (each for each, _, _ in self.open):
            while self.open.pop()[0] != tag:
                pass
        if tag not in self.rules["unwrap"] and tag not in ALONE:
            self.out.append(f"</{tag}>")
        self.in_style = False

    def handle_data(self, data: str) -> None:
        if self.gone:
            return
        if self.in_style:
            self.out.append(self._sheet(data))
            return
        if data.strip() and "title" not in [tag for tag, _, _ in self.open]:
            self.texts.append((data, self.open[-1][1], self.open[-1][2]))
        self.out.append(escape(data, quote=False))

    def _sheet(self, css: str) -> str:
        sheets = self.rules["sheets"]
        if not sheets["kept"]:
            return ""
        for each in sheets["without"]:
            css = re.sub(
                rf"@media[^{{]*{re.escape(each)}[^{{]*\{{(?:[^{{}}]*\{{[^{{}}]*\}})*[^{{}}]*\}}",
                "",
                css,
                flags=re.DOTALL,
            )
            css = re.sub(rf"[^{{}}]*{re.escape(each)}[^{{}}]*\{{[^{{}}]*\}}", "", css)
        return css


def _attribute(name: str, value: str) -> str:
    return f' {name}="{escape(value)}"'


def said_in(shown: Shown) -> list[str]:
    """Every word that is there to be read."""
    return " ".join(text for text, _, _ in shown.texts).split()


def contrast(colour: str, ground: str) -> float:
    """As WCAG has it: 4.5 and more can be read by nearly everybody."""
    light, dark = sorted((_luminance(colour), _luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(2 * each for each in digits) if len(digits) == 3 else digits
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def on_screen(mail: Mailed, client: str, dark: bool = False) -> str:
    """The page that a browser can show: with its pictures, and turned round by a program that does so by night."""
    html = shown(mail.html, client).html
    for each in mail.pictures:
        data = base64.b64encode(each.png).decode()
        html = html.replace(f"cid:{each.name}@{DOMAIN}", f"data:image/png;base64,{data}")
    if RULES[client].get("breaks"):
        html = html.replace("</head>", "<style>td, th, p { overflow-wrap: anywhere; }</style></head>")
    if dark and RULES[client]["night"] == "inverts":
        turned = "<style>html{filter:invert(1) hue-rotate(180deg);background:#fff}img{filter:invert(1) hue-rotate(180deg)}</style>"
        html = html.replace("</head>", turned + "</head>")
    return html


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for path in map(Path, sys.argv[2:]):
        mail, name = as_mail(path), "-".join(path.parts[-3:]).removesuffix(".html")
        for client in CLIENTS:
            for dark in (False, True):
                file = folder / f"{name}.{client}.{'dark' if dark else 'light'}.html"
                file.write_text(on_screen(mail, client, dark), encoding="utf-8")
