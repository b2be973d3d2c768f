"""Those without e-mail: what is printed for them, read back from the document page by page."""

import json
import re
import stat
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from gm.core.colours import carded
from gm.core.tags import tag
from gm.pages.zine import read_players
from gm.reports.languages import speaker_of
from tests.conftest import PLAYERS, Desk
from tests.examples import cards_file

Start = Callable[..., Desk]
MM = 72 / 25.4
HOMES = {  # those who are on paper, and where they live
    "bob": ["12 High Street", "Upper Slaughter"],
    "carol": ["Am Markt 3", "79098 Freiburg"],
    "dave": ["4 Quay Road", "Whitby"],
}
ZINE = "title: Test Zine\neditor: The Editor\ntime_zone: Europe/London\npost: [7 Mill Lane, Little Snoring]\n"


def address_book() -> str:
    mailed = {player: f"name: {player.title()} Grey, mail: {player}@example.org" for player in PLAYERS}
    posted = {player: f"{mailed[player]}, by: post, post: [{', '.join(home)}]" for player, home in HOMES.items()}
    posted["bob"] = posted["bob"].replace("mail: bob@example.org, by: post, ", "")
    posted["carol"] += ", language: de"
    return "".join(f"{player}: {{{about}}}\n" for player, about in (mailed | posted).items())


@pytest.fixture
def post(desk: Desk) -> Desk:
    """Alice has mail, Bob has none, Carol and Dave want paper; they sit down to cards."""
    desk.write("zine.yaml", ZINE + "mail: {from: zine@example.org}\n")
    desk.write("players.yaml", address_book())
    more = "deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\n"
    desk.write("games/table.yaml", cards_file(PLAYERS[:4], "The Table", more))
    desk.gm("start", "table")
    return desk


@pytest.fixture
def race(post: Desk, start: Start) -> Desk:
    """And there is a race, of which a turn has been run."""
    start(deadlines="first: 2026-12-01 20:00, every: 3 weeks")
    post.order("alice", 1, "{1: 50, 2: 1}")
    post.others(1, 1)
    post.gm("take")
    post.gm("run", "race", "--now")
    return post


def pages(path: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(path.read_bytes())).pages]


def packets(desk: Desk, *args: str) -> dict[str, list[str]]:
    """The pages of each reader, from the one with the address to the next."""
    made = json.loads(desk.gm("post", *args, "--json").out)
    found: dict[str, list[str]] = {}
    for text in pages(desk.folder / made["file"]):
        found |= {player: [] for player, home in HOMES.items() if home[0] in text}
        found[next(reversed(found))].append(text)
    return found


def private(desk: Desk, game: str, player: str) -> dict[str, str]:
    """What nobody but this player may read."""
    own = json.loads(desk.gm("report", game, "--for", player, "--format", "json").out)["private"]
    return {key: own[key] for key in ("token", "nonce", "canonical") if own[key]} | {"page": own["page"]}


def bare(text: str) -> str:
    return re.sub(r"[\s\u200b\u00ad\u2010-]", "", text)


def test_everybody_on_paper_gets_one_packet_with_one_slip_for_each_order_that_is_awaited(race: Desk) -> None:
    awaited = json.loads(race.gm("status", "race", "--json").out)["missing"]
    found = packets(race)
    assert list(found) == list(HOMES)
    for player, texts in found.items():
        whole, number = "\n".join(texts), PLAYERS.index(player) + 1
        slips = 1 + (player in awaited)
        assert len(re.findall(rf"^{tag(number)}$", whole, re.MULTILINE)) == slips
        assert whole.count("Little Snoring") == 1 + slips
        assert whole.count(HOMES[player][0]) == 1


def test_nobody_gets_anything_of_another(race: Desk) -> None:
    for player, texts in packets(race).items():
        read, others = bare("".join(texts)), [each for each in PLAYERS[:4] if each != player]
        for other in others:
            secrets = private(race, "race", other)
            assert not any(bare(secrets[key]) in read for key in ("token", "nonce", "canonical"))
            assert not any(bare(line) in read for line in HOMES.get(other, ()))
            assert not re.search(rf"^{tag(PLAYERS.index(other) + 1)}$", "\n".join(texts), re.MULTILINE)
        assert bare(private(race, "race", player)["nonce"]) in read


