"""Templates as jinja compiles them: once, in however many languages they are filled in; built-in ones for good."""

import hashlib
import sys
from functools import cache
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from gm import __version__
from gm.core.play import Json
from gm.reports import assets, shelf

OPTIONS: Json = {
    "undefined": jinja2.StrictUndefined,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    "extensions": ["jinja2.ext.i18n"],
}
POLICIES = {"ext.i18n.trimmed": True}
_BUILT_IN = "built-in-"


class Compiled(jinja2.BytecodeCache):
    """By whether they are escaped, and fenced in: the same template compiles to something else.

    What comes out depends on nothing that a template is told, and on none of our filters, which a test sees to.
    """

    def __init__(self, html: bool, fenced: bool):
        self.kept: dict[str, bytes] = {}
        self.kind = f"{html} {fenced}"
        versions = (__version__, jinja2.__version__, sys.version, sys.flags.optimize)
        self.made_by = repr((OPTIONS, POLICIES, versions))

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        key = super().get_cache_key(name, filename)
        return _BUILT_IN + key if filename and Path(filename).is_relative_to(assets.templates()) else key

    def load_bytecode(self, bucket: Bucket) -> None:
        found = self.kept.get(bucket.key) or self._shelved(bucket)
        if found:
            bucket.bytecode_from_string(found)

    def _shelved(self, bucket: Bucket) -> bytes | None:
        return shelf.get(self._name(bucket), self._about(bucket)) if bucket.key.startswith(_BUILT_IN) else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        made = self.kept[bucket.key] = bucket.bytecode_to_string()
        if bucket.key.startswith(_BUILT_IN):
            shelf.put(self._name(bucket), self._about(bucket), made)

    def _name(self, bucket: Bucket) -> str:
        """One for each template: what was compiled from an earlier version of it gives way."""
        return hashlib.sha256(f"{self.kind} {bucket.key}".encode()).hexdigest()

    def _about(self, bucket: Bucket) -> bytes:
        return f"{self.kind} {bucket.key} {bucket.checksum} {self.made_by}".encode()


@cache
def compiled(html: bool, fenced: bool) -> Compiled:
    return Compiled(html, fenced)
