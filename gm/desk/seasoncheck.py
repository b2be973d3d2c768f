"""Checking the record of a season: every round is drawn again, the table is made again, and what differs is named."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from gm.core.dice import commitment
from gm.core.play import Json, Raw, Refusal
from gm.core.problems import printable
from gm.core.proof import canonical_json, seal
from gm.core.words import counted, sentence
from gm.desk.record import NoRecord
from gm.desk.seasonrecord import seed_of
from gm.desk.verify import Untrue
from gm.season.case import answer
from gm.season.draw import Draw, draw
from gm.season.drawcase import roll_call
from gm.season.league import ride
from gm.season.lots import LONGEST, link
from gm.season.progress import StageCall, final_of, is_staged, staged
from gm.season.results import Player, What
from gm.season.rollcall import FORMAT as ROLL_CALL
from gm.season.rollcall import RollCall

# What a roll call that nobody ever published may lead to: the record is at fault then.
_STUMBLES = (ArithmeticError, AttributeError, LookupError, RecursionError, StopIteration, TypeError, ValueError)


class Held(NamedTuple):
    """Something of a season that agrees, or that is worth knowing."""

    text: str
    odd: bool = False


def held(record: Json) -> Iterator[Held]:
    """Round by round, what agrees; or an Untrue that names the first thing that does not."""
    redrawn: dict[str, Json] = {}
    for each in record["draws"]:
        _check_secret(record, each)
        _check_draw(record, each, redrawn)
        yield from _told(each)
    _check_attempts(record["draws"])
    yield from _check_rounds(record)
    yield from _check_table(record)
    yield from _changed_since(record)
    yield from _check_deals(record)
    if record["seal"] != seal({key: value for key, value in record.items() if key != "seal"}):
        raise Untrue(sentence("its seal is not its own: a name, a title or the like was changed"))


# The draws


def _check_secret(record: Json, each: Json) -> None:
    """The chain: from the secret that a round opened, it goes back to the commitment."""
    number = each["rests_on"].get("round")
    if type(number) is not int or not 1 <= number <= each["round"] <= LONGEST:
        raise _untrue(each, sentence("its roll call is that of another round"))
    if each["rests_on"].get("season") != record["season"] or each["rests_on"].get("word", "") != each["word"]:
        raise _untrue(each, sentence("its roll call is not its own"))
    if link(each["secret"], number) != record["commitment"]:
        raise _untrue(each, sentence("its secret is not that of the season's commitment"))


def _check_draw(record: Json, each: Json, redrawn: dict[str, Json]) -> None:
    if each["seed"] != seed_of(each["rests_on"], each["secret"]):
        raise _untrue(each, sentence("the seed is not that of the secret and the roll call"))
    if each["seed"] not in redrawn:
        redrawn[each["seed"]] = _drawn_again(record, each)
    rounds = {str(found["round"]): found for found in redrawn[each["seed"]].get("rounds", [])}
    if canonical_json(rounds.get(str(each["round"]))) != canonical_json(each["answer"]):
        raise _untrue(each, sentence("it was not drawn like this: secret and roll call give other tables"))
    there = [*_seated(each["answer"]), *each["answer"]["out"]]
    if any(len(pair) != 2 or not set(pair) <= set(there) for pair in each["by_hand"]):
        raise _untrue(each, sentence("somebody changed places by hand who was not there"))


def _drawn_again(record: Json, each: Json) -> Json:
    try:
        call, found = _call(record, each)
        if canonical_json(call.as_json()) != canonical_json(each["rests_on"]):
            raise _untrue(each, sentence("its roll call is not written as one is"))
        return found(call, each["secret"]).as_json()
    except (*_STUMBLES, Refusal) as wrong:
        said = str(wrong) if isinstance(wrong, Refusal) else type(wrong).__name__
        raise _untrue(each, sentence("its roll call cannot be read ({reason})", reason=said)) from None


def _call(record: Json, each: Json) -> tuple[Any, Callable[[Any, str], Draw]]:
    """What the round rests on, and how it is drawn from that: at tables, as a race of all, or of those who go on."""
    rests_on = each["rests_on"]
    if is_staged(rests_on):
        return StageCall.of(rests_on), staged
    if record["kind"] == "league":
        return RollCall.of(rests_on), ride
    return roll_call(as_text(rests_on)), draw


def _check_attempts(draws: Sequence[Json]) -> None:
    """They are counted from 1, and only the last can stand."""
    together = {each["rests_on"]["round"] for each in draws if each["round"] != each["rests_on"]["round"]}
    for number in sorted({each["round"] for each in draws}):
        attempts = [each for each in draws if each["round"] == number]
        counts = [each["attempt"] for each in attempts]
        alone = number not in together and all(each["rests_on"]["round"] == number for each in attempts)
        good = counts == list(range(1, len(counts) + 1)) if alone else counts == sorted(counts)
        if not good or any(each["stands"] for each in attempts[:-1]):
            raise Untrue(sentence("round {round}: its attempts are not in order", round=number))


def _check_rounds(record: Json) -> Iterator[Held]:
    """Each round that stands has those before it, from the first on that was drawn here."""
    standing = [each for each in record["draws"] if each["stands"]]
    first = standing[0]["round"] if standing else 1
    there = [each["round"] for each in standing]
    if there != list(range(first, first + len(there))) or not (first == 1 or _is_first(record, standing[0])):
        raise Untrue(sentence("a round is missing, or is there twice"))
    if first > 1:
        text = sentence("the rounds before round {round} were not drawn here: their results are as told", round=first)
        yield Held(text, odd=True)


def _is_first(record: Json, each: Json) -> bool:
    """All before it have results, and by its own roll call nobody had met anybody, or had had a seat, by a draw."""
    played = {game["round"] for game in _games(record)}
    seats = any(caller.get("seats") for caller in each["rests_on"]["players"].values())
    return played >= set(range(1, each["round"])) and not seats and not each["rests_on"].get("met")


def _told(each: Json) -> Iterator[Held]:
    values = {"round": each["round"], "attempt": each["attempt"]}
    if each["stands"]:
        yield Held(sentence("round {round}: the secret, the roll call and the draw agree", **values))
    else:
        yield Held(sentence("round {round}, attempt {attempt}, taken back: secret and draw agree", **values))
    for one, other in each["by_hand"]:
        swapped = sentence("round {round}: {one} and {other} changed places by hand", one=one, other=other, **values)
        yield Held(swapped, odd=True)
    if each["insisted"]:
        yield Held(sentence("round {round} was drawn while games were still running", **values), odd=True)


def _seated(found: Json) -> list[Player]:
    return [player for table in found["tables"] for player in table.get("seats", table.get("players", []))]


# The table


def _check_table(record: Json) -> Iterator[Held]:
    told = _table_of(record["results"])
    _check_final(record)
    if canonical_json(told) != canonical_json({"round": record["round"], "table": record["table"]}):
        raise Untrue(_where(record, told))
    players = counted("{n} player", "{n} players", len(record["table"]))
    games = counted("{n} game", "{n} games", len(_games(record)))
    yield Held(sentence("the table agrees: {players}, {games}", players=players, games=games))


def _check_final(record: Json) -> None:
    """A round counts for points or decides the first places as it was drawn, whatever the results say."""
    standing = [each["rests_on"] for each in record["draws"] if each["stands"]]
    drawn, said = final_of(standing), record["results"]["season"].get("final", 0)
    if said != drawn and (drawn or said in [each["round"] for each in record["draws"] if each["stands"]]):
        raise Untrue(sentence("round {round}: the results have another final than the draws", round=drawn or said))


def _where(record: Json, told: Json) -> str:
    """The first line that is another one."""
    for mine, true in zip(record["table"], told.get("table", []), strict=False):
        if canonical_json(mine) != canonical_json(true):
            player = _shown(mine.get("player"))
            return sentence("the table is not that of the results: see the line of {player}", player=player)
    return sentence("the table is not that of the results")


def _table_of(results: Json) -> Json:
    if not results["entrants"] and not results["games"]:
        return {"round": 0, "table": []}
    found = answer(as_text({"rules": "season", **results}))
    if isinstance(found, list):
        raise Untrue(sentence("the results cannot be read: {reason}", reason=found[0].message))
    return found[1]


def _games(record: Json) -> list[Json]:
    found: list[Json] = record["results"]["games"]
    return found


def _changed_since(record: Json) -> Iterator[Held]:
    """Draws that rested on other results than those that stand now, which may be a correction, or more."""
    yield from _final_since(record)
    standing = [each for each in record["draws"] if each["stands"] and each["rests_on"].get("format") == ROLL_CALL]
    for each in standing if record["kind"] == "tables" else []:
        call, number = each["rests_on"], each["round"]
        if number != call["round"]:
            continue  # it was drawn with an earlier one
        if call["by"] == "score" and number > 1 and not each["insisted"]:
            now = _points_before(record, number)
            for player in sorted(call["players"]):
                then = call["players"][player]["points"]
                if now.get(player, then) != then:
                    values = {"player": player, "then": then, "now": now[player], "round": number}
                    text = sentence("round {round} was drawn when {player} had {then}; it would be {now} now", **values)
                    yield Held(text, odd=True)
        if dict(_met_before(record, number, set(call["players"]))) != _pairs(call["met"]):
            text = sentence("round {round} was drawn when others had met than those who have met now", round=number)
            yield Held(text, odd=True)


def _final_since(record: Json) -> Iterator[Held]:
    """Who is in it follows from the places before it."""
    for each in record["draws"]:
        if not each["stands"] or each["insisted"] or not final_of([each["rests_on"]]):
            continue
        now = {line["player"]: line["place"] for line in _table_before(record, each["round"])}
        for player, comer in sorted(each["rests_on"]["players"].items()):
            if comer["place"] != now.get(player):
                values = {"round": each["round"], "name": player, "then": comer["place"], "now": now.get(player, "–")}
                text = sentence(
                    "round {round} was drawn when {name} was in place {then}; it is place {now} now", **values
                )
                yield Held(text, odd=True)


def _points_before(record: Json, number: int) -> dict[Player, str]:
    return {line["player"]: line["points"] for line in _table_before(record, number)}


def _table_before(record: Json, number: int) -> list[Json]:
    results = record["results"]
    games = [game for game in results["games"] if game["round"] < number]
    out = {each: who for each, who in results["out"].items() if int(each) < number}
    found: list[Json] = _table_of(results | {"games": games, "out": out}).get("table", [])
    return found


def _met_before(record: Json, number: int, who: set[Player]) -> Counter[tuple[Player, Player]]:
    """Who has sat with whom by the draws before, save for void games and no-shows."""
    void = {(each["round"], each["table"]) for each in record["rulings"] if each["kind"] == "void"}
    absent = {
        (game["round"], player)
        for game in _games(record)
        for player, place in game["places"].items()
        if place == What.NO_SHOW
    }
    met: Counter[tuple[Player, Player]] = Counter()
    for each in record["draws"]:
        if not each["stands"] or each["round"] >= number or each["rests_on"].get("format") != ROLL_CALL:
            continue
        for table, people in _places(record, each).items():
            came = {player for player in people if (each["round"], player) not in absent} & who
            if (each["round"], table) not in void:
                met.update(combinations(sorted(came), 2))
    return met


def _places(record: Json, each: Json) -> dict[int, list[Player]]:
    """By table, with what was changed by hand, and with those who came late."""
    at = {player: player for player in (*_seated(each["answer"]), *each["answer"]["out"])}
    for one, other in each["by_hand"]:
        where = {now: place for place, now in at.items()}
        at[where[one]], at[where[other]] = other, one
    tables = {
        table["table"]: [at[player] for player in _seated({"tables": [table]})] for table in each["answer"]["tables"]
    }
    for entry in record["entries"]:
        if entry["what"] == "in" and entry["round"] == each["round"] and entry["table"] in tables:
            tables[entry["table"]].append(entry["player"])
    return tables


def _pairs(met: Json) -> dict[tuple[Player, Player], int]:
    return {(one, other): many for one, others in met.items() for other, many in others.items()}


# The deals


def _check_deals(record: Json) -> Iterator[Held]:
    """Once the secret of the deals is open, that of every game follows from it."""
    secret = record["deals"]["secret"]
    if secret is None:
        return
    if commitment(secret) != record["deals"]["commitment"]:
        raise Untrue(sentence("the commitment of the deals is not that of their secret"))
    for game in record["games"]:
        if commitment(commitment(f"{secret}\n{game['game']}")) != game["commitment"]:
            raise Untrue(
                sentence("the deal of {game} does not come from the season's secret", game=_shown(game["game"]))
            )
    if record["games"]:
        games = counted("{n} game", "{n} games", len(record["games"]))
        yield Held(sentence("the deals come from the season's secret: {games}", games=games))


# Shared


def as_text(value: Any) -> Raw:
    """As a file reader would have it: everything is text."""
    if isinstance(value, Mapping):
        return {str(key): as_text(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_text(each) for each in value]
    return "" if value is None else str(value)


def _untrue(each: Json, what: str) -> Untrue:
    return Untrue(sentence("round {round}: {what}", round=each["round"], what=what))


def _shown(name: Any) -> str:
    return printable(str(name))[:60]


# What was published


def compare(record: Json, published: Any, name: str) -> None:
    """A draw as it was published, or an earlier record: whoever wrote another one cannot have changed that."""
    if not isinstance(published, dict) or ("rests_on" not in published and "draws" not in published):
        hint = sentence("use what gm draw --json printed, or an earlier record of the season")
        raise NoRecord(sentence("{file} tells nothing of a season", file=name), hint)
    if published.get("commitment", record["commitment"]) != record["commitment"]:
        raise Untrue(sentence("published otherwise in {file}: {what}", what=sentence("the commitment"), file=name))
    known = {(each["round"], each["attempt"]): _open(each, [each["answer"]]) for each in record["draws"]}
    for number, attempt, told in _published(published):
        if known.get((number, attempt)) != told:
            what = sentence("the draw of round {round}", round=_shown(number))
            raise Untrue(sentence("published otherwise in {file}: {what}", what=what, file=name))


def _published(told: Json) -> Iterator[tuple[Any, Any, str]]:
    if "draws" in told:
        for each in told["draws"]:
            yield each["round"], each["attempt"], _open(each, [each["answer"]])
    else:
        for found in told.get("rounds", []):
            yield found["round"], told.get("attempt", 1), _open(told, [found])


def _open(each: Json, rounds: Sequence[Json]) -> str:
    return canonical_json([each.get("secret"), each.get("rests_on"), rounds])