def test_a_hand_of_cards_stands_in_its_own_packet_alone(post: Desk) -> None:
    hands = {
        player: json.loads(post.gm("report", "table", "--for", player, "--format", "json").out)["private"]["view"][
            "hand"
        ]
        for player in PLAYERS[:4]
    }
    for player, texts in packets(post).items():
        read, say = bare("".join(texts)), speaker_of("de" if player == "carol" else "en").say
        named = {owner: ", ".join(say(carded(card)) for card in hand) for owner, hand in hands.items()}
        assert [owner for owner, hand in named.items() if bare(hand) in read] == [player]


@pytest.mark.parametrize("moment", ["under way", "corrected", "given up"])
def test_nothing_speaks_of_files_forms_or_replies_by_mail(race: Desk, moment: str) -> None:
    if moment == "corrected":
        race.gm("correct", "race", "--turn", 1, "--strike", "dave", "--because", "Misread.", "--yes")
    elif moment == "given up":
        race.gm("close", "race", "--because", "Rain.")
    told = r"order (?:page|form)|\bfiles?\b|e-?mail|@|yaml|json|Formular|Datei"
    for player, texts in packets(race, "race").items():
        whole = "\n".join(texts)
        assert not re.search(told, whole, re.IGNORECASE)
        assert private(race, "race", player)["token"] not in whole


def test_a_slip_calls_the_box_for_all_points_by_the_word_beside_it(race: Desk) -> None:
    assert "„alles“" in packets(race, "race")["carol"][-1]
    assert "“all”" in packets(race, "race")["dave"][-1]


def test_a_slip_says_who_what_when_and_where_to(race: Desk) -> None:
    slip = packets(race, "race")["dave"][-1]
    wanted = ("Dave Grey", "Aldaniti", "The Race", "turn 2", "22 December 2026", "points", "7 Mill Lane", "The Editor")
    assert all(each in slip for each in wanted)
    assert "22. Dezember 2026" in packets(race, "race")["carol"][-1]


def test_a_number_has_as_many_boxes_as_the_points_have_digits(race: Desk) -> None:
    from gm.desk.desk import match_of, open_desk
    from gm.desk.paper import widths

    with open_desk(race.folder, race.now) as desk:
        assert set(widths(match_of(desk, "race"), "dave").values()) == {3}


