"""Pages of the usual shape are read at a glance, and just as they would be read word by word."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from gm.desk import glancing as glancing_module
from gm.desk import sources
from gm.desk.desk import match_of, open_desk
from gm.desk.intake import Clerk
from gm.pages.page import read_page, read_strictly
from gm.pages.usual import usual
from tests.conftest import NOW, Desk
from tests.fuzz.mutate import mutated
from tests.usual import glanced_alike, judged_alike, kept_of, read_alike

HERE = Path(__file__).parent
Start = Callable[..., Desk]
BLOCK = b"game: race\nturn: 1\nplayer: alice\norders:\n  1: 22\n  2: 20\n"
PRESS = b"press: |\n  Alice to all: he bites.\n\n  Keep to the left.\n"
FLOW = b'{"game": "race", "turn": 1, "player": "alice", "orders": {"1": "22", "2": 20}, "press": "He bites."}\n'
SEEDS = [
    BLOCK, BLOCK + b"end\n", BLOCK + PRESS, BLOCK + PRESS + b"end", BLOCK + b"press: He bites.\n", FLOW,
    b"game: race\nturn: 2\nhorse: Red Rum\norders:\n    3: 9\n    4: all\nstanding:\n  plain: 8\n  water: 12\n",
    b"game: race\nturn: 1\nplayer: J\xc3\xb6rg O'Leary\norders:\n 1: 1\n 2: 2\npress:\n  from: Me\n  text: Hm\n",
    b'{"game": "race", "turn": 1, "player": "bob", "orders": {"1": 3, "2": [{"when": {"fell": "Crisp"}, "play": 1}, 2]}}',
]  # fmt: skip
ODD = """
yes|no|null|~|010|0o7|1_000|1e3|1.0|-1|+1|2026-01-01|12:30|true|.nan|<<|=|&a |*a|!!str |!a |%|@|`|'|"|''|""|\\|\\n|#|# c|
 #c|:|: |::| :|- |-|? |\\||>|[|]|{|}|,|...|---|\t| |  |é|ß|İ|ſ|ﬁ|０|٣|²|“|”|’|–|−|_|.|end|End|fin|fine|Ende|press: hush|
Press: hush|presse: hush|stampa:|orders:|orders: {}|Orders:|turn: 2|tour: 2|spieler: bob|1: 5|1: 5 6|  1: 5|   3: 5|all|
"1": 5|<= 3|>= Crisp|a: b: c|a:b|{a: 1}|[1, 2]|Red  Rum|Red Rum |from: me|text: hi|0|00|99999999999|me|ALICE|Alice
"""
PIECES = [
    *(each.encode() for line in ODD.strip().split("\n") for each in line.split("|") if each),
    *(b"\r", b"\r\n", b"\n", b"\n\n", b"\n \n", b"\x0c", b"\x00", b"\x7f", b"\xc2\x85", b"\xc2\xa0", b"\xc2\xad", b"|"),
    *(
        b"\xef\xbb\xbf",
        b"\xff",
        b"\xe2\x80\xa8",
        b"\xe2\x80\xae",
        b"\xe2\x80\x8b",
        b"\xe2\x80\x89",
        b"\xf0\x9f\x90\x8e",
    ),
]


def corpus() -> list[bytes]:
    """Every page that lies about here, in files, in mails and in cases."""
    samples = [path.read_bytes() for path in sorted((HERE.parent / "sample_orders").rglob("*.yaml"))]
    mails = [path.read_bytes() for path in sorted((HERE / "mails").glob("*.eml"))]
    bodies = [piece for mail in mails for piece in re.split(rb"\r?\n\r?\n", mail) if b":" in piece]
    found = [path.read_bytes() for path in sorted((HERE / "fuzz" / "found").iterdir())]
    cases = [path.read_bytes() for path in sorted((HERE / "rules").rglob("*.yaml"))]
    parts = [piece for case in cases for piece in re.split(rb"\n---.*\n", case)]
    return [*SEEDS, *samples, *mails, *bodies, *found, *cases, *parts]


def changed(data: bytes, chance: Random) -> bytes:
    """A page as a slip of the pen, another keyboard or a mail program would leave it."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at, piece = chance.randrange(len(lines)), chance.choice(PIECES)
        line = lines[at]
        place = chance.choice((0, len(line), chance.randint(0, len(line)), line.find(b":") + 1, line.find(b": ") + 2))
        lines[at] = line[:place] + piece + line[chance.choice((place, place, place, len(line))) :]
        if chance.random() < 0.2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        if chance.random() < 0.1:
            lines.insert(chance.randrange(len(lines)), chance.choice(lines))
        if chance.random() < 0.1:
            lines[at] = b" " * chance.randint(0, 4) + lines[at].lstrip(b" ")
    return b"\n".join(lines)


@pytest.mark.parametrize("data", SEEDS[:7], ids=range(7))
def test_a_page_as_people_write_it_is_of_the_usual_shape(data: bytes) -> None:
    assert read_alike(data)


def test_every_page_that_lies_about_here_is_read_alike() -> None:
    assert sum(map(read_alike, corpus())) > 20


def test_a_page_with_a_slip_in_it_is_read_alike_or_left_to_the_strict_reader() -> None:
    chance, seeds = Random("slips"), corpus()
    usual_ones = [data for data in seeds if usual(data)]
    slips = (changed(chance.choice(usual_ones), chance) for _ in range(20_000))
    others = (mutated(seeds, chance) for _ in range(3_000))
    assert sum(map(read_alike, slips)) > 1_500
    assert sum(map(read_alike, others)) > 10


@pytest.mark.parametrize(
    "slip",
    [
        BLOCK + b"orders:\n  1: 3\n", BLOCK.replace(b"2: 20", b"1: 20"), BLOCK.replace(b"  2", b"   2"), b"",
        BLOCK.replace(b"turn", b"tour"), BLOCK.replace(b"22", b"- 22"), BLOCK.replace(b"22", b"&a 22"), BLOCK + PRESS * 2,
        BLOCK + b"end\npress: below\n", BLOCK.replace(b"\n", b"\r\n"), BLOCK.replace(b"  1: 22\n  2: 20\n", b""),
        FLOW.replace(b'"2"', b'"1"'), FLOW.replace(b"20", b"true"), FLOW.replace(b"1,", b"010,"), FLOW * 2, b"{}",
        BLOCK * 1000, b"[" * 5000, BLOCK + b"press: " + b"x" * 5000, BLOCK.replace(b"race", b"x" * 2000),
        BLOCK.replace(b"player", b"x" * 2000), BLOCK.replace(b"  1", b"  " + b"1" * 2000), FLOW.replace(b"player", b"x" * 2000),
    ],
)  # fmt: skip
def test_what_is_not_beyond_doubt_is_left_to_the_strict_reader(slip: bytes) -> None:
    assert usual(slip) is None or read_alike(slip)


# What is in it


@pytest.fixture
def race(start: Start) -> Desk:
    """A race in its second turn, in which one horse has fallen and another has few points left."""
    desk = start(6, "8 plain", "points: 60")
    for player, bids in {
        "alice": (9, 9),
        "bob": (58, 2),
        "carol": (0, 0),
        "dave": (9, 9),
        "erin": (20, 20),
        "frank": (9, 8),
    }.items():
        desk.order(player, 1, "{{1: {}, 2: {}}}".format(*bids))
    desk.gm("take")
    desk.gm("run", "--now")
    return desk


WHO = [*["player: alice", "player: dave", "player: erin", "player: frank"] * 4, "player: bob", "player: carol", "",
       "horse: Red Rum", "player: Red Rum", "player: ALICE", "player: nobody", "player: alice\nhorse: Crisp"]  # fmt: skip
TURN = [*["2"] * 12, "1", "3", "02", "9"]
FENCES = [*[("3", "4")] * 12, ("3",), ("4", "3"), ("03", "4"), ("3", "5"), ("fence 3", "4"), ("plain", "3"), ("1", "2")]
NUMBER = [
    *["0", "1", "2", "7", "20"] * 4,
    "07",
    "40",
    "60",
    "61",
    "all",
    "999999999",
    "1234567890",
    "x",
    "",
    "9 9",
    "²",
]
MORE = [*["", "press: He bites.\n"] * 4, "press: 3: 9\n", "standing:\n  plain: 8\n", "token: abc\n", "3: 7\n", "hors: 7\n",
        "press: orders 3, 4\n", "press:\n  from: Bob\n  text: x\n"]  # fmt: skip


def pages(chance: Random, many: int) -> Iterator[bytes]:
    for _ in range(many):
        lines = "".join(f"  {fence}: {chance.choice(NUMBER)}\n" for fence in chance.choice(FENCES))
        head = f"game: race\nturn: {chance.choice(TURN)}\n{chance.choice(WHO)}\n"
        yield f"{head}orders:\n{lines}{chance.choice(MORE)}".replace("\n\n", "\n").encode()


@pytest.mark.parametrize("blind", [False, True])
def test_an_order_of_which_nothing_is_to_be_said_at_a_glance_has_nothing_said_of_it(race: Desk, blind: bool) -> None:
    chance = Random("orders")
    with open_desk(race.folder, NOW) as desk:
        match = match_of(desk, "race")
        if blind:
            match.row.settings["blind"] = "yes"
        clerk = Clerk.at(desk, match=match)
        lot = [*pages(chance, 3_000)]
        for data in lot:
            glanced_alike(clerk, data, NOW)
        read = [read_page(data, "page") for data in lot]
        seen = [judged_alike(clerk, page, NOW) for page, problems in read if not problems]
    assert 200 < sum(seen) < len(seen) - 500


HEAD = b"game: race\nturn: 2\nplayer: alice\n"
MOULDS = [
    HEAD + b"orders:\n  3: 9\n  4: 20\n", HEAD + b"orders:\n    3: 9\n    4: 20", b"orders:\n 3: 1\n 4: 2\n" + HEAD,
    b"player: erin\ngame: race\nturn: 2\norders:\n  3: 9\n  4: 9\nend\n", HEAD + b"orders:\n  3: 09\n  4: 0\n\n",
    b'{"game": "race", "turn": "2", "player": "alice", "orders": {"3": "9", "4": "9"}}',
]  # fmt: skip
NAMES = [b"alice", b"alice", b"erin", b"dave", b"Crisp", b"ALICE", b"bob", b"nobody", b"al ice", b"player: bob", b""]
SAID = [b"0", b"2", b"10", b"15", b"007", b"60", b"99", b"123456789", b"1234567890", b"all", b"1_0", b"+1", b"\xd9\xa3"]
TALK = [*[b"", b"press: Alice to all, he bites.\n"] * 4, b"press: x", b"press: from: Me\n", b"press: he said: no", b"press: 'x'\n",
        b"press: |\n  Hm.\n", b"press: x\nend\n", b"press: x \n", b"press:\n", b"press: (x)\n"]  # fmt: skip


@pytest.fixture
def glancing(race: Desk) -> Iterator[Clerk]:
    """A clerk who has seen a page of every kind, and keeps moulds of some."""
    with open_desk(race.folder, NOW) as desk:
        clerk = Clerk.at(desk)
        for data in MOULDS:
            assert glanced_alike(clerk, data, NOW)
        yield clerk


def test_what_fits_a_mould_is_read_from_it(glancing: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glancing_module, "page_at_a_glance", lambda data, file: pytest.fail(data))
    pages = [MOULDS[0], MOULDS[0].replace(b"9", b"15"), MOULDS[1].replace(b"alice", b"Red Rum") + b"\n",
             MOULDS[0].replace(b"alice", b"ALICE") + b"press: He bites, and (now and then) he kicks!\n"]  # fmt: skip
    for data in pages:
        seen = glancing.glance.look(data, "page", NOW)
        assert seen
        assert kept_of(seen) == kept_of(glancing.glance.read(read_strictly(data, "page")[0], NOW))
    assert glancing.glance.look(MOULDS[0].replace(b"9", b"99"), "page", NOW) is None  # more than she has


def test_a_slip_in_a_page_for_which_there_is_a_mould_is_read_word_by_word(glancing: Clerk) -> None:
    for data in corpus():
        glanced_alike(glancing, data, NOW)
    chance, seen = Random("moulds"), 0
    for _ in range(6_000):
        data = chance.choice(MOULDS).replace(b"alice", chance.choice(NAMES)).replace(b"9", chance.choice(SAID))
        data = data.replace(b"orders", chance.choice((b"orders", b"orders", b"orders", b"Orders"))) + chance.choice(
            TALK
        )
        seen += glanced_alike(glancing, data if chance.random() < 0.5 else changed(data, chance), NOW)
    assert 250 < seen < 3_000


def test_there_are_no_more_than_a_few_moulds(glancing: Clerk) -> None:
    for margin in range(1, 40):
        assert glanced_alike(
            glancing, HEAD + b"orders:\n" + b"".join(b" " * margin + each for each in (b"3: 9\n", b"4: 1")), NOW
        )
    assert len(glancing.glance._moulds) == glancing_module.MOST


def test_a_folder_is_taken_as_its_pages_would_be_one_by_one(race: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders again and again, the same twice, odd ones, press, mails that withdraw, all in one folder."""
    chance = Random("folder")
    (race.folder / "zine.yaml").write_text("title: T\nmail: {from: GM <gm@example.org>}\n", encoding="utf-8")
    lot = [*pages(chance, 300)]
    mail = b"From: alice@example.org\nTo: gm@example.org\nSubject: gm\nMessage-ID: <%d@x>\n\ngm: withdraw race\n"
    for number, data in enumerate([*lot, *lot[:40], *(mail % n for n in range(6))]):
        name = f"{chance.random():.9f}{'.eml' if data.startswith(b'From') else '.yaml'}"
        race.write(f"pages/{name}", data + (b"" if number % 3 else b"\n"))
    other = race.folder.with_name("one-by-one")
    shutil.copytree(race.folder, other, dirs_exist_ok=True)
    at_once = race.gm("take", race.folder / "pages", "--json", code=None).out
    monkeypatch.setattr(sources.Porter, "_is_plain", lambda *each: False)
    monkeypatch.setattr(sources, "AT_A_TIME", 1)
    alone = Desk(other, race.capsys).gm("take", other / "pages", "--json", code=None).out
    assert at_once.count('"taken"') > 60
    assert [without_chance(line) for line in at_once.splitlines()] == [
        without_chance(line) for line in alone.splitlines()
    ]
    assert kept(race.folder) == kept(other)


def without_chance(line: str) -> str:
    return re.sub(r'"(receipt|nonce)": "[0-9a-f]+"', "", line)


def kept(folder: Path) -> list[tuple[object, ...]]:
    """All of the pages that were stored, but for what was drawn by lot and when a copied file was last written."""
    with open_desk(folder, NOW) as desk:
        columns = [row[1] for row in desk.store.rows("PRAGMA table_info(pages)")]
        left = ", ".join(each for each in columns if each not in ("nonce", "receipt", "file"))
        return desk.store.rows(f"SELECT {left} FROM pages ORDER BY id")
