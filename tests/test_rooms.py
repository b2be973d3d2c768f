"""The house keeps its rooms apart: who may import what."""

import ast
from pathlib import Path

import pytest

GM = Path(__file__).parent.parent / "gm"
MODULES = sorted(GM.rglob("*.py"))
ONLY_IN = {  # a library: the one room that knows it
    "click": ("gm.cli",),
    "jinja2": ("gm.reports",),
    "markupsafe": ("gm.reports", "gm.fragments"),
    "babel": ("gm.languages",),
    "typst": ("gm.booklet",),
    "markdown_it": ("gm.markdown",),
    "pscript": ("gm.forms",),
    "yaml": ("gm.orders.tree",),
    "imapclient": ("gm.mail.imap",),
    "smtplib": ("gm.mail.send",),
    "email": ("gm.mail", "gm.umpire.mailing"),
    "sqlite3": ("gm.store", "gm.migrations"),
    "sqlite_utils": ("gm.store", "gm.migrations"),
}
RULES_MAY_USE = (
    "gm.play",
    "gm.names",
    "gm.words",
    "gm.dice",
    "gm.plain",
    "gm.games",
    "gm.problems",
    "gm.houserules",
    "gm.casepage",
    "gm.validity",
)
FORBIDDEN = {  # a room: what it must never see
    "gm.turn": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine"),
    "gm.when": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.play": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.orders": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine"),
    "gm.store": ("gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.reports": ("gm.store", "gm.umpire", "gm.cli", "gm.games", "gm.zine", "gm.orders"),
    "gm.forms": ("gm.store", "gm.umpire", "gm.cli", "gm.zine", "gm.orders", "gm.mail"),
    "gm.validity": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders", "gm.forms"),
    "gm.commentary": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine"),
    "gm.booklet": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.galley": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.zine": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games"),
    "gm.mail": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.outbox": ("gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.shelf": ("gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.issue": ("gm.store", "gm.shelf", "gm.umpire", "gm.cli", "gm.games", "gm.zine", "gm.orders"),
    "gm.markdown": ("gm.store", "gm.umpire", "gm.cli", "gm.reports", "gm.games", "gm.zine", "gm.orders"),
    "gm.umpire": ("gm.cli",),
}
IMPURE = ("os", "pathlib", "sqlite3", "random", "time", "datetime", "secrets", "subprocess", "socket", "logging")


def name_of(path: Path) -> str:
    parts = path.relative_to(GM.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names if node.module.startswith("gm")}
    return found


def inside(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_each_room_keeps_to_itself(path: Path) -> None:
    module, used = name_of(path), imports(path)
    for library, rooms in ONLY_IN.items():
        if any(inside(each, library) for each in used):
            assert any(inside(module, room) for room in rooms), f"{module} imports {library}"
    for room, unseen in FORBIDDEN.items():
        if inside(module, room):
            seen = {each for each in used for other in unseen if inside(each, other)}
            assert not seen, f"{module} imports {seen}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.parent.name == "games"], ids=name_of)
def test_rules_know_nothing_of_files_sql_or_time(path: Path) -> None:
    used = imports(path)
    assert not {each for each in used if each.split(".")[0] in IMPURE}
    own = [each for each in used if each.startswith("gm")]
    assert all(each == "gm" or any(inside(each, room) for room in RULES_MAY_USE) for each in own), own


def test_the_shared_rooms_do_not_know_any_game_by_name() -> None:
    games = [path.name for path in (GM / "games").iterdir() if path.is_dir() and not path.name.startswith("_")]
    shared = [path for path in MODULES if "games" not in path.parts]
    said = {
        (name_of(path), game) for path in shared for game in games if game in path.read_text(encoding="utf-8").lower()
    }
    assert not said


def test_no_file_is_longer_than_400_lines() -> None:
    tests = Path(__file__).parent
    long = {
        path.name
        for path in [*MODULES, *tests.rglob("*.py")]
        if len(path.read_text(encoding="utf-8").splitlines()) > 400
    }
    assert not long
