"""Header lines of messages that go out: in ASCII, folded, and nothing in them that does not belong there."""

import re
from collections.abc import Sequence
from email.headerregistry import Address
from email.message import MIMEPart
from email.policy import SMTP
from email.quoprimime import header_encode

# Long addresses and numbers of messages are not to be broken: there are readers who do not put them together again
_POLICY = SMTP.clone(max_line_length=200, cte_type="7bit")
_LONGEST = 75  # letters of a line, or of an encoded word, that is written here without asking
_PLAIN = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")
_FILE = re.compile(r"[A-Za-z0-9._-]+")
_WORDS = re.compile(r"(?!.*=\?)[!-~]+(?: [!-~]+)*")
_ADDRESS = r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*@[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)+"
_MAILBOX = re.compile(rf"{_ADDRESS}|(?:[A-Za-z0-9]+ )+<{_ADDRESS}>")
_NUMBER = re.compile(r"<[A-Za-z0-9.+_-]+@[A-Za-z0-9.-]+>")


def one_line(text: str) -> str:
    """A header's text: one line, whatever somebody is called."""
    if text.isprintable():  # spaces are, and line ends are not
        return " ".join(text.split())
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def header(name: str, value: str | Address) -> bytes:
    """As the standard library writes it: dear, but right for whatever it says; raises ValueError on a line end."""
    return _POLICY.fold_binary(*_POLICY.header_store_parse(name, value))


def words(name: str, value: str) -> bytes:
    """The same for what is words and nothing else."""
    return _written(name, value) if len(value) <= _LONGEST and _WORDS.fullmatch(value) else header(name, value)


def sender(name: str, value: str) -> bytes:
    """The same for somebody with an address."""
    return _written(name, value) if len(value) <= _LONGEST and _MAILBOX.fullmatch(value) else header(name, value)


def _written(name: str, value: str) -> bytes:
    return f"{name}: {value}\r\n".encode("ascii")


def mailbox(field: str, name: str, address: str) -> bytes:
    """Somebody with an address that can be written to; most names are written here, since each reader has another."""
    name = one_line(name)
    shown = _shown(name)
    if len(shown) > _LONGEST or len(address) > _LONGEST:
        return header(field, Address(name, addr_spec=address))
    written = f"{field}: {shown} <{address}>" if name else f"{field}: {address}"
    fold = len(written) > _LONGEST and name
    return (f"{field}: {shown}\r\n <{address}>\r\n" if fold else f"{written}\r\n").encode("ascii")


def _shown(name: str) -> str:
    """A name as it may stand before an address."""
    if _PLAIN.fullmatch(name):
        return name
    if name.isascii() and "=?" not in name:
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return header_encode(name.encode(), "utf-8")


def attachment(file: str) -> bytes:
    """That a part is to be saved under that name."""
    if len(file) <= _LONGEST and _FILE.fullmatch(file):
        return _written("Content-Disposition", f'attachment; filename="{file}"')
    part = MIMEPart(policy=_POLICY)
    part["Content-Disposition"] = "attachment"
    part.set_param("filename", one_line(file), header="Content-Disposition")
    return _POLICY.fold_binary("Content-Disposition", part["Content-Disposition"])


def number(field: str, *message_ids: str) -> bytes:
    """Messages by their numbers, a line each."""
    if all(len(each) <= _LONGEST and _NUMBER.fullmatch(each) for each in message_ids):
        return (f"{field}: " + "\r\n ".join(message_ids) + "\r\n").encode("ascii")
    return header(field, " ".join(message_ids))


def threaded(message_ids: Sequence[str]) -> bytes:
    """What a message goes on from: the last of these."""
    if not message_ids:
        return b""
    return number("In-Reply-To", message_ids[-1]) + number("References", *message_ids[-10:])
