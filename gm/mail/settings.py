"""The zine's mail settings: from whom, by which server; passwords are never in a file of the zine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr

from gm.core.names import did_you_mean
from gm.core.play import Raw
from gm.core.problems import GmError
from gm.core.words import Sentence, sentence, write

_KEYS = ("from", "reply_to", "trusted", "token", "smtp", "imap")
_SERVER_KEYS = ("host", "port", "user", "tls", "password_env", "keyring", "rate", "folder", "done")
_TLS = ("yes", "starttls", "no")


class BadSettings(GmError):
    """The mail settings in zine.yaml cannot be used as they are"""


@dataclass(frozen=True, slots=True)
class Server:
    host: str
    port: int
    user: str
    password: str
    tls: str  # yes: from the first byte; starttls; no (only for a server on this machine)
    rate: int  # messages a minute at most; 0: no limit


@dataclass(frozen=True, slots=True)
class Addresses:
    sender: str  # as it stands in a From header
    reply_to: str

    @property
    def address(self) -> str:
        return parseaddr(self.sender)[1]

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


def addresses(mail: Mapping[str, Raw]) -> Addresses:
    unknown = next((key for key in mail if key not in _KEYS), None)
    if unknown:
        hint = did_you_mean(unknown, _KEYS, sentence("it has {keys}", keys=_KEYS))
        raise BadSettings(_no_key("mail", unknown), hint)
    sender = _line(mail.get("from", ""))
    if "@" not in parseaddr(sender)[1]:
        unsaid = sentence("zine.yaml does not say from whom mail is sent")
        raise BadSettings(unsaid, write("mail: {from: Zine <me@example.org>}"))
    return Addresses(sender, _line(mail.get("reply_to", "")) or parseaddr(sender)[1])


def is_own(mail: Mapping[str, Raw], address: str) -> bool:
    """Is it one of the zine's own addresses? Nobody answers themselves."""
    own = (parseaddr(_line(mail.get(key, "")))[1].casefold() for key in ("from", "reply_to"))
    return bool(address) and address in own


def orders_to(mail: Mapping[str, Raw]) -> str:
    """Where players send their orders; "" if the settings name no address."""
    written = _line(mail.get("reply_to", "")) or _line(mail.get("from", ""))
    address = parseaddr(written)[1]
    return address if "@" in address else ""


def smtp(mail: Mapping[str, Raw]) -> Server:
    return _server(mail, "smtp", {"yes": 465, "starttls": 587, "no": 25})


def imap(mail: Mapping[str, Raw]) -> Server:
    return _server(mail, "imap", {"yes": 993, "starttls": 143, "no": 143})


def folders(mail: Mapping[str, Raw]) -> tuple[str, str]:
    """Where orders come in, and where a mail goes once it is taken; "" leaves it there, flagged."""
    raw = mail.get("imap")
    settings = raw if isinstance(raw, Mapping) else {}
    return _line(settings.get("folder", "")) or "INBOX", _line(settings.get("done", ""))


def _server(mail: Mapping[str, Raw], kind: str, ports: Mapping[str, int]) -> Server:
    raw = mail.get(kind)
    if not isinstance(raw, Mapping) or not _line(raw.get("host", "")):
        missing = sentence("zine.yaml names no {kind} server", kind=kind)
        raise BadSettings(missing, write(f"{kind}: {{host: mail.example.org, user: me}}"))
    unknown = next((key for key in raw if key not in _SERVER_KEYS), None)
    if unknown:
        raise BadSettings(_no_key(kind, unknown), did_you_mean(unknown, _SERVER_KEYS))
    tls = _line(raw.get("tls", "yes")).casefold()
    if tls not in _TLS:
        raise BadSettings(_wrong_value(kind, "tls", tls), sentence("write yes, starttls or no"))
    host, user = _line(raw["host"]), _line(raw.get("user", ""))
    if tls == "no" and host not in ("localhost", "127.0.0.1", "::1"):
        bare = sentence("zine.yaml: {kind}: without TLS only a server on this machine is used", kind=kind)
        raise BadSettings(bare, write("tls: yes"))
    port = _number(kind, "port", raw.get("port"), ports[tls])
    return Server(host, port, user, _password(kind, raw, user), tls, _number(kind, "rate", raw.get("rate"), 60))


def _password(kind: str, raw: Mapping[str, Raw], user: str) -> str:
    if not user:
        return ""
    variable = _line(raw.get("password_env", "")) or f"GM_{kind.upper()}_PASSWORD"
    if variable in os.environ:
        return os.environ[variable]
    service = _line(raw.get("keyring", ""))
    found = _from_keyring(service, user) if service else None
    if found is None:
        missing = sentence("there is no password for {user}", user=user)
        raise BadSettings(missing, sentence("set the environment variable {name}", name=variable))
    return found


def _from_keyring(service: str, user: str) -> str | None:
    try:
        import keyring  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        hint = sentence("{command}, or use a variable", command="pip install 'under-orders[keyring]'")
        raise BadSettings(sentence("the package keyring is not installed"), hint) from None
    password = keyring.get_password(service, user)
    return None if password is None else str(password)


def _number(kind: str, key: str, raw: Raw, default: int) -> int:
    text = _line(raw or "")
    if text and not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise BadSettings(_wrong_value(kind, key, text), sentence("write a whole number"))
    return int(text) if text else default


def _no_key(kind: str, key: str) -> Sentence:
    return sentence("zine.yaml: {kind} has no {key}", kind=kind, key=key)


def _wrong_value(kind: str, key: str, value: str) -> Sentence:
    return sentence("zine.yaml: {kind}: {key} cannot be {value}", kind=kind, key=key, value=value)


def _line(raw: Raw) -> str:
    return " ".join(str(raw).split())
