"""Sealing: what is written so that nobody reads it in passing, and read again with the key.

The key lies in the same database: it is no lock against somebody who means to look. What gm status does not need is
loaded where it is used.
"""

import os
from typing import Any

_MARK = "sealed:"
_NONCE = 16


def seal(key: bytes, plain: bytes) -> bytes:
    """These bytes so that nobody can read them in passing; never twice the same."""
    nonce = os.urandom(_NONCE)
    return _MARK.encode() + nonce + _mixed(key, nonce, plain)


def unseal(key: bytes, sealed: bytes) -> bytes:
    """
    >>> unseal(b"key", seal(b"key", b"5: 22"))
    b'5: 22'
    """
    start = len(_MARK) + _NONCE
    return _mixed(key, sealed[len(_MARK) : start], sealed[start:])


def _mixed(key: bytes, nonce: bytes, data: bytes) -> bytes:
    from hashlib import shake_256

    stream = shake_256(key + nonce).digest(len(data))
    return (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(data), "big")


def closed(key: bytes, value: str | bytes) -> str | bytes:
    """A column's value, sealed; an empty one says nothing as it is."""
    from base64 import b64encode

    if isinstance(value, bytes):
        return seal(key, value)
    return _MARK + b64encode(seal(key, value.encode())).decode() if value else value


def opened(key: bytes, value: Any) -> Any:
    """What `closed` was given; anything else is itself.

    >>> opened(b"key", closed(b"key", "5: 22")), opened(b"key", 7)
    ('5: 22', 7)
    """
    if isinstance(value, bytes) and value.startswith(_MARK.encode()):
        return unseal(key, value)
    if isinstance(value, str) and value.startswith(_MARK):
        from base64 import b64decode

        return unseal(key, b64decode(value[len(_MARK) :])).decode()
    return value
