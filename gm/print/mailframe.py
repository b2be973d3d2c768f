"""The frame around a mail's HTML: tables that hold it in Outlook, and its colours by night for who knows of it."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

WIDTH = 640
TEXT = ("ink", "soft", "on-turf", "fell", "stumble", "won", "note")  # what a page's colours are for
GROUND = ("paper", "card", "turf", "bar", "mine")
LINES = ("line", *TEXT)
TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%"'

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; supported-color-schemes: light dark; }}
@media (prefers-color-scheme: dark) {{
{night}
}}
</style>
<!--[if mso]><style>table, td, th, p, h1, h2, h3, h4, li {{ font-family: Georgia, serif; }}</style><![endif]-->
</head>
<body style="margin:0;padding:0;background-color:{paper}">
<table {table} bgcolor="{paper}" style="background-color:{paper}"><tr><td align="center">
<!--[if mso]>
<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="{width}" style="table-layout:fixed">
<tr><td><![endif]-->
<table {table} style="max-width:{width}px">
{rows}</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
"""


_ROWS = """{header}<tr><td align="left" bgcolor="{paper}" style="{body_style};padding:0 14px 24px">
{body}
</td></tr>
"""


def framed(
    language: str,
    title: str,
    parts: Sequence[tuple[str, str]],
    body_style: Mapping[str, str],
    night: Mapping[str, str],
) -> str:
    """`parts`: each with its header, one below the other; `night`: rules of a style sheet, by their selectors."""
    said, paper = styled(body_style), body_style["background-color"]
    rows = (_ROWS.format(header=header, paper=paper, body_style=said, body=body) for header, body in parts)
    return _PAGE.format(
        language=language,
        title=title,
        table=TABLE,
        width=WIDTH,
        rows="".join(rows),
        paper=paper,
        night="\n".join(f"{selector} {{ {said} !important; }}" for selector, said in night.items()),
    )


def escaped(text: str, quote: bool = True) -> str:
    """As HTML; letters beyond ASCII by their numbers, which travel as they are and in less room."""
    return escape(text, quote).encode("ascii", "xmlcharrefreplace").decode()


def styled(said: Mapping[str, str]) -> str:
    """A style attribute; the colour of the text comes first, where the rules for the night look for it."""
    ordered = sorted(said.items(), key=lambda item: item[0] != "color")
    return escaped(";".join(f"{key}:{value}" for key, value in ordered if ";" not in value))


def at_night(day: Mapping[str, str], night: Mapping[str, str]) -> dict[str, str]:
    """Programs that know the night keep style sheets too: each colour, as it is written into the elements, changes."""
    return dict([*_changes(day, night)])


def _changes(day: Mapping[str, str], night: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    names = [name for name in ("line", *GROUND, *TEXT)[::-1] if name in day and name in night]
    both = {name: (day[name], night[name]) for name in names}
    for name, (light, dark) in both.items():
        if name in TEXT:
            yield f'[style^="color:{light}"]', f"color: {dark}"
        if name in GROUND:
            yield f'[style*="background-color:{light}"]', f"background-color: {dark}"
        if name in LINES:
            yield f'[style*=" {light}"]', f"border-color: {dark}"
