"""Sending by SMTP: each message once, as far as anybody can know."""

import smtplib
import ssl
import time
from collections.abc import Callable
from contextlib import suppress

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.mail.settings import Server

_PATIENCE = 60.0
_PAUSES = (1.0, 4.0, 15.0)  # before each further try


class Unsendable(GmError):
    """The mail server cannot be used"""


class Rejected(Exception):
    """The server will never take this message"""


class Uncertain(Exception):
    """The message went out, and no answer came: it may have left"""


class Postman:
    """One connection to the server, made anew when it breaks."""

    def __init__(self, server: Server, sleep: Callable[[float], None] = time.sleep):
        self._server, self._sleep = server, sleep
        self._connection: smtplib.SMTP | None = None
        self.begun = False  # once the message itself is on its way, nobody can say that it has not left

    def deliver(self, sender: str, to: str, content: bytes) -> None:
        """Returns once the server has taken the message; raises Rejected if it never will.

        Up to the message itself, everything can be tried again. Once its last line has gone out and no answer
        comes, nobody knows: that is Uncertain, and never tried again.
        """
        self.begun = False
        try:
            self._keep_trying(sender, to, content)
        except KeyboardInterrupt:
            self._hang_up()
            raise

    def _keep_trying(self, sender: str, to: str, content: bytes) -> None:
        for pause in (*_PAUSES, None):
            try:
                self._hand_over(sender, to, content)
                return
            except smtplib.SMTPResponseException as answer:
                self._temporary(answer.smtp_code, answer.smtp_error, pause)
            except (smtplib.SMTPException, OSError) as broken:
                self.close()
                if pause is None:
                    silent = sentence("the mail server does not answer: {reason}", reason=str(broken))
                    raise Unsendable(silent, sentence("try again later")) from None
            self._sleep(pause or 0)

    def _hand_over(self, sender: str, to: str, content: bytes) -> None:
        connection = self._connected()
        connection.ehlo_or_helo_if_needed()
        for code, said in (connection.mail(sender), connection.rcpt(to)):
            if code not in (250, 251):
                raise smtplib.SMTPResponseException(code, said)
        try:
            self.begun = True
            code, said = connection.data(content)
        except smtplib.SMTPDataError:
            self.begun = False
            raise
        except (smtplib.SMTPException, OSError) as broken:
            self.close()
            raise Uncertain(str(broken) or sentence("the connection broke")) from None
        if code != 250:
            self.begun = False
            raise smtplib.SMTPResponseException(code, said)

    def _temporary(self, code: int, said: bytes | str, pause: float | None) -> None:
        """4xx means try again; anything else is final."""
        text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
        self.close()
        if not 400 <= code < 500:
            raise Rejected(f"{code} {text}")
        if pause is None:
            put_off = sentence("the mail server puts us off: {reason}", reason=f"{code} {text}")
            raise Unsendable(put_off, sentence("try again later"))

    def _connected(self) -> smtplib.SMTP:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> smtplib.SMTP:
        server, context = self._server, ssl.create_default_context()
        if server.tls == "yes":
            connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=_PATIENCE, context=context)
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=_PATIENCE)
            if server.tls == "starttls":
                connection.starttls(context=context)
        if server.user:
            try:
                connection.login(server.user, server.password)
            except smtplib.SMTPAuthenticationError:
                refused = sentence("the mail server does not let {user} in", user=server.user)
                raise Unsendable(refused, sentence("look at user and password")) from None
        return connection

    def close(self) -> None:
        if self._connection is not None:
            with suppress(smtplib.SMTPException, OSError):
                self._connection.quit()
            self._connection = None

    def _hang_up(self) -> None:
        """Without a word: somebody wants to stop, and the server may not be listening."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
