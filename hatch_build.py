"""Compiles the catalogues when a wheel is built, so that nobody who installs it has to."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.utils import get_reproducible_timestamp


class CompiledCatalogues(BuildHookInterface[Any]):
    """Nothing is written into the project itself; in an editable install the program compiles what it finds there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.made = TemporaryDirectory()
        if version != "editable":
            for source in sorted(Path(self.root, "gm/locale").glob("*/*.po")):
                inside = source.relative_to(self.root).with_suffix(".mo").as_posix()
                build_data["force_include"][self._compiled(source, inside)] = inside

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.made.cleanup()

    def _compiled(self, source: Path, inside: str) -> str:
        with source.open("rb") as file:
            messages = read_po(file)
        messages.creation_date = messages.revision_date = _when()
        target = Path(self.made.name, inside)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            write_mo(file, messages)
        return str(target)


def _when() -> datetime:
    """Not now: the same project makes the same wheel, whenever it is built."""
    return datetime.fromtimestamp(get_reproducible_timestamp(), UTC)
