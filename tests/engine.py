"""JavaScript without a browser, for all that needs no page: QuickJS, inside the tests' own process.

engine = Engine("const double = (number) => 2 * number;")
assert engine.ask("double", 21) == 42
"""

import json
import re
from pathlib import Path
from typing import Any

import quickjs

FORM_JS = (Path(__file__).parent.parent / "templates/form.js").read_text(encoding="utf-8")
_DATA = re.compile(r'<script type="application/json" id="(\w+)">(.*?)</script>', re.DOTALL)
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_DOCUMENT = (
    "const document = {{ documentElement: {{ lang: {} }}, getElementById: (id) => ({{ textContent: {}[id] }}) }};"
)


class Engine:
    """One after the other, these scripts have run."""

    def __init__(self, *scripts: str):
        self._context = quickjs.Context()
        for script in scripts:
            self._context.eval(script)

    def ask(self, function: str, *given: Any) -> Any:
        """What a function answers; both ways it is JSON that travels."""
        values = json.dumps(json.dumps(given))
        return json.loads(self._context.eval(f"JSON.stringify(({function})(...JSON.parse({values})))"))


def form_in_engine(form: str) -> Engine:
    """An order form without its screen: what it knows, what it writes and what it says, but nothing to click on."""
    (language,) = re.findall(r'<html lang="(\w+)">', form)
    (script,) = _SCRIPT.findall(form)
    unseen, shown, _ = script.partition(FORM_JS)
    assert shown, "the form is not shown by templates/form.js"
    return Engine(_DOCUMENT.format(json.dumps(language), json.dumps(dict(_DATA.findall(form)))), unseen)
