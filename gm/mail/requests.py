"""What players ask for by mail: a subject or a line such as `gm: status`, in the writer's own words, in any language.

What is quoted asks for nothing; nor does the subject of a reply, unless the reply says nothing else.
"""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from gm.core.names import fold
from gm.core.words import Sentence, sentence
from gm.mail import prose
from gm.mail.letter import Letter
from gm.mail.phrases import FAREWELL, NAMED, SIGNED

Kind = Literal["status", "order", "report", "away", "address", "confirm", "withdraw", "help", "unknown"]
WORDS: Mapping[Kind, str] = {  # of each language the first is what help tells its readers to write
    "status": "status, state, statut, état, etat, situation, stato, situazione, stand",
    "order": "my order, my orders, order, orders, mon ordre, mes ordres, ordre, ordres, il mio ordine, mio ordine, "
             "i miei ordini, ordine, ordini, meine order, meine orders, mein befehl",
    "report": "report, my report, rapport, mon rapport, compte rendu, rapporto, resoconto, il mio resoconto, "
              "bericht, mein bericht",
    "away": "away, i am away, i'm away, absent, absente, absence, je suis absent, je suis absente, assente, assenza, "
            "sono assente, abwesend, verreist, weg, ich bin weg",
    "address": "address, new address, my address, e-mail, adresse, nouvelle adresse, indirizzo, nuovo indirizzo, "
               "neue adresse",
    "confirm": "confirm, confirmer, confirme, je confirme, conferma, confermo, confermare, bestätigen, bestätige, "
               "bestaetigen",
    "withdraw": "withdraw, withdraw my order, cancel, retirer, retire, retirer mon ordre, annuler, ritirare, ritira, "
                "ritiro, annulla, zurückziehen, zurückzug, zurueckziehen, zurücknehmen, rückzug",
    "help": "help, ?, commands, aide, commandes, aiuto, comandi, hilfe, befehle",
}  # fmt: skip
_ASKS: Mapping[str, Sentence] = {  # the same as the game master is told
    "status": sentence("status"), "order": sentence("order"), "report": sentence("report"), "away": sentence("away"),
    "address": sentence("address"), "confirm": sentence("confirm"), "withdraw": sentence("withdraw"),
    "help": sentence("help"), "unknown": sentence("something unknown"),
}  # fmt: skip
_UNTIL = re.compile(
    r"(?:until|till|til|to|jusqu'au|jusqu'à|jusqu'a|jusque|fino all'|fino al|fino a|sino al|bis zum|bis)\b\s*"
)
_ASKED = re.compile(r"gm\s*[:：]\s*(\S.*)", re.IGNORECASE)
_BARE = re.compile(r"gm\s+(\S.*)", re.IGNORECASE)
_TOKEN = re.compile(r"(?:token|jeton|gettone|codice|marke|kennwort)\s*[:：]\s*(\S+)", re.IGNORECASE)
_MAYBE = re.compile(r"^[^\w\n]{0,4}gm\s?[\s:：]", re.IGNORECASE | re.MULTILINE)
_PRESS = re.compile(r"[\"'“]?(?:presse?|stampa)[\"'”]?\s*:", re.IGNORECASE)
_MARKS = " \t\"'“”„«»‘’`*_\u200b\ufeff"
_GREETING = re.compile(
    r"(?:hi|hello|hallo|hey|dear|salut|bonjour|ciao|buongiorno|liebe?r?|guten tag|moin)\b.{0,40}", re.IGNORECASE
)
_LONGEST = 300  # letters of such a line
_FEW = 4  # words: what is longer is meant for a person
_LOOKED_AT = 20  # lines of a mail that may ask for something
_LETTERS_BUT_G = "abcdefhijklmnopqrstuvwxyzABCDEFHIJKLMNOPQRSTUVWXYZ"
MOST = 5  # in one mail


@dataclass(frozen=True)
class Request:
    kind: Kind
    about: str = ""  # what stands behind it: a game, a day, an address, a code
    written: str = ""  # the command as it was typed, where it is none
    meant: str = ""  # what may have been meant then


@dataclass(frozen=True)
class Asked:
    """What is asked for in a mail."""

    requests: Sequence[Request] = ()
    token: str = ""  # by which the writer may be known
    prose: bool = False  # has it words for a person, too?


NOTHING = Asked()


