"""What the receiving server says of a mail's sender (Authentication-Results, RFC 8601), and for whom it vouches."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from gm.core.words import sentence
from gm.mail.addressing import without_comments

_LONGEST = 64 * 1024
_TOKEN = re.compile(r"(?:[^\s;=\"\\]++|\\.|\"(?:[^\"\\]++|\\.)*+\")++|[;=]", re.DOTALL)
_QUOTED = re.compile(r"\"((?:[^\"\\]++|\\.)*+)\"", re.DOTALL)
_DOMAIN = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*")
_WHOSE = {"dmarc": ("header.from",), "spf": ("smtp.mailfrom", "smtp.mail"), "dkim": ("header.d", "header.i")}
_FAILED = ("fail", "softfail", "hardfail", "permerror")


@dataclass
class Finding:
    """One method, what came out, and what it says about what."""

    method: str
    result: str
    about: dict[str, list[str]] = field(default_factory=dict)

    @property
    def domains(self) -> list[str]:
        """The domains that it speaks of, if it says so."""
        named = (self.about[key] for key in _WHOSE[self.method] if key in self.about)
        return [_domain(value) for value in next(named, [])]

    def is_of(self, domain: str) -> bool:
        return bool(self.domains) and all(aligned(each, domain) for each in self.domains)

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.result}"


def doubt(fields: Sequence[str], trusted: str, sender: str) -> str:
    """Why the sender may be another, if the settings trust a server's word: a sentence. "" if it is as it says.

    The topmost field in that server's name counts: those below it may have come with the mail.
    """
    if not trusted or not sender:
        return ""
    found = next((said for each in fields if (said := findings(each, trusted)) is not None), None)
    if not found:
        return sentence("{server} says nothing about its sender", server=trusted)
    return _doubt(found, sender.rpartition("@")[2])


def _doubt(found: Sequence[Finding], domain: str) -> str:
    """DMARC is asked first; else SPF or DKIM must vouch for the very domain that the mail says it is from."""
    dmarc = [each for each in found if each.method == "dmarc"]
    others = [each for each in found if each.method != "dmarc"]
    if dmarc and all(each.result == "pass" and (not each.domains or each.is_of(domain)) for each in dmarc):
        return ""
    broken = [each for each in others if each.method == "dkim" and each.result in _FAILED and each.is_of(domain)]
    vouched = [each for each in others if each.result == "pass" and each.is_of(domain)]
    failed = [each for each in (*dmarc, *broken) if each.result in _FAILED]
    if vouched and not failed:
        return ""
    failed += [each for each in others if each.result in _FAILED]
    if failed:
        return sentence("the receiving server doubts its sender ({doubt})", doubt=str(failed[0]))
    return sentence("the receiving server does not say that it came from {domain}", domain=domain)


def aligned(domain: str, other: str) -> bool:
    """The same domain, or one inside the other; a country alone is nobody's."""
    short, long = sorted((domain, other), key=len)
    return "." in short and (long == short or long.endswith(f".{short}"))


def findings(text: str, server: str) -> list[Finding] | None:
    """What such a field says, if it is that server's, else None; what cannot be read of it says nothing."""
    if _author(text) != server.casefold():
        return None
    plain = without_comments(text) if len(text) <= _LONGEST else None
    pieces = _split(_TOKEN.findall(plain or ""))[1:]
    return [finding for words in pieces if (finding := _finding(words))]


def _author(text: str) -> str:
    """In whose name the field is written."""
    start = text.partition(";")[0]
    words = (without_comments(start) or start.partition("(")[0]).split()
    return _unquoted(words[0]).casefold() if words else ""


def _finding(words: Sequence[str]) -> Finding | None:
    """`method=result`, and then `about=whom` however often; where anything else stands between, nobody is named."""
    triples = [words[n : n + 3] for n in range(0, len(words), 3)]
    method = triples[0][0].casefold().partition("/")[0] if triples and words[1:2] == ["="] else ""
    if method not in _WHOSE or len(words) < 3:
        return None
    about: dict[str, list[str]] = {}
    if all(len(each) == 3 and each[1] == "=" and "=" not in (each[0], each[2]) for each in triples):
        for key, _, value in triples[1:]:
            about.setdefault(key.casefold(), []).append(value)
    return Finding(method, words[2].casefold(), about)


def _split(tokens: Sequence[str]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    for token in tokens:
        if token == ";":
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces


def _unquoted(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", whole[1], flags=re.DOTALL) if (whole := _QUOTED.fullmatch(token)) else token


def _domain(value: str) -> str:
    """Of an address, or the domain itself; "" for what is none. What stands in quotes before an @ is not looked at."""
    plain = _unquoted(value) if _QUOTED.fullmatch(value) else _QUOTED.sub("", value)
    name = plain.rpartition("@")[2].casefold().rstrip(".").strip("<>")
    return name if _DOMAIN.fullmatch(name) else ""
