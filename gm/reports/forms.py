"""The order form: one HTML file that works offline and checks an order by the rules themselves.

A game says in `form(view)` what there is to ask, as plain data, which one script (templates/form.js) shows for every
game. Its module `validity` and gm/core/validity.py are turned into JavaScript here; only this room knows pscript.
"""

import ast
import importlib
import inspect
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from gm.core import validity
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.reports.languages import Speaker, speaker_of
from gm.reports.model import Report
from gm.reports.render import fill

# What gm.core.names.fold does to names and numbers.
_FOLD = """const fold = (name) => name.normalize("NFC").replace(/[\\u2018\\u2019`\\u00b4]/g, "'")
  .replace(/[\\u201c\\u201d\\u201e]/g, '"').toLowerCase().replace(/\\u00df/g, "ss").replace(/\\u03c2/g, "\\u03c3")
  .split(/\\s+/).filter(Boolean).join(" ");
"""

# A form has menus and buttons where a page has words and signs: what it says instead of a sentence about those.
_REPHRASED = {
    "{key} compares a number, and {value} is none": sentence("the comparison needs a number"),
    'write a number, or a comparison such as ">= 2"': sentence(
        "write a whole number such as 2, with no more than {most} digits", most=validity.LONGEST_NUMBER
    ),
}
_GROUP = {"note": "", "folded": False}
_SECTION: Json = {
    "notes": [], "rows": "one", "bare": "", "terms": [], "names": [], "add": "", "blank": None, "along": False,
}  # fmt: skip


class NoForm(GmError):
    """There is nothing that this reader could order"""


def order_form(report: Report, own_templates: Path | None = None) -> str:
    """The order form that goes with a private report."""
    if not awaits(report):
        raise no_form(report.me.name if report.me else None)
    model = report.values | {"form": _data(report), "validity": javascript(report.rules)}
    return fill("form.html", model, own_templates, report.language)


def no_form(reader: str | None) -> NoForm:
    """For a player who owes nothing, or for the public (None)."""
    message = sentence("there is no order form for {reader}", reader=reader or sentence("the public"))
    return NoForm(message, sentence("it goes with the report of a player who is to order"))


def awaits(report: Report) -> bool:
    return report.me is not None and report.me.awaited


def form_name(game: str, turn: int) -> str:
    """What the form for that turn is called where it is sent."""
    return f"{game}-turn-{turn}.html"


def _data(report: Report) -> Json:
    """All that the script knows: what to ask, by which words, and for whom."""
    model, speaker, asked = report.model, speaker_of(report.language), report.form or {}
    return {
        "position": asked["position"],
        "facts": _spoken(asked.get("facts", []), speaker),
        "groups": _spoken([_whole(group) for group in asked["groups"]], speaker),
        "head": _head(report),
        "to": model.mail_to,
        "title": model.title,
        "deadline": model.deadline,
        "rephrased": _spoken(_REPHRASED | asked.get("rephrased", {}), speaker),
        "said": {pattern: speaker.gettext(pattern) for pattern in _patterns(report.rules)},
    }


def _whole(group: Json) -> Json:
    """With all that the game left unsaid."""
    return _GROUP | group | {"sections": [_SECTION | section for section in group["sections"]]}


def _head(report: Report) -> list[list[str]]:
    """The first lines of the page, in their order."""
    model, me = report.model, report.me
    head = [["game", model.game], ["turn", str(model.next_turn)], ["player", me.player if me else ""]]
    return [*head, *([["token", me.token]] if me and me.token else [])]


def _spoken(value: Any, speaker: Speaker) -> Any:
    """The same with every sentence in the reader's language."""
    if isinstance(value, dict):
        return {key: _spoken(each, speaker) for key, each in value.items()}
    if isinstance(value, list):
        return [_spoken(each, speaker) for each in value]
    return speaker.say(value) if isinstance(value, str) else value


@cache
def javascript(rules: str) -> str:
    """The rules of validity of one game, as one JavaScript expression: an object of functions."""
    from pscript import py2js

    trees = [_tree(module) for module in _modules(rules)]
    source = "\n".join(ast.unparse(tree) for tree in trees)
    names = [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    script = f"(() => {{\n{_FOLD}{py2js(source)}\nreturn {{ {', '.join(names)} }};\n}})()"
    return script.replace("</", "<\\/")  # whatever it says, it does not end the script


@cache
def _patterns(rules: str) -> tuple[str, ...]:
    """Every sentence that the rules of validity may say."""
    calls = (node for module in _modules(rules) for node in ast.walk(_tree(module)) if isinstance(node, ast.Call))
    phrases = (call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "phrase")
    return tuple(sorted({str(first.value) for first in phrases if isinstance(first, ast.Constant)}))


def _modules(rules: str) -> tuple[ModuleType, ModuleType]:
    return validity, importlib.import_module(f"gm.games.{rules}.validity")


def _tree(module: ModuleType) -> ast.Module:
    """What a module does, without what only people and type checkers read."""
    tree = ast.parse(inspect.getsource(module))
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.Assign)]
    _Bare().visit(tree)
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
