"""An Atom feed: what a reader of news subscribes to."""

import re
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree as Xml

_ATOM = "http://www.w3.org/2005/Atom"
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold


class Entry(NamedTuple):
    page: str  # its address within the site
    title: str
    updated: str
    summary: str


class Feed(NamedTuple):
    title: str
    author: str
    language: str
    id: str  # of the feed; that of an entry adds its page
    site: str  # where the site is, with a slash at its end; "" if nobody said so
    entries: Sequence[Entry]


def atom(feed: Feed) -> str:
    """The feed as XML, the latest entry first; it is the same whenever it is written."""
    root = Xml.Element("feed", {"xmlns": _ATOM, "xml:lang": feed.language})
    latest = sorted(feed.entries, key=lambda entry: (entry.updated, entry.page), reverse=True)
    _add(root, "title", feed.title)
    _add(root, "id", feed.id)
    _add(root, "updated", latest[0].updated if latest else "1970-01-01T00:00:00+00:00")
    _add(_add(root, "author"), "name", feed.author)
    Xml.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": f"{feed.site}index.html"})
    if feed.site:
        Xml.SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": f"{feed.site}feed.atom"})
    for entry in latest:
        _entry(root, feed, entry)
    Xml.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def _entry(root: Xml.Element, feed: Feed, entry: Entry) -> None:
    element = _add(root, "entry")
    _add(element, "title", entry.title)
    _add(element, "id", f"{feed.id.rstrip('/')}/{entry.page}")
    _add(element, "updated", entry.updated)
    link = {"rel": "alternate", "type": "text/html", "href": f"{feed.site}{entry.page}"}
    Xml.SubElement(element, "link", link)
    _add(element, "summary", entry.summary)


def _add(parent: Xml.Element, tag: str, text: str = "") -> Xml.Element:
    element = Xml.SubElement(parent, tag)
    element.text = _UNFIT.sub("", text) or None
    return element