def asked_in(letter: Letter) -> Asked:
    """What a person asks for; never by way of a list, and never a machine."""
    if not letter.answerable or letter.trouble or not _may_ask(letter):
        return NOTHING
    found = _in_texts(letter.texts)
    if not found.requests and letter.html:
        found = _in_texts(letter.html) if not found.prose or not letter.texts else found
    subject = _in_subject(letter, bare=not found.requests and not found.prose and not found.token)
    requests = list(dict.fromkeys([*subject, *found.requests]))
    return Asked(requests[:MOST], found.token, found.prose)


def _may_ask(letter: Letter) -> bool:
    """Most mails ask for nothing: those need not be looked through line by line."""
    return any(map(_MAYBE.search, (prose.topic(letter.subject), *letter.texts, *letter.html)))


def _in_subject(letter: Letter, bare: bool) -> list[Request]:
    topic = prose.topic(letter.subject)
    replies = topic != letter.subject.strip()
    request = request_in(topic)
    return [request] if request and (not replies or (bare and not letter.attached)) else []


def _in_texts(texts: Iterable[str]) -> Asked:
    lines = [line for text in texts for line in prose.own_lines(text)]
    read = {number: request for number in _asking(lines) if (request := request_in(lines[number]))}
    tokens = {number: found[1] for number, line in enumerate(lines) if (found := _TOKEN.fullmatch(line.strip(_MARKS)))}
    rest = (line for number, line in enumerate(lines) if number not in read and number not in tokens)
    return Asked([*read.values()], next(iter(tokens.values()), "")[:40], any(map(_says_something, rest)))


def _asking(lines: Sequence[str]) -> list[int]:
    """The lines that may ask for something; not those in the press of an order page."""
    found: list[int] = []
    in_press = False
    for number, line in enumerate(lines):
        inner = line[:1].isspace()
        in_press = in_press if inner or not line else bool(_PRESS.match(line))
        if _may_be(line) and not (inner and in_press):
            found.append(number)
    return found[:_LOOKED_AT]


def _may_be(line: str) -> bool:
    """A quick look: few lines of a mail ask for anything."""
    return line[:1] not in _LETTERS_BUT_G and _MAYBE.match(line) is not None


def _says_something(line: str) -> bool:
    """More than a greeting, a farewell or a name."""
    text = line.strip()
    if not text:
        return False
    return not any(idle.fullmatch(text) for idle in (FAREWELL, NAMED, SIGNED, _GREETING))


def request_in(line: str) -> Request | None:
    """
    >>> request_in("GM: Away until 3 May."), request_in("gm: the report was fine, thank you all")
    (Request(kind='away', about='3 may', written='', meant=''), None)
    """
    text = " ".join(line[:_LONGEST].split()).strip(_MARKS)
    if found := _ASKED.fullmatch(text):
        said = found[1].strip(_MARKS).rstrip(".!;,")
        return _known(said) or _misspelt(said)
    if found := _BARE.fullmatch(text):
        request = _known(found[1].rstrip(".!"))
        return request if request and not request.about else None
    return None


def _known(said: str) -> Request | None:
    plain = fold(said)
    for phrase, kind in _phrases():
        if plain == phrase or plain.startswith((f"{phrase} ", f"{phrase}: ")):
            about = plain[len(phrase) :].lstrip(" :")
            request = Request(kind, _UNTIL.sub("", about, count=1) if kind == "away" else about)
            return request if _is_meant(request) else None
    return None


def _is_meant(request: Request) -> bool:
    """A sentence to the game master may begin with such a word, too."""
    return len(request.about.split()) <= (6 if request.kind == "away" else _FEW)


def _misspelt(said: str) -> Request | None:
    """What may be a slip of the pen; prose is for a person."""
    words = fold(said).split()
    if len(words) > _FEW:
        return None
    known = [phrase for phrase, _ in _phrases() if " " not in phrase and len(phrase) > 2]
    close = difflib.get_close_matches(words[0], known, n=1, cutoff=0.7)
    return Request("unknown", written=said[:40], meant=dict(_phrases())[close[0]]) if close else None


@cache
def _phrases() -> list[tuple[str, Kind]]:
    """The longest first."""
    pairs = [(fold(word), kind) for kind, words in WORDS.items() for word in words.split(",")]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


def asks(player: str, kind: str) -> Sentence:
    """Who asks for what, for the game master."""
    return sentence("{player} asks: {request}", player=player, request=_ASKS.get(kind, kind))


def without_requests(text: str) -> str:
    """A text without the lines that ask for something: no order page goes on over them."""
    if not _MAYBE.search(text):
        return text
    lines = text.split("\n")
    for number in _asking(lines):
        if request_in(lines[number]):
            lines[number] = ""
    return "\n".join(lines)
