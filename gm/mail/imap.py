"""Mail on an IMAP server: read without marking it, and put away only when told to."""

import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.mail.letter import MOST_MAIL
from gm.mail.settings import Server

_PATIENCE = 60.0
_AT_ONCE = 50
_FLAG = b"\\Flagged"
_NOBODY_KNOWS = datetime.max.replace(tzinfo=UTC)  # not before now, in any case


class NoMailbox(GmError):
    """The mailbox cannot be read"""


class Came(NamedTuple):
    """A mail in the mailbox."""

    number: int
    data: bytes | None  # None: it is too large to be read
    received: datetime  # when the server had it


class Mailbox:
    """One folder on the server."""

    def __init__(self, client: Any, folder: str, done: str):
        self._client, self._done = client, done
        client.select_folder(folder)
        if done and not client.folder_exists(done):
            client.create_folder(done)

    def batches(self) -> Iterator[list[Came]]:
        """What has not been put away yet, some at a time; what somebody has taken away meanwhile is passed over."""
        numbers = self._client.search("ALL" if self._done else "UNFLAGGED")
        for start in range(0, len(numbers), _AT_ONCE):
            lot = numbers[start : start + _AT_ONCE]
            sizes = self._client.fetch(lot, ["RFC822.SIZE"])
            large = [n for n, mail in sizes.items() if mail.get(b"RFC822.SIZE", 0) > MOST_MAIL]
            small = [n for n in lot if n not in large]
            found = self._client.fetch(small, ["BODY.PEEK[]", "INTERNALDATE"]) if small else {}
            whole = ((n, mail) for n, mail in sorted(found.items()) if mail.get(b"BODY[]"))
            read = [Came(n, bytes(mail[b"BODY[]"]), _moment(mail)) for n, mail in whole]
            yield [*read, *(Came(n, None, _NOBODY_KNOWS) for n in large)]

    def count_before(self, moment: datetime) -> int:
        """How many of those came before that moment."""
        numbers = self._client.search("ALL" if self._done else "UNFLAGGED")
        dates = self._client.fetch(numbers, ["INTERNALDATE"]) if numbers else {}
        return sum(_moment(mail) <= moment for mail in dates.values())

    def put_away(self, numbers: Sequence[int]) -> None:
        if not numbers:
            return
        if not self._done:
            self._client.add_flags(numbers, [_FLAG])
        elif self._client.has_capability("MOVE"):
            self._client.move(numbers, self._done)
        else:
            self._client.copy(numbers, self._done)
            self._client.delete_messages(numbers)
            self._client.expunge(numbers)


@contextmanager
def open_mailbox(server: Server, folder: str, done: str) -> Iterator[Mailbox]:
    """A connection over TLS; every failure is a sentence."""
    client: Any = None
    try:
        client = _connect(server)
        yield Mailbox(client, folder, done)
        with suppress(IMAPClientError, OSError):
            client.logout()
    except LoginError:
        refused = sentence("the mailbox does not let {user} in", user=server.user)
        raise NoMailbox(refused, sentence("look at user and password")) from None
    except (IMAPClientError, OSError) as error:
        unread = sentence("the mailbox at {host} cannot be read: {reason}", host=server.host, reason=str(error))
        raise NoMailbox(unread, sentence("try again later")) from None
    finally:
        if client is not None:
            with suppress(IMAPClientError, OSError):
                client.shutdown()  # stopped in the middle of a word, no server would understand a farewell


def _connect(server: Server) -> Any:
    context = ssl.create_default_context()
    client: Any = IMAPClient(server.host, server.port, ssl=server.tls == "yes", ssl_context=context, timeout=_PATIENCE)
    client.normalise_times = False  # dates keep their time zone
    if server.tls == "starttls":
        client.starttls(context)
    if server.user:
        client.login(server.user, server.password)
    return client


def _moment(mail: Mapping[bytes, Any]) -> datetime:
    """When the server had it."""
    said = mail.get(b"INTERNALDATE")
    if not isinstance(said, datetime):
        return _NOBODY_KNOWS
    return said if said.tzinfo else said.replace(tzinfo=UTC)
