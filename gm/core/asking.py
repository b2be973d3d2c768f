"""What any game can ask, read and order by itself: made from what is legal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from gm.core.colours import coloured
from gm.core.names import did_you_mean, fold
from gm.core.play import Decision, Facts, Flaw, Json, NotNow, Raw, Refusal, Seat
from gm.core.words import sentence

if TYPE_CHECKING:
    from gm.core.dice import Dice
    from gm.core.game import Game


def open_turn(game: "Game[Any, Any]", state: Any) -> int:
    """The deadline that the next decision falls under; 0 once the game is over."""
    return min((decision.turn for decision in game.pending(state)), default=0)


def owed(game: "Game[Any, Any]", state: Any, seat: Seat) -> Sequence[Decision]:
    """What this seat has to order now."""
    return game.agenda(state, seat, open_turn(game, state))


def plain_form(game: "Game[Any, Any]", state: Any, seat: Seat) -> Json:
    """A field for each decision: a number, a choice, or whatever one writes."""
    groups: dict[str, list[Json]] = {}
    for decision in owed(game, state, seat):
        groups.setdefault(decision.phase, []).append(_section(game, state, seat, decision))
    titles = {phase: phase.capitalize() or sentence("Your orders") for phase in groups}
    return {"position": {}, "groups": [{"title": titles[phase], "sections": some} for phase, some in groups.items()]}


def _section(game: "Game[Any, Any]", state: Any, seat: Seat, decision: Decision) -> Json:
    facts, legal = game.facts(state, seat), game.legal(state, decision)
    return {
        "key": decision.key,
        "into": into(game, decision.key),
        "title": decision.key,
        "notes": [_span(legal)] if isinstance(legal, range) and legal else [],
        "bare": "play",
        "rows": "otherwise" if facts.facts else "one",
        "add": sentence("Add an alternative"),
        "fields": [{"name": "play", "label": decision.key} | _kind(legal)],
        **conditions(facts, choices(facts.names)),
    }


def into(game: "Game[Any, Any]", key: str) -> list[str]:
    """Where on the page an answer stands: in the section that its key is, or begins with; else in the first.

    A horse's own ride may go by `ride Red Rum`: it stands in the section `ride`, under Red Rum.
    """
    names = [section.name for section in game.page]
    section, _, own = key.partition(" ")
    if key in names:
        return [key]
    return [section, own] if section in names and own else [names[0], key]


def answers_in_turn(game: "Game[Any, Any]", asked: Sequence[Decision], words: str) -> Json:
    """Answers in the order in which they are asked, as a page has them; - leaves one out.

    Between answers of several words there is a semicolon; one alone needs none.
    """
    keys = list(dict.fromkeys(decision.key for decision in asked))
    one = len(keys) == 1 and not keys[0].isdigit()  # what goes by number is a word each
    apart = words.split(";") if one or ";" in words else words.replace(",", " ").split()
    answers = [each.strip() for each in apart]
    if len(answers) > len(keys):
        many = sentence("{many} answers are too many: the turn asks for {keys}", many=len(answers), keys=keys)
        raise Refusal(many, sentence("put ; between answers of several words"))
    part: Json = {}
    for key, answer in zip(keys, answers, strict=False):
        if answer not in ("", "-"):
            _put(part, into(game, key), answer)
    return part


def _put(part: Json, path: Sequence[str], answer: str) -> None:
    *outer, last = path
    for name in outer:
        part = part.setdefault(name, {})
    part[last] = answer


def _kind(legal: Sequence[Raw]) -> Json:
    if isinstance(legal, range):
        return {"kind": "number", "all": False}
    if not legal:
        return {"kind": "text"}
    return {"kind": "choice", "none": sentence("choose one"), "choices": choices(map(str, legal))}


def _span(legal: range) -> str:
    return sentence("from {least} to {most}", least=str(legal[0]), most=str(legal[-1]))  # they are to be typed


def picked(say: Raw, ever: Sequence[Raw], now: Sequence[Raw] | None = None) -> Any:
    """Which of all that can ever be written this is, if it can be now.

    >>> picked("3", range(13)), picked("RED", ["red", "blue"])
    (3, 'red')
    """
    said = fold(say) if isinstance(say, str) else ""
    found = next((each for each in ever if fold(str(each)) == said), None)
    if found is None:
        raise Refusal(sentence("this cannot be chosen"), _instead(said, ever), say, Flaw.UNKNOWN)
    if now is not None and found not in now:
        raise NotNow(sentence("{choice} cannot be chosen now", choice=str(found)), _instead("", now), say)
    return found


def _instead(said: str, legal: Sequence[Raw]) -> str:
    if isinstance(legal, range) and legal:
        return sentence("write a number {span}", span=_span(legal))
    names = [str(each) for each in legal]
    return did_you_mean(said, names, sentence("there are {names}", names=names))


def field(name: str, kind: str, label: str, **more: Any) -> Json:
    """What a row of the form asks; docs/writing-a-game.md has the kinds, and what more each of them takes."""
    return {"name": name, "kind": kind, "label": label, **more}


def choice(value: str, label: str = "", **means: Any) -> Json:
    """Something to choose: what goes on the page, what is shown for it, and what the check gets instead."""
    return {"value": value, "label": label or value} | ({"means": means} if means else {})


def choices(names: Iterable[str]) -> list[Json]:
    return [choice(name) for name in names]


def horses(names: Iterable[str]) -> list[Json]:
    """The same of horses, in the reader's words; what goes on the page stays as it is typed."""
    return [choice(name, coloured(name)) for name in names]


def conditions(facts: Facts, names: Sequence[Json]) -> Json:
    """What a row's condition may be about: the facts as the form lists them, and the names to choose from."""
    terms = [{"key": key, "kind": str(fact.kind), "label": fact.label} for key, fact in facts.facts.items()]
    return {"terms": terms, "names": names}


def plain_orders(game: "Game[Any, Any]", state: Any, seat: Seat, dice: "Dice") -> Json:
    """Something legal at every decision, as a page has it; the same position and dice always give the same page."""
    page: Json = {}
    for decision in owed(game, state, seat):
        legal = game.legal(state, decision)
        if legal:
            chosen = legal[dice.stream(f"{seat}:{decision.turn}:{decision.key}").below(len(legal))]
            _put(page, into(game, decision.key), str(chosen))
    return page or {game.page[0].name: "none"}
