"""What a mail program does to plain text, undone: flowed lines, and HTML."""

import re
from collections.abc import Iterator
from html import unescape

_BLOCKS = frozenset(
    ["address", "article", "blockquote", "dd", "div", "dl", "dt", "fieldset", "form", "h1", "h2", "h3", "h4", "h5",
     "h6", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul"]
)  # fmt: skip
_SILENT = frozenset(["head", "script", "style", "title"])
_EMPTY = frozenset(["br", "hr", "img", "input", "meta", "link", "col"])  # nothing can be in them
_ORIGINAL = "<!-- originalMessage -->"  # all that some telephones put between
_RAW = frozenset(["script", "style"])  # no tag in them but their own end
_QUOTES = re.compile(
    r"(?:class|id|name)=[\"']?[^\"'>]{0,60}quote|divRplyFwdMsg|appendonsend|moz-cite-prefix|OLK_SRC_BODY|moz-forward"
    r"|zmail_extra|replysplit|reference-message|messageReplySection|cm_replymail|isReplyContent|originalMessage"
    r"|border-(?:top|left)(?:-style)?:[^;\"'>]{0,60}solid|border-style:\s*solid none none",
    re.IGNORECASE,
)  # how mail programs name or draw the block that holds the mail they answer to, or the top of it
_KEPT = re.compile(r"white-space:\s*(?:pre|break-spaces)\b(?!-line)", re.IGNORECASE)  # as in <pre>
_QUOTED_BELOW = "-----Original Message-----"
_RULE = "_____"
_LONGEST_TAG = 600
_DEEPEST = 40  # marks of quotation before a line
_MARKUP = re.compile(r"<(?:(/?[a-zA-Z][^\s/<>]*)|!--|[!?])")
_END_OF_TAG = re.compile(r"(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>")
_ENDLESS = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{8,});?")  # no such letter


def unflowed(text: str, delete_space: bool) -> str:
    """RFC 3676: a line that ends in a space goes on in the next one, at the same depth of quoting."""
    lines: list[list[str]] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        body = line[depth:].removeprefix(" ")
        soft = body.endswith(" ") and body != "-- "
        content = body[:-1] if soft and delete_space else body
        if open_depth == depth and lines:
            lines[-1].append(content)
        else:
            lines.append([_marks(depth), content])
        open_depth = depth if soft else None
    return "\n".join("".join(pieces) for pieces in lines)


def _marks(depth: int) -> str:
    return "> " * min(depth, _DEEPEST)


def quoted(text: str, depth: int) -> str:
    """What stands in a mail that was sent along is as good as quoted."""
    marks = _marks(depth)
    return "\n".join(marks + line for line in text.split("\n")) if depth else text


def unsigned(text: str) -> str:
    """A text inside a PGP signature has its dashes escaped."""
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in text:
        return text
    return "\n".join(line.removeprefix("- ") for line in text.split("\n"))


def from_html(html: str) -> str:
    """The text as it is read: blocks on lines of their own, quotations marked, spaces kept where they count."""
    reader = _Reader()
    for tag, text in _tokens(html.replace(_ORIGINAL, "<hr>")):
        if tag.startswith("/"):
            reader.end(tag[1:])
        elif tag:
            reader.start(tag, text)
        else:
            reader.say(unescape(_ENDLESS.sub("\N{REPLACEMENT CHARACTER}", text)))
    return reader.text()


def _tokens(html: str) -> Iterator[tuple[str, str]]:
    """Tags with what is in them, and texts, one after the other: ("p", " id=x"), ("", "Hello"), ("/p", "")."""
    at, quotes = 0, True
    while match := _MARKUP.search(html, at):
        yield "", html[at : match.start()]
        tag = (match[1] or "").casefold()
        end = _END_OF_TAG.match(html, match.end()) if tag and quotes else None
        if tag and end is None:  # a quotation that never closes: from here on they count for nothing
            quotes = False
        at = end.end() if end else _after(html, "-->" if match[0] == "<!--" else ">", match.end())
        yield tag, html[match.end() : min(at, match.end() + _LONGEST_TAG)] if tag else ""
        if tag in _RAW:
            close = re.compile(f"</{tag}", re.IGNORECASE).search(html, at)
            at = close.start() if close else len(html)
    yield "", html[at:]


def _after(html: str, mark: str, start: int) -> int:
    """Behind the next such mark; without one, all the rest is markup."""
    found = html.find(mark, start)
    return found + len(mark) if found >= 0 else len(html)


class _Reader:
    """Puts lines together."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = [[]]  # each of its pieces
        self.blank = True  # has the last line nothing but marks of quotation?
        self.depth = self.silent = 0
        self.kept: list[list[str]] = []  # blocks in which every space counts: those of one name that are open in each

    def text(self) -> str:
        lines = ("".join(pieces).replace("\xa0", " ").rstrip() for pieces in self.lines)
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))

    def start(self, tag: str, attributes: str) -> None:
        self.silent += tag in _SILENT
        if tag == "pre" or (attributes and tag not in _EMPTY and _KEPT.search(attributes)):
            self.kept.append([tag])
        elif self.kept and self.kept[-1][0] == tag:
            self.kept[-1].append(tag)
        if tag == "br":
            self._new_line()
        elif tag in _BLOCKS:
            self._break()
            self.depth += tag == "blockquote"
            self._fresh()
            if attributes and _QUOTES.search(attributes):
                self._line(_QUOTED_BELOW)
            elif tag == "hr":
                self._line(_RULE)

    def end(self, tag: str) -> None:
        self.silent = max(0, self.silent - (tag in _SILENT))
        self._no_longer_kept(tag)
        if tag in _BLOCKS:
            self._break()
            if tag == "pre":
                self._new_line()  # what follows is not part of it
            if tag == "blockquote":
                self.depth = max(0, self.depth - 1)
            self._fresh()

    def _no_longer_kept(self, tag: str) -> None:
        if self.kept and self.kept[-1][0] == tag:
            self.kept[-1].pop()
            if not self.kept[-1]:
                self.kept.pop()

    def say(self, data: str) -> None:
        if self.silent:
            return
        if not self.kept:
            text = re.sub(r"[ \t\r\n]+", " ", data)
            self._add(text[1:] if self.blank and text.startswith(" ") else text)
            return
        first, *rest = data.split("\n")
        self._add(first)
        for line in rest:
            self._new_line()
            self._add(line)

    def _line(self, text: str) -> None:
        self._add(text)
        self._new_line()

    def _add(self, text: str) -> None:
        self.lines[-1].append(text)
        self.blank = self.blank and not text.replace("> ", "")

    def _new_line(self) -> None:
        self.lines.append([_marks(self.depth)])
        self.blank = True

    def _break(self) -> None:
        if not self.blank:
            self._new_line()

    def _fresh(self) -> None:
        if self.blank:
            self.lines[-1] = [_marks(self.depth)]
