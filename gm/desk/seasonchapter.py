"""A season in an issue: a chapter for each that has something new, kept as it was printed."""

import json
from collections.abc import Iterator
from hashlib import sha256

from gm.core.play import Json
from gm.desk.desk import Desk
from gm.desk.standings import contest_of, names
from gm.print.issue import FORMS
from gm.reports.seasonpages import body
from gm.reports.seasontable import told
from gm.store.issues import Issues

CROSSED = 40  # of a larger field the site tells who met whom


def chapters(desk: Desk, kept: Issues) -> Iterator[tuple[Json, dict[str, str]]]:
    """Every season that reads differently from what an issue has printed of it; and what to remember it by."""
    printed = kept.printed_pages()
    for name in names(desk):
        model = _in_print(told(contest_of(desk, name)))
        digest = sha256(json.dumps(model, sort_keys=True).encode()).hexdigest()
        mark = f"season {name}"  # no file in next/ is called so
        if (model["round"] or model["draws"]) and printed.get(mark, (0, ""))[1] != digest:
            language = desk.zine.language_of(None)
            bodies = {format: str(body(model, format, desk.zine.templates, language)) for format in FORMS}
            yield {"name": name, "title": model["title"], "bodies": bodies}, {mark: digest}


def _in_print(model: Json) -> Json:
    """The latest draw; the earlier ones were printed before."""
    crossed = model["crossed"] if len(model["crossed"]) <= CROSSED else []
    return model | {"draws": model["draws"][:1], "crossed": crossed}
