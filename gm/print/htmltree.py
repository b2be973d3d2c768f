"""A body of HTML as plain data, for whoever sets it in something other than a browser."""

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any

from gm.print.photos import wrapped

Node = str | dict[str, Any]  # text, or {"tag": …, "class": […], "children": […]} and what the tag needs besides
Attributes = list[tuple[str, str | None]]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BLOCKS = _names(
    "section div h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table caption tr th td blockquote footer figure figcaption pre "
    "details summary hr"
)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
INLINE = _names("b strong i em s del u code kbd span a br small sub sup img")
ALONE = _names("br hr img input meta link wbr col svg icon")  # they have no end tag, or none that is left here
UNSEEN = _names("style script template head title button input select textarea noscript")
HIDDEN = _names("screen-only")
CLOSES = {  # a start tag that ends what HTML lets people leave open
    "li": ("p", "li"),
    "tr": ("p", "td", "th", "tr"),
    "td": ("p", "td", "th"),
    "th": ("p", "td", "th"),
    "dt": ("p", "dt", "dd"),
    "dd": ("p", "dt", "dd"),
}
DEEPEST = 24  # deeper than this, tags are read through: whoever walks the tree may count on it

_SVG = re.compile(r"<svg\b[^<]*+(?:<(?!/svg\s*>)[^<]*+)*+</svg\s*>", re.IGNORECASE)  # up to the first end
_SYMBOL = re.compile(r"<symbol\b[^>]*?\sid=\"([^\"]+)\".*?</symbol\s*>", re.DOTALL | re.IGNORECASE)
_USED = re.compile(r"<use\b[^>]*?\shref=\"#([^\"]+)\"", re.IGNORECASE)
_ICON = re.compile(r"<svg\b[^>]*?\sclass=\"silks\"", re.IGNORECASE)  # it stands within a line
_SPRITE = re.compile(r"<svg\b[^>]*?\sclass=\"sprite\"", re.IGNORECASE)  # symbols that others use, and nothing to see
_SPACE = re.compile(r"[ \t\r\n\f]+")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def read(html: str, kind: "type[Reader] | None" = None) -> list[Node]:
    """What a reader sees of it, in order; space is as a browser would show it.

    >>> read("<p>Red  <b>Rum</b>\\n wins </p>")
    [{'tag': 'p', 'class': [], 'children': ['Red ', {'tag': 'b', 'class': [], 'children': ['Rum']}, ' wins']}]
    """
    return reader_of(html, kind or Reader, symbols_of(html)).root


def reader_of(html: str, kind: "type[Reader]", symbols: dict[str, str], within: tuple[str, ...] = ()) -> "Reader":
    """One who has read this; `within`: elements that are open already, and mean nothing here."""
    pictures: list[str] = []

    def taken_out(svg: re.Match[str]) -> str:
        pictures.append(_with_symbols(svg[0], symbols))
        return _marked(svg[0], len(pictures) - 1)

    words = _SVG.sub(taken_out, html)
    reader = kind(pictures)
    reader.open += [(tag, reader.root) for tag in within]
    reader.feed(words)
    reader.close()
    reader.settle()
    return reader


def symbols_of(html: str) -> dict[str, str]:
    """What pictures on a page may use of it."""
    return {each[1]: each[0] for each in _SYMBOL.finditer(html)}


def parted_from_sprite(html: str) -> tuple[str, str]:
    """A page without the first symbols that it only keeps for its pictures, and those."""
    sprite = _SPRITE.search(html)
    if sprite is None or html.rfind("<svg", 0, sprite.start()) > html.rfind("</svg", 0, sprite.start()):
        return html, ""
    whole = _SVG.match(html, sprite.start())
    return (html[: whole.start()] + html[whole.end() :], whole[0]) if whole else (html, "")


def _marked(svg: str, number: int) -> str:
    return "" if _SPRITE.match(svg) else f'<{"icon" if _ICON.match(svg) else "svg"} id="{number}">'


def _with_symbols(svg: str, symbols: dict[str, str]) -> str:
    """A picture with all that it uses of the page around it."""
    used = [symbols[name] for name in dict.fromkeys(_USED.findall(svg)) if name in symbols]
    if not used or _SPRITE.match(svg):
        return svg
    opening, rest = svg.split(">", 1)
    view = re.search(r"\sviewBox=\"[^\"]*\"", used[0])
    sized = opening if " viewBox=" in opening or not view else opening + view[0]
    return f"{sized}><defs>{''.join(used)}</defs>{rest}"


def words(nodes: list[Node]) -> str:
    """The text alone, pictures aside, a space between any two blocks."""
    return " ".join("".join(_said(nodes)).split())


def _said(nodes: list[Node]) -> list[str]:
    said: list[str] = []
    for node in nodes:
        if isinstance(node, str):
            said.append(node)
        else:
            edge = " " if node["tag"] in BLOCKS or node["tag"] == "br" else ""
            said += [edge, *_said(node["children"]), edge]
    return said


def raised(nodes: list[Node]) -> list[Node]:
    """The same with its highest headings called h1, whatever page they were made for."""
    highest = min(_levels(nodes), default=1)
    return [_raised(node, highest - 1) for node in nodes]


def _levels(nodes: list[Node]) -> Iterator[int]:
    for node in nodes:
        if not isinstance(node, str):
            yield from [int(node["tag"][1])] if node["tag"] in HEADINGS else _levels(node["children"])


