"""A position on one page: for rules questions, and for the tests that answer them."""

from collections.abc import Mapping

from gm.core.casepage import CaseReader, is_whole
from gm.core.names import fold
from gm.core.play import Case, Entrant, Raw, Remark
from gm.core.words import sentence, write
from gm.games.haytack.course import read_course
from gm.games.haytack.options import Options
from gm.games.haytack.race import Horse, Race

_KEYS = (
    "course", "fence", "fences", "free", "turn", "horses", "fallen", "orders", "standing", "last", "options", "players",
)  # fmt: skip


def case(page: Mapping[str, Raw]) -> Case[Race] | list[Remark]:
    reader = CaseReader(page, _KEYS)
    course, wrong = read_course(page.get("course"))
    options, horses = reader.options(Options), _horses(reader)
    names = [horse.name for horse in horses]
    last = reader.known("last", names)
    fence, fences = reader.number("fence", 1), reader.number("fences", 2)
    beyond = sentence("there is no fence {fence} on this course", fence=fence)
    reader.want(1 <= fence <= len(course) + 1, beyond, "fence", sentence("it has {many}", many=len(course)))
    reader.want(fences > 0, sentence("a turn has at least one fence"), "fences", write("fences: 2"))
    reader.once((horse.seat for horse in horses), sentence("a player rides one horse only"), "players")
    race = Race(
        course,
        options,
        tuple(horse._replace(last=_last(reader, last.get(horse.name, []))) for horse in horses),
        turn=reader.number("turn", 1),
        fence=fence,
        until=min(fence + fences - 1, len(course)),
        free=reader.number("free", 0),
    )
    orders, standing = reader.known("orders", names), reader.known("standing", names)
    parts = {horse.seat: _part(orders.get(horse.name), standing.get(horse.name)) for horse in horses}
    return [*reader.remarks, *wrong] or Case(race, [Entrant(horse.seat, horse.name) for horse in horses], parts)


def _horses(reader: CaseReader) -> list[Horse]:
    players = reader.map("players")
    running = {name: (reader.whole(str(name), raw), 0) for name, raw in reader.map("horses").items()}
    fallen = {name: (0, max(1, reader.whole("fallen", raw, 1))) for name, raw in reader.map("fallen").items()}
    horses = [
        Horse(str(name), str(players.get(name, name)), points, out_at)
        for name, (points, out_at) in [*running.items(), *fallen.items()]
    ]
    folded = [fold(horse.name) for horse in horses]
    for horse in horses:
        if folded.count(fold(horse.name)) > 1:  # H1
            message = sentence("{name} is entered twice", name=horse.name)
            reader.wrong(message, sentence("every name once, whatever its case"))
    if not horses:
        reader.wrong(sentence("a case needs horses"), write("horses: {Red Rum: 100, Crisp: 98}"))
    return horses


def _last(reader: CaseReader, numbers: Raw) -> tuple[int, ...]:
    if not isinstance(numbers, list) or not all(is_whole(number) for number in numbers):
        reader.wrong(sentence("last is a list of what was played"), write("last: {Red Rum: [12, 7]}"), numbers)
        return ()
    return tuple(int(number) for number in numbers)


def _part(orders: Raw, standing: Raw) -> dict[str, Raw]:
    part = {"orders": orders, "standing": standing}
    return {key: value for key, value in part.items() if value is not None}
