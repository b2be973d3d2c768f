"""What a person wrote in a letter, for people to read: their own words, and as a page of the zine."""

import re
from email.utils import parseaddr

from gm.core.words import Sentence
from gm.mail.charsets import decoded
from gm.mail.letter import Letter
from gm.mail.mime import Headers, in_one_line

_QUOTED = re.compile(r"^ ?>")
_END = re.compile(
    r"^(?:-- ?$|_{5,}\s*$|-{3,} ?\S.*\S ?-{3,}\s*$|From: .*@|Von: .*@|De ?: .*@|Da: .*@"
    r"|(?=.*(?:@|\b20\d\d\b)).{0,300}\b(?:wrote|a écrit|ha scritto|schrieb|escribió|schreef|skrev)\b.{0,80}:\s*$)"
)
_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:@]+@[^\s<>()\[\]\",;:@]+\.[^\s<>()\[\]\",;:@.]+")
_BRACKETED = re.compile(rf"<(?:mailto:)?{_ADDRESS.pattern}>")
_MARKUP = re.compile(r"([\\`*_\[\]<>|~&#])")
_OF_A_LIST = re.compile(r"^([-+=]|\d+(?=[.)]))")
_PREFIXES = re.compile(r"^(?:(?:re|aw|fwd?|wg|tr|r|rif)\s*(?:\[\d+\])?:\s*)+", re.IGNORECASE)


def text_of(letter: Letter) -> str:
    """All that it says."""
    texts = [text.strip() for text in letter.texts if text.strip()]
    return "\n\n".join(texts or [text.strip() for text in letter.html])


def bare(content: bytes) -> str:
    """Of a mail that cannot be taken apart: what stands in it below its top."""
    return decoded(content[Headers(content).end :], None)


def writer(content: bytes) -> str:
    """The name that a mail is from; "" if it gives none, or an address for one."""
    name = parseaddr(in_one_line(Headers(content).first("from")))[0]
    return "" if "@" in name else name[:100]


def own_words(text: str) -> str:
    """Without what is quoted, and without what stands below a signature's dashes; all of it if nothing is left."""
    lines = text.split("\n")
    end = next((number for number, line in enumerate(lines) if _END.match(line)), len(lines))
    own = "\n".join(line for line in lines[:end] if not _QUOTED.match(line)).strip()
    return own or text.strip()


def without_addresses(text: str, instead: str | Sentence) -> str:
    """Nobody's address gets into print."""
    return _ADDRESS.sub(str(instead), _BRACKETED.sub("", text))


def topic(subject: str) -> str:
    """A subject without the marks of answers and forwarding."""
    return _PREFIXES.sub("", subject).strip()


def as_markdown(text: str) -> str:
    """Every sign as it was written: nothing in a letter is a heading, a link or a picture."""
    return "\n".join(_OF_A_LIST.sub(_kept, _MARKUP.sub(r"\\\1", line.strip())) for line in text.split("\n"))


def _kept(start: re.Match[str]) -> str:
    return f"\\{start[1]}" if start[1] in "-+=" else f"{start[1]}\\"
