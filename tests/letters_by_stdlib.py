"""Messages as the standard library puts them together: slow, and what those of the house are held against."""

from collections.abc import Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from email.utils import format_datetime

from gm.mail.headers import one_line
from gm.mail.settings import Addresses


def composed(
    addresses: Addresses,
    to: tuple[str, str],
    subject: str,
    text: str,
    message_id: str,
    now: datetime,
    html: str = "",
    thread: Sequence[str] = (),
    automatic: str = "auto-generated",
    attached: Sequence[tuple[str, bytes]] = (),
    pictures: Sequence[tuple[str, bytes]] = (),
) -> bytes:
    message = EmailMessage(policy=SMTP.clone(max_line_length=200, cte_type="7bit"))
    message["From"] = one_line(addresses.sender)
    message["To"] = Address(one_line(to[0]), addr_spec=to[1])
    message["Reply-To"] = one_line(addresses.reply_to)
    message["Subject"] = one_line(subject)
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
        file = one_line(name)
        message.add_attachment(page.decode(), subtype="html", charset="utf-8", cte="quoted-printable", filename=file)
    return message.as_bytes()


def _enclose(message: EmailMessage, pictures: Sequence[tuple[str, bytes]]) -> None:
    html = message.get_body(("html",))
    if html is None or not pictures:
        return
    html.make_related()
    for number, (name, png) in enumerate(pictures, 1):
        part = MIMEPart(policy=SMTP)
        part.set_content(png, "image", "png", disposition="inline", filename=f"picture-{number}.png", cid=f"<{name}>")
        html.attach(part)