def _raised(node: Node, by: int) -> Node:
    if isinstance(node, str):
        return node
    if node["tag"] in HEADINGS:
        return node | {"tag": f"h{int(node['tag'][1]) - by}"}
    return node | {"children": [_raised(child, by) for child in node["children"]]}


def fit(text: str) -> str:
    """Text without what no page can show: control characters and halves of characters."""
    return _UNFIT.sub("\ufffd", text)


class Reader(HTMLParser):
    def __init__(self, pictures: list[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.pictures = pictures
        self.root: list[Node] = []
        self.open: list[tuple[str, list[Node]]] = [("body", self.root)]
        self.tail: list[Node] | None = None  # whose last text is the end of the line so far

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        while self.open[-1][0] in CLOSES.get(tag, ("p",) if tag in BLOCKS else ()):
            self.handle_endtag(self.open[-1][0])
        if tag in BLOCKS or tag in ("br", "svg"):
            self.settle()
        inside = self.placed(tag, dict(attrs))
        if tag not in ALONE:
            self.open.append((tag, inside))

    def placed(self, tag: str, attributes: dict[str, str | None]) -> list[Node]:
        """Where the children go: into a new element, into their parent's (tags that mean nothing here), or nowhere."""
        classes = (attributes.get("class") or "").split()
        if tag in UNSEEN or HIDDEN.intersection(classes) or "hidden" in attributes:
            return []
        if tag in ("svg", "icon"):
            self.open[-1][1].extend(self.drawn(tag, attributes))
        if tag == "img" and (attributes.get("src") or "").startswith("data:image/"):
            self.open[-1][1].append(_photo(attributes))
            return []
        if tag not in BLOCKS | INLINE or len(self.open) > DEEPEST:
            return self.open[-1][1]
        element: dict[str, Any] = {"tag": tag, "class": classes, "children": [], **_particulars(tag, attributes)}
        self.open[-1][1].append(element)
        children: list[Node] = element["children"]
        return children

    def drawn(self, tag: str, attributes: dict[str, str | None]) -> list[Node]:
        """The picture that stood here; none if it has no end, and was not taken out."""
        self.tail = None
        number = attributes.get("id") or ""
        known = re.fullmatch(r"\d{1,6}", number) and int(number) < len(self.pictures)
        return [_picture(tag, self.pictures[int(number)])] if known else []

    def handle_endtag(self, tag: str) -> None:
        if tag in ALONE or tag not in (each for each, _ in self.open[1:]):
            return
        while (closed := self.open.pop()[0]) != tag:
            self._left(closed)
        self._left(tag)

    def _left(self, tag: str) -> None:
        if tag in BLOCKS:
            self.settle()

    def handle_data(self, data: str) -> None:
        inside = self.open[-1][1]
        if any(tag == "pre" for tag, _ in self.open):
            inside.append(fit(data))
            return
        text = _SPACE.sub(self._gap, fit(data))
        if self.tail is None or str(self.tail[-1]).endswith((" ", "\n")):
            text = text.lstrip(" \n")
        if text:
            inside.append(text)
            self.tail = inside

    def _gap(self, space: re.Match[str]) -> str:
        """The lines of a quotation are its writer's own."""
        return "\n" if "\n" in space[0] and any(tag == "blockquote" for tag, _ in self.open) else " "

    def settle(self) -> None:
        """A line ends here: no space at its end."""
        if self.tail:
            self.tail[-1] = str(self.tail[-1]).rstrip(" \n")
        self.tail = None


def _particulars(tag: str, attributes: dict[str, str | None]) -> dict[str, Any]:
    if tag == "a":
        return {"href": fit(attributes.get("href") or "")}
    if tag in ("td", "th"):
        return {"colspan": _columns(attributes.get("colspan") or "")}
    if tag == "ol":
        return {"start": int(start) if re.fullmatch(r"\d{1,9}", start := attributes.get("start") or "") else 1}
    if tag == "img":
        return {"alt": fit(attributes.get("alt") or "")}
    width = re.search(r"width:\s*(\d+)%", attributes.get("style") or "")
    return {"width": min(int(width[1]), 100)} if width else {}


def _columns(text: str) -> int:
    return max(int(text), 1) if re.fullmatch(r"\d{1,2}", text) else 1


def _picture(tag: str, svg: str) -> dict[str, Any]:
    classes = ["silks"] if tag == "icon" else []
    return {"tag": tag, "class": classes, "children": [], "svg": svg, "alt": _alternative(svg), "share": _share(svg)}


def _photo(attributes: dict[str, str | None]) -> dict[str, Any]:
    """A picture that the page carries within it."""
    given = {key: attributes.get(key) or "" for key in ("src", "alt", "width", "height")}
    svg, share = wrapped(given["src"], given["width"], given["height"])
    return {"tag": "svg", "class": [], "children": [], "svg": svg, "alt": fit(given["alt"]), "share": share}


def _share(svg: str) -> int:
    """How much of the page's width it wants, in percent: all, unless it says so in data-share."""
    found = re.match(r'<svg\b[^>]*\sdata-share="(\d{2})"', svg)
    return max(int(found[1]), 20) if found else 100


def _alternative(svg: str) -> str:
    """What a picture says to those who do not see it: its title and description."""
    found = [re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}\s*>", svg, re.DOTALL) for tag in ("title", "desc")]
    texts = [fit(" ".join(unescape(each[1]).split())) for each in found if each]
    return " ".join(text if text.endswith((".", "!", "?", ":")) else text + "." for text in texts if text)
