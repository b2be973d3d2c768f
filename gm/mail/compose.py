"""Messages out: text and HTML, threaded, and with nothing in a header that does not belong there."""

from base64 import encodebytes
from collections.abc import Sequence
from datetime import datetime
from email import message_from_bytes, policy
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.mail.addressing import can_be_written_to
from gm.mail.settings import Addresses


class NoAddress(GmError):
    """Nobody can be written to there"""


def compose(
    addresses: Addresses,
    to: tuple[str, str],  # name and address
    subject: str,
    text: str,
    message_id: str,
    now: datetime,
    html: str = "",
    thread: Sequence[str] = (),
    automatic: str = "auto-generated",
    attached: Sequence[tuple[str, str]] = (),  # web pages: their names, and what they hold
    pictures: Sequence[tuple[str, bytes]] = (),  # PNG, by the names that the HTML has for them: cid:NAME
) -> bytes:
    """One message, ready to travel; raises NoAddress if it cannot."""
    if not can_be_written_to(to[1]):
        raise NoAddress(sentence("{address} is no address that mail can be sent to", address=to[1]))
    message = EmailMessage(policy=SMTP.clone(max_line_length=200, cte_type="7bit"))
    message["From"] = _line(addresses.sender)
    message["To"] = _mailbox(*to)
    message["Reply-To"] = _line(addresses.reply_to)
    message["Subject"] = _line(subject)
    message["Date"] = format_datetime(now)
    message["Message-ID"] = message_id
    message["Auto-Submitted"] = automatic
    if thread:
        message["In-Reply-To"] = thread[-1]
        message["References"] = " ".join(thread[-10:])
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    if html:
        message.add_alternative(html, subtype="html", charset="utf-8", cte="quoted-printable")
        _enclose(message, pictures)
    for name, page in attached:
        message.add_attachment(page, subtype="html", charset="utf-8", cte="quoted-printable", filename=_line(name))
    return message.as_bytes()


def _enclose(message: EmailMessage, pictures: Sequence[tuple[str, bytes]]) -> None:
    """Beside the HTML that shows them, so that nobody takes them for attachments."""
    html = message.get_body(("html",))
    if html is None or not pictures:
        return
    html.make_related()
    for number, (name, png) in enumerate(pictures, 1):
        part = MIMEPart(policy=SMTP)  # lines of 76 letters, as mail servers want them
        file = f"picture-{number}.png"
        part.set_content(png, "image", "png", disposition="inline", filename=file, cid=f"<{name}>")
        html.attach(part)


def shared_lines(png: bytes) -> bytes:
    """A picture as it stands in every message that has it."""
    return encodebytes(png).replace(b"\n", b"\r\n")


def _line(text: str) -> str:
    """A header's text: one line, whatever somebody is called."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _mailbox(name: str, address: str) -> Address:
    return Address(_line(name), addr_spec=_line(address))


def redirected(content: bytes, address: str) -> bytes:
    """The same message to another address."""
    message = message_from_bytes(content, policy=policy.default)
    name, _ = parseaddr(str(message["To"]))
    del message["To"]
    message["To"] = _mailbox(name, address)
    return message.as_bytes(policy=SMTP.clone(max_line_length=200, cte_type="7bit"))
