"""JSON as it is stored: of one shape, and quickly, since a turn may have a million events.

`write` does what json.dumps does without spaces and with letters as they are, and `read` what json.loads does; but
both are set up once, not for every value.
"""

import json
from json.decoder import JSONDecoder
from json.encoder import c_make_encoder, encode_basestring  # type: ignore[attr-defined]
from typing import Any


def _no_json(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} is no plain data")


_pieces = c_make_encoder(None, _no_json, encode_basestring, None, ":", ",", False, False, True)
_sorted_pieces = c_make_encoder(None, _no_json, encode_basestring, None, ":", ",", True, False, False)
_scan = JSONDecoder().scan_once  # type: ignore[attr-defined]


quoted = encode_basestring  # a text as `write` writes it


def write(value: Any) -> str:
    """
    >>> write({"horse": "Crème brûlée", "fences": (1, 2)})
    '{"horse":"Crème brûlée","fences":[1,2]}'
    """
    return "".join(_pieces(value, 0))


def write_sorted(value: Any) -> str:
    """The same with sorted keys, and without the numbers that JSON has no sign for.

    >>> write_sorted({"horse": "Crisp", "fences": (1, 2)})
    '{"fences":[1,2],"horse":"Crisp"}'
    """
    return "".join(_sorted_pieces(value, 0))


def read(text: str) -> Any:
    """What is wrong is a ValueError.

    >>> read('{"fences":[1,2]}')
    {'fences': [1, 2]}
    """
    try:
        value, end = _scan(text, 0)
    except StopIteration:
        end = -1
    return value if end == len(text) else json.loads(text)  # spaces around it; or it is none, and json says why
