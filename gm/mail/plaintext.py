"""What a mail program does to plain text, undone: flowed lines, and HTML."""

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    ["address", "article", "blockquote", "dd", "div", "dl", "dt", "fieldset", "form", "h1", "h2", "h3", "h4", "h5",
     "h6", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul"]
)  # fmt: skip
_SILENT = frozenset(["head", "script", "style", "title"])


def unflowed(text: str, delete_space: bool) -> str:
    """RFC 3676: a line that ends in a space goes on in the next one, at the same depth of quoting."""
    lines: list[str] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        marks = re.match(r">*", line)
        depth = len(marks[0]) if marks else 0
        body = line[depth:].removeprefix(" ")
        soft = body.endswith(" ") and body != "-- "
        content = body[:-1] if soft and delete_space else body
        if open_depth == depth and lines:
            lines[-1] += content
        else:
            lines.append(("> " * depth) + content)
        open_depth = depth if soft else None
    return "\n".join(lines)


def unsigned(text: str) -> str:
    """A text inside a PGP signature has its dashes escaped."""
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in text:
        return text
    return "\n".join(line.removeprefix("- ") for line in text.split("\n"))


def from_html(html: str) -> str:
    """The text as it is read: blocks on lines of their own, quotations marked, spaces kept where they count."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.depth = self.silent = self.kept = 0

    def text(self) -> str:
        return re.sub(r"\n{3,}", "\n\n", "\n".join(line.replace("\xa0", " ").rstrip() for line in self.lines))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self.silent += 1
        self.kept += tag == "pre"
        if tag == "br":
            self._new_line()
        elif tag in _BLOCKS:
            self._break()
            self.depth += tag == "blockquote"
            self._fresh()

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self.silent = max(0, self.silent - 1)
        self.kept = max(0, self.kept - (tag == "pre"))
        if tag in _BLOCKS:
            self._break()
            if tag == "pre":
                self._new_line()  # what follows is not part of it
            if tag == "blockquote":
                self.depth = max(0, self.depth - 1)
            self._fresh()

    def handle_data(self, data: str) -> None:
        if self.silent:
            return
        if self.kept:
            first, *rest = data.split("\n")
            self.lines[-1] += first
            for line in rest:
                self._new_line()
                self.lines[-1] += line
            return
        text = re.sub(r"[ \t\r\n]+", " ", data)
        if self._blank() and text.startswith(" "):
            text = text[1:]
        self.lines[-1] += text

    def _blank(self) -> bool:
        return not self.lines[-1].replace("> ", "")

    def _new_line(self) -> None:
        self.lines.append("> " * self.depth)

    def _break(self) -> None:
        if not self._blank():
            self._new_line()

    def _fresh(self) -> None:
        if self._blank():
            self.lines[-1] = "> " * self.depth
