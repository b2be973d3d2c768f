"""An order on paper: a slip to fill in by hand, made from the same description that the order form is made from."""

from collections.abc import Mapping, Sequence

from gm.core.play import Json, Kind
from gm.core.tags import tag
from gm.core.words import Sentence, sentence, with_values
from gm.reports.forms import spoken, whole
from gm.reports.languages import Speaker, speaker_of
from gm.reports.model import Report

DIGITS = 4  # boxes for a number of which nobody says how large it can be


def order_slip(report: Report, number: int, widths: Mapping[str, int], home: Sequence[str]) -> Json:
    """What stands on the slip of the entrant who has that number in the game's file.

    `widths` says how many digits a number can have, by the key of what is asked; `home` is where the slip goes.
    """
    assert report.me is not None
    assert report.form is not None
    me, model, speaker = report.me, report.model, speaker_of(report.language)
    groups = [whole(group) for group in report.form["groups"] if not group.get("folded")]
    shown = spoken([group | {"note": _on_paper(group["note"])} for group in groups], speaker)
    return {
        "tag": tag(number),
        "name": me.name,
        "entry": "" if me.entry in (me.player, me.name) else me.entry,
        "title": model.title,
        "facts": spoken(report.form.get("facts", []), speaker),
        "groups": [_group(group, widths, speaker) for group in shown],
        "home": list(home),
        "words": spoken(_words(report), speaker),
    }


def _on_paper(note: str) -> str:
    """What is typed as `all` in every language is a box to tick here, with a word beside it that everybody can read."""
    if not isinstance(note, Sentence) or "all" not in note.values:
        return note
    return with_values(note, all=sentence("all"))


def _words(report: Report) -> Json:
    model = report.model
    due = sentence("To be here by {due}", due=model.due) if model.due else ""
    return {
        "order": sentence("Order for turn {turn}", turn=model.next_turn),
        "due": due,
        "press": sentence("Press, for everybody to read:"),
        "signed": sentence("signed:"),
        "home": sentence("Send this slip to:"),
        "cut": sentence("Cut here"),
        "all": sentence("all"),
        "yes": sentence("yes"),
        "no": sentence("no"),
        "several": sentence("number them in the order you want them"),
        "one": sentence("tick one"),
        "weights": sentence("a number for each that matters, such as 3 or −2"),
    }


def _group(group: Json, widths: Mapping[str, int], speaker: Speaker) -> Json:
    sections = [_section(each, widths.get(each["key"], DIGITS), speaker) for each in group["sections"]]
    return {"title": group["title"], "note": group["note"], "sections": [each for each in sections if each["rows"]]}


def _section(section: Json, digits: int, speaker: Speaker) -> Json:
    asked = [each for each in section["fields"] if not each.get("steers")]  # on paper all are shown
    fields = [({"digits": digits} if each["kind"] == "number" else {}) | each for each in asked]
    rows = [{"lead": speaker.say(lead), "fields": fields, "terms": _terms(terms)} for lead, terms in _leads(section)]
    notes = [each for each in (section["aside"], *section["notes"]) if each]
    return {"title": section["title"], "notes": notes, "rows": rows if fields else []}


def _leads(section: Json) -> list[tuple[str, list[Json]]]:
    """The words before each row, and what its condition may be about: one alternative, where there can be any."""
    terms = section["terms"]
    if section["rows"] == "otherwise":
        return [("", []), (sentence("Instead, if (tick and fill in)"), terms)]
    if section["rows"] == "any":
        return [(sentence("First (only if what is ticked holds)"), terms), (sentence("Else"), [])]
    return [("", [])]


def _terms(terms: Sequence[Json]) -> list[Json]:
    """Of each fact: what it is called, and what is to be written after it."""
    return [{"label": term["label"], **_blanks(term["kind"])} for term in terms]


def _blanks(kind: str) -> Json:
    return {
        "name": kind in (Kind.NAMES, Kind.NUMBERS),
        "number": kind in (Kind.NUMBER, Kind.NUMBERS),
        "flag": kind == Kind.FLAG,
    }
