"""Seasons for tests: people, files, and rounds that are played to the end by simple players."""

from gm.desk.desk import match_of, open_desk
from gm.desk.seasons import Tournament, open_season
from gm.store.seasons import ResultRow, Seasons
from tests.conftest import Desk
from tests.examples import CARDS, RACE
from tests.playing import one_turn, untold_turn

NAMES = [
    "ann",
    "bob",
    "cy",
    "dee",
    "eve",
    "fay",
    "gus",
    "hal",
    "ida",
    "joe",
    "kim",
    "leo",
    "mia",
    "ned",
    "oda",
    "pip",
    "quin",
    "ray",
    "sue",
    "tom",
    "una",
    "vic",
    "wes",
    "xia",
    "yan",
    "zoe",
    "abe",
    "bea",
    "cal",
    "dot",
]


def people(desk: Desk, many: int) -> list[str]:
    """So many players in the zine."""
    desk.write("players.yaml", "".join(f"{name}: {{name: {name.title()} Grey}}\n" for name in NAMES[:many]))
    return NAMES[:many]


def tables(desk: Desk, many: int, more: str = "", play: str = "played: at the table", name: str = "cup") -> None:
    """A season of tables, made by gm new and then rewritten."""
    entered = ", ".join(people(desk, many))
    desk.gm("new", name, "--season", "tables")
    keys = {"rounds": "3", "tables": "{best: 4, from: 3, to: 5}", "entrants": f"[{entered}]"}
    given = {line.split(":")[0] for line in more.splitlines()}
    text = "".join(f"{key}: {value}\n" for key, value in keys.items() if key not in given)
    desk.write(f"seasons/{name}.yaml", f"season: tables\ntitle: The Cup\n{play}\n{text}{more}\n")


CARD_GAME = f"game: {{rules: {CARDS}}}"
RACING = f"game: {{rules: {RACE}, course: 2 plain}}"


def league(desk: Desk, many: int, more: str = "races: 3") -> None:
    entered = ", ".join(people(desk, many))
    desk.gm("new", "cup", "--season", "league")
    desk.write("seasons/cup.yaml", f"season: league\ntitle: The League\n{RACING}\nentrants: [{entered}]\n{more}\n")


def opened(desk: Desk, name: str = "cup") -> Tournament:
    with open_desk(desk.folder, desk.now) as at:
        found = open_season(at, name)
        assert found.table is not None  # while the database is open
        return found


def play_out(desk: Desk, name: str = "cup", told: bool = False) -> None:
    """Every game of the season that goes on, to its end; reports on the way are made only where somebody reads them."""
    turn = one_turn if told else untold_turn
    for each in opened(desk, name).running:
        while each.game and turn(desk, each.game):
            pass


def key_in(desk: Desk, number: int, name: str = "cup") -> None:
    """Results for every table of a round: whoever has the lower id is the better player."""
    found = opened(desk, name)
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        for table, seats in found.rounds[number].tables.items():
            places = {player: place for place, player in enumerate(sorted(seats), start=1)}
            Seasons(at.store).add_result(name, ResultRow(number, table, {"places": places, "scores": {}}), at.stamp)
        at.deeds.will("")


def over(desk: Desk, game: str) -> bool:
    with open_desk(desk.folder, desk.now) as at:
        return match_of(at, game).over