def test_labels_stand_each_in_its_own_place_on_the_sheet(post: Desk) -> None:
    made = json.loads(post.gm("post", "table", "--labels", "3x7", "--used", "2", "--json").out)
    sheet = PdfReader(BytesIO((post.folder / made["file"]).read_bytes())).pages[0]
    text, where = sheet.extract_text(), {}

    def note(said: str, to_page: list[float], at: list[float], *_: object) -> None:
        x, y = (at[4] * to_page[i] + at[5] * to_page[i + 2] + to_page[i + 4] for i in (0, 1))
        where.update({player: (x / MM, 297 - y / MM) for player, home in HOMES.items() if home[0] in said})

    sheet.extract_text(visitor_text=note)
    for number, player in enumerate(HOMES, 2):  # two labels are gone
        x, y = where[player]
        assert 0 < x - (7.25 + 66 * (number % 3)) < 63.5
        assert 0 < y - (15.15 + 38.1 * (number // 3)) < 38.1
    assert all(text.count(line) == 1 for home in HOMES.values() for line in home)
    assert text.count("Little Snoring") == len(made["slips"]) == len(HOMES)


def test_on_both_sides_nothing_stands_behind_a_slip(race: Desk) -> None:
    made = json.loads(race.gm("post", "--duplex", "--json").out)
    texts = pages(race.folder / made["file"])
    for number, text in enumerate(texts):
        if re.search(r"^\d[A-Z]$", text, re.MULTILINE):
            behind = texts[number + 1] if number + 1 < len(texts) else ""
            assert number % 2 == 0
            assert len(behind.split()) <= 3, behind  # a reader's name and a number at its foot


def test_mail_ends_with_who_is_to_be_sent_by_post_and_mails_none_of_them(post: Desk) -> None:
    ran = post.gm("mail", "table")
    assert "1 message is in the outbox" in ran.out
    assert ran.out.splitlines()[-1].startswith("By post: Bob Grey, Carol Grey, Dave Grey.")
    assert [path.name for path in (post.folder / "outbox").iterdir() if "alice" not in path.name] == []
    assert "By post: Bob Grey" in post.gm("mail", "--files").out.splitlines()[-1]


def test_mail_that_is_refused_ends_so_too(post: Desk) -> None:
    post.gm("mail", "table")
    again = post.gm("mail", "table", code=1)
    assert "is in the outbox already" in again.err
    assert again.err.splitlines()[-1].strip().startswith("By post: Bob Grey, Carol Grey, Dave Grey.")
    nowhere = post.gm("mail", "--send", code=1)
    assert "names no smtp server" in nowhere.err
    assert nowhere.err.splitlines()[-1].strip().startswith("By post: ")
    assert "By post" not in post.gm("mail", "nothing", code=1).err


def test_who_wants_paper_gets_no_reminder(post: Desk) -> None:
    assert "alice" in post.gm("remind", "table").out
    assert "carol" not in post.gm("mail", "--files").out
    assert all("carol@" not in path.read_text() for path in (post.folder / "outbox").iterdir())


def test_nobody_else_can_open_the_document_and_it_is_written_over_nothing_but_itself(
    post: Desk, tmp_path: Path
) -> None:
    mine, post_to = post.write("mine.pdf", "my own"), tmp_path / "to.pdf"
    for _ in range(2):
        post.gm("post", "--to", post_to)
    assert stat.S_IMODE(post_to.stat().st_mode) == 0o600
    assert post_to.read_bytes().startswith(b"%PDF")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["to.pdf"]
    for path in (mine, post.folder / "zine.db", post.folder / "players.yaml"):
        before = path.read_bytes()
        assert "is there already" in post.gm("post", "--to", path, code=1).err
        assert path.read_bytes() == before


def test_what_people_write_is_only_ever_text(post: Desk) -> None:
    odd = r"Bob #panic() *x* $y$ \\ @z <b> `q`"
    post.write(
        "players.yaml", address_book().replace("Bob Grey", f'"{odd}"').replace("12 High Street", '"12 #image(1)"')
    )
    text = "".join(pages(post.folder / json.loads(post.gm("post", "--json").out)["file"]))
    assert "12 #image(1)" in text
    assert "#panic()" in text


def test_what_lies_where_it_would_go_by_itself_is_kept_beside(post: Desk) -> None:
    post.write("post/table-turn-00.pdf", "my own")
    assert "is kept as post/table-turn-00.yours.pdf" in post.gm("post").err
    assert (post.folder / "post/table-turn-00.yours.pdf").read_text() == "my own"


def test_a_folder_is_no_file_and_an_unknown_sheet_is_named_with_those_there_are(post: Desk, tmp_path: Path) -> None:
    before = post.files()
    assert "is a folder" in post.gm("post", "--to", tmp_path, code=1).err
    assert "there is no folder" in post.gm("post", "--to", tmp_path / "no" / "x.pdf", code=1).err
    assert "3x7" in post.gm("post", "--labels", "9x9", code=1).err
    assert "us-letter" in post.gm("post", "--paper", "a3", code=1).err
    assert "from 0 to 20" in post.gm("post", "--labels", "3x7", "--used", "21", code=1).err
    assert post.files() == before


def test_where_everybody_has_mail_there_is_nothing_to_print(post: Desk) -> None:
    post.write(
        "players.yaml", re.sub(r", by: post", "", address_book()).replace("Bob Grey", "Bob Grey, mail: b@example.org")
    )
    assert "nothing to print" in post.gm("post").out
    assert not (post.folder / "post").exists()


def test_an_address_that_is_missing_is_told_and_the_packet_is_printed(post: Desk) -> None:
    post.write("players.yaml", address_book().replace("post: [12 High Street, Upper Slaughter]", "language: en"))
    post.write("zine.yaml", ZINE.replace("post:", "# post:"))
    out = post.gm("post").out
    assert "No postal address (post: in the players' file): Bob Grey." in out
    assert "write post: into zine.yaml" in out


def test_a_table_of_players_has_columns_for_it(desk: Desk) -> None:
    (desk.folder / "players.yaml").unlink()
    rows = 'id,name,mail,language,post,by\nbob,Bob Stone,,en,"12 High Street\nUpper Slaughter",\n'
    desk.write("players.csv", rows + 'cora,Cora Lee,c@example.org,de,"Am Markt 3, Freiburg",post\n')
    bob, cora = read_players(desk.folder).values()
    assert (bob.post, bob.by_post) == (("12 High Street", "Upper Slaughter"), False)
    assert (cora.post, cora.by_post) == (("Am Markt 3", "Freiburg"), True)


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("by: pigeon", "by mail or by post, not by pigeon"),
        ("post: {street: x}", "in lines"),
        (f"post: {'x' * 61}", "too long"),
    ],
)
def test_what_is_no_address_is_refused(post: Desk, about: str, said: str) -> None:
    post.write("players.yaml", f"bob: {{name: Bob, {about}}}\n")
    assert said in post.gm("away", "bob", "--until", "2026-12-01", code=1).err
