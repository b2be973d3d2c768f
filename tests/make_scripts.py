"""The order form's checks in JavaScript, made from the rules of validity in Python: make scripts.

What it makes is kept in templates/, and a test makes it again and compares. So only those who change such rules need
pscript; it lives here because what a user installs has no tests in it.
"""

import ast
import json
from pathlib import Path
from typing import Any

from pscript import py2js

ROOT = Path(__file__).parent.parent
TEMPLATES = ROOT / "templates"
HOUSE = ROOT / "gm/core/validity.py"
GAMES = {
    path.parent.name: path for path in sorted((ROOT / "gm/games").glob("*/validity.py"))
}  # a game need not have one
SCRIPT, SENTENCES = "validity.js", "validity.json"

# What gm.core.names.fold does to names and numbers.
_FOLD = r"""const fold = (name) => name.normalize("NFC").replace(/[\u2018\u2019`\u00b4]/g, "'")
  .replace(/[\u201c\u201d\u201e]/g, '"').toLowerCase().replace(/\u00df/g, "ss").replace(/\u03c2/g, "\u03c3")
  .split(/\s+/).filter(Boolean).join(" ");"""
_OFFERED = "fold"  # the one thing that the house's rules import and offer


class NotInTheForm(Exception):
    """A rule uses something that there is only in Python"""


def main() -> None:
    """Writes all that is made, and takes away what nothing makes any more."""
    files = made()
    for path in kept() - files.keys():
        path.unlink()
    for path, text in files.items():
        path.write_bytes(text.encode())


def made() -> dict[Path, str]:
    """Every file that is to be kept, and what belongs in it."""
    files = {TEMPLATES / SCRIPT: of_the_house(), TEMPLATES / SENTENCES: sentences(HOUSE)}
    for source in GAMES.values():
        folder = TEMPLATES / source.parent.name
        files |= {folder / SCRIPT: of_a_game(source), folder / SENTENCES: sentences(source)}
    return files


def kept() -> set[Path]:
    """Every such file that there is."""
    return {path for name in (SCRIPT, SENTENCES) for path in TEMPLATES.rglob(name)}


def of_the_house() -> str:
    """One expression: an object of all that the house offers to the rules of a game."""
    tree = bare(HOUSE)
    body = f"{_FOLD}\n{_javascript(tree, HOUSE, {_OFFERED})}"
    return _script(HOUSE, f"(() => {{\n{body}\nreturn {{ {', '.join([_OFFERED, *_defined(tree)])} }};\n}})()")


def of_a_game(source: Path) -> str:
    """One expression: a function that adds a game's rules to what the house offers."""
    tree, offered = bare(source), {_OFFERED, *_defined(bare(HOUSE))}
    script = _javascript(tree, source, offered)
    used = ", ".join(sorted(script.meta["vars_unknown"]))
    taken = f"const {{ {used} }} = house;\n" if used else ""
    return _script(source, f"((house) => {{\n{taken}{script}\nreturn {{ ...house, {', '.join(_defined(tree))} }};\n}})")


def sentences(source: Path) -> str:
    """Every sentence that these rules may say, for the form to have it in the reader's language."""
    calls = (node for node in ast.walk(bare(source)) if isinstance(node, ast.Call))
    phrases = (call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "phrase")
    says = sorted({str(first.value) for first in phrases if isinstance(first, ast.Constant)})
    return json.dumps({"made": _made_from(source), "says": says}, ensure_ascii=False, indent=1) + "\n"


def _javascript(tree: ast.Module, source: Path, offered: set[str]) -> Any:
    """Text that knows which names it uses and does not define."""
    script = py2js(ast.unparse(tree))
    strange = script.meta["vars_unknown"] - offered
    if strange:
        raise NotInTheForm(f"{_name(source)} uses {', '.join(sorted(strange))}, which the order form does not have")
    return script


def _script(source: Path, expression: str) -> str:
    whole = f"// {_made_from(source)}: change that, and make this again.\n{expression}\n"
    return whole.replace("</", "<\\/")  # whatever it says, it does not end the script


def _made_from(source: Path) -> str:
    return f"Made by `make scripts` from {_name(source)}"


def _name(source: Path) -> str:
    return "gm/core/validity.py" if source == HOUSE else f"gm/games/{source.parent.name}/{source.name}"


def _defined(tree: ast.Module) -> list[str]:
    """What a module has to offer, functions and constants, in their order."""
    named = [[node] if isinstance(node, ast.FunctionDef) else node.targets for node in tree.body]  # type: ignore[attr-defined]
    return [each.name if isinstance(each, ast.FunctionDef) else ast.unparse(each) for some in named for each in some]


def bare(source: Path) -> ast.Module:
    """What a module does, without what only people and type checkers read."""
    tree = _Bare().visit(ast.parse(source.read_text(encoding="utf-8")))
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.Assign)]
    return ast.fix_missing_locations(tree)


class _Bare(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        for argument in node.args.args:
            argument.annotation = None
        node.returns = None
        if ast.get_docstring(node):
            node.body = node.body[1:]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        return ast.Assign([node.target], node.value) if node.value else node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Nothing here is endless, so a list does as well."""
        self.generic_visit(node)
        return ast.ListComp(node.elt, node.generators)


if __name__ == "__main__":
    main()
