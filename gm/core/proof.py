"""What anyone can recompute: the one way of writing a value, receipts, and the hashes of a record (fair play, 6 to 8).

These formats are public (docs/fair-play.md): they never change without a new version number.
"""

import json
from typing import Any

from gm.core.plain import write_sorted

RECEIPT = 20  # letters of a receipt


def canonical_json(value: Any) -> str:
    """A value of JSON as it is hashed: sorted keys, no spaces, every letter as itself.

    >>> canonical_json({"turn": 3, "orders": {"5": "22"}, "horse": "Ségolène"})
    '{"horse":"Ségolène","orders":{"5":"22"},"turn":3}'
    """
    return write_sorted(value)


def plain(value: Any) -> Any:
    """A value as it comes back from JSON: tuples are lists, and all keys are text."""
    return json.loads(json.dumps(value))


def receipt(nonce: str, written: str) -> str:
    """Fair play, point 6: it shows which order was taken, and tells nobody what it says."""
    return _sha256(f"{nonce}\n{written}")[:RECEIPT]


def link(previous: str, position: Any) -> str:
    """Fair play, point 8: the hash of a position, chained to the one before; the first one hangs on the seed."""
    return _sha256(f"{previous}\n{canonical_json(position)}")


def seal(value: Any) -> str:
    """Of a whole that nobody is to change in part."""
    return _sha256(canonical_json(value))


def _sha256(text: str) -> str:
    import hashlib  # only where something is proven: it takes a while to load

    return hashlib.sha256(text.encode()).hexdigest()
