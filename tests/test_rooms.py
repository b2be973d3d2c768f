"""The house keeps its rooms apart: one list of layers, and who may know which library."""

import ast
import re
from pathlib import Path

import pytest

GM = Path(__file__).parent.parent / "gm"
MODULES = sorted(GM.rglob("*.py"))
LAYERS = (
    "core",
    "games",
    "season",
    "pages",
    "store",
    "reports",
    "print",
    "mail",
    "desk",
    "cli",
)  # each knows those before it
NEVER = {  # of the rooms before it, what a room has no business with
    "season": ("games",),
    "store": ("games", "season", "pages"),
    "print": ("games", "season", "pages", "store"),
    "mail": ("games", "season", "pages", "store", "reports", "print"),
    "reports": ("store",),
}
ONLY_IN = {  # a library: the one room, or module, that knows it
    "click": ("gm.cli",),
    "jinja2": ("gm.reports.render", "gm.reports.compiled"),
    "markupsafe": ("gm.reports.render", "gm.reports.fragments"),
    "babel": ("gm.reports.languages",),
    "typst": ("gm.print.booklet", "gm.print.painting"),
    "markdown_it": ("gm.print.markdown",),
    "openskill": ("gm.season.ratings",),
    "pscript": (),  # only those who change the rules of validity need it: make scripts
    "yaml": ("gm.pages.tree",),
    "numpy": ("gm.games",),
    "joblib": ("gm.desk.simulating",),
    "dask": ("gm.desk.simulating",),
    "ray": ("gm.desk.simulating",),
    "imapclient": ("gm.mail.imap",),
    "smtplib": ("gm.mail.send",),
    "email": ("gm.mail", "gm.desk.mailing"),
    "orjson": ("gm.reports.scripts", "gm.store.rows"),
    "sqlite3": ("gm.store",),
    "sqlite_utils": ("gm.store.database", "gm.store.migrations"),
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


def room_of(module: str) -> str:
    """The layer that a module of ours lives in; "" for the package itself, which everybody may know."""
    parts = module.split(".")
    return parts[1] if parts[0] == "gm" and len(parts) > 1 and parts[1] in LAYERS else ""


def named(paths: list[Path]) -> set[tuple[str, str]]:
    """The modules that mention one of our games, and which."""
    games = [path.name for path in (GM / "games").iterdir() if path.is_dir() and not path.name.startswith("_")]
    return {(name_of(path), game) for path in paths for game in games if re.search(rf"(?<!grand ){game}", _said(path))}


def _said(path: Path) -> str:
    """All of it on one line, so that the name of a race that anybody may mention is not taken for the game's."""
    return " ".join(path.read_text(encoding="utf-8").lower().replace("\\n", " ").split())


def test_there_are_no_rooms_but_these() -> None:
    rooms = {path.relative_to(GM).parts[0] for path in MODULES} - {"__init__.py", "__main__.py"}
    assert rooms == set(LAYERS)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_each_layer_knows_only_those_before_it(path: Path) -> None:
    module, used = name_of(path), imports(path)
    room = room_of(module)
    if room:
        unseen = {*LAYERS[LAYERS.index(room) + 1 :], *NEVER.get(room, ())}
        seen = {each for each in used if room_of(each) in unseen}
        assert not seen, f"{module} imports {seen}"
    for library, rooms in ONLY_IN.items():
        if any(inside(each, library) for each in used):
            assert any(inside(module, room) for room in rooms), f"{module} imports {library}"


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.parent.parent.name == "games" or path.parent.name == "season"],
    ids=name_of,
)
def test_rules_know_nothing_of_files_sql_or_time(path: Path) -> None:
    used = imports(path)
    assert not {each for each in used if each.split(".")[0] in IMPURE}
    own = [each for each in used if each.startswith("gm.")]
    assert all(inside(each, "gm.core") or inside(each, name_of(path.parent / "__init__.py")) for each in own), own


def test_the_shared_rooms_do_not_know_any_game_by_name() -> None:
    assert not named([path for path in MODULES if "games" not in path.parts])


def test_the_shared_tests_speak_of_no_particular_game() -> None:
    """What is one game's own is tested in that game's folder, and a game's sample stands in tests/contract/samples."""
    tests = Path(__file__).parent
    chosen = tests / "examples.py"  # says which games the shared tests have for their examples, so that no other need
    assert not named([path for path in (*tests.glob("*.py"), *tests.glob("contract/*.py")) if path != chosen])


def test_no_file_is_longer_than_400_lines() -> None:
    tests = Path(__file__).parent
    long = {
        path.name
        for path in [*MODULES, *tests.rglob("*.py")]
        if len(path.read_text(encoding="utf-8").splitlines()) > 400
    }
    assert not long
