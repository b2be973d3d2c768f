"""Mail that came back: to which address it could not be delivered, and which of our messages it was."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gm.mail.mime import Headers

_MOST = 200_000  # letters: what tells stands near the top
_FIELD = re.compile(
    r"^(final-recipient|original-recipient|action|status|diagnostic-code)[ \t]*:[ \t]*(.*)$", re.I | re.M
)
_MESSAGE_ID = re.compile(r"^(?:x-original-)?message-id[ \t]*:\s*(<[^<>\s]{1,400}>)", re.I | re.M)
_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,190}\w", re.ASCII)
_DAEMONS = ("mailer-daemon", "postmaster", "double-bounce")
_LATER = re.compile(
    r"will (?:be )?(?:re)?tr(?:y|ied)|still trying|need not resend|do not need to resend|delayed|4\.\d\.\d"
    r"|mailbox (?:is )?full|over quota|quota exceeded",
    re.I,
)
_NEVER = re.compile(
    r"unknown user|user unknown|user not found|no such (?:user|address|recipient|mailbox)|address not found"
    r"|does(?: not|n't) exist|mailbox (?:unavailable|not found|disabled)|undeliver|wasn't delivered"
    r"|(?:could|can|was|has)(?: ?not|n't) be(?:en)? delivered|delivery (?:has )?failed|failed permanently"
    r"|permanent (?:error|failure)|recipient (?:address )?rejected|\b55[0134]\b|5\.1\.\d"
    r"|unzustellbar|nicht zugestellt|n['’]a pas pu être|non recapitat|impossibile recapitare",
    re.I,
)


class Bounce(NamedTuple):
    """What a mail server says of one recipient."""

    addresses: Sequence[str]  # in lower case: as it was written to, and where that led
    about: Sequence[str]  # the numbers of the messages that are enclosed
    why: str


def bounces_in(data: bytes, sender: str) -> list[Bounce]:
    """The recipients that it says can never be reached; none if it will be tried again, or if it is no bounce."""
    text = data.decode("latin-1").replace("\r\n", "\n")[:_MOST]
    about = tuple(dict.fromkeys(_MESSAGE_ID.findall(text)))
    told = list(_reported(text, about))
    if told or "final-recipient" in text.casefold():
        return [each for each in told if each.why]
    return list(_free(data, text, sender, about))


def _reported(text: str, about: Sequence[str]) -> Iterator[Bounce]:
    """RFC 3464: a paragraph for each recipient."""
    for block in re.split(r"\n[ \t]*\n", text):
        fields = {name.casefold(): value.strip() for name, value in _FIELD.findall(block)}
        if "final-recipient" not in fields or fields.get("action", "").casefold() != "failed":
            continue
        status = fields.get("status", "5.0.0")
        written = [fields[key] for key in ("original-recipient", "final-recipient") if key in fields]
        addresses = [address.casefold() for each in written for address in _ADDRESS.findall(each)]
        why = fields.get("diagnostic-code", "").partition(";")[2].strip() or status
        if status.startswith("5") and not status.startswith("5.2.2"):  # a mailbox that is full is emptied one day
            yield Bounce(tuple(dict.fromkeys(addresses)), about, why[:200])


def _free(data: bytes, text: str, sender: str, about: Sequence[str]) -> Iterator[Bounce]:
    """What mail servers say in words of their own."""
    headers = Headers(data)
    named = _ADDRESS.findall(headers.line("x-failed-recipients"))
    empty = headers.first("return-path").strip() == "<>"
    if not (named or empty or sender.partition("@")[0].startswith(_DAEMONS)):
        return
    body = text[headers.end :] if not about else text[headers.end :].partition("\nMessage-ID")[0]
    never = _NEVER.search(f"{headers.line('subject')}\n{body}")
    if never is None or (_LATER.search(body) and not named):
        return
    for address in dict.fromkeys(each.casefold() for each in named or _ADDRESS.findall(body)):
        yield Bounce((address,), about, never[0])
