"""The whole cycle, command by command, for every game."""

import email
import email.policy
import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from gm import games
from gm.core.dice import Dice
from gm.desk.desk import match_of, open_desk
from gm.desk.turns import status
from gm.store.outbox import Outbox
from tests.conftest import Desk
from tests.contract.samples import NAMES, SEATS, file_of

ZINE = "title: Z\neditor: E\nlanguages: [en, de, fr, it]\nmail: {from: Z <zine@example.org>, reply_to: o@example.org}\n"
GAME = "sample"


def people() -> str:
    tongues = ("en", "de", "fr", "it")
    return "".join(
        f"{seat}: {{name: {seat.title()} Grey, mail: {seat}@example.org, language: {tongues[at % 4]}}}\n"
        for at, seat in enumerate(SEATS)
    )


@pytest.fixture
def zine(desk: Desk) -> Desk:
    desk.write("zine.yaml", ZINE)
    desk.write("players.yaml", people())
    return desk


def pages(desk: Desk) -> dict[str, str]:
    """What simple players order now."""
    with open_desk(desk.folder, desk.now) as at:
        match = match_of(at, GAME)
        parts = {
            seat: match.game.improvise(match.state, seat, Dice(f"{seat} {match.turn}"))
            for seat in status(at, GAME).missing
        }
        head = f"game: {GAME}\nturn: {match.turn}\n"
    return {
        seat: f"{head}player: {seat}\n" + "".join(f"{key}: {json.dumps(value)}\n" for key, value in part.items())
        for seat, part in parts.items()
    }


def letters(desk: Desk, folder: str = "outbox") -> list[EmailMessage]:
    found = sorted(Path(desk.folder / folder).glob("*.eml"))
    return [email.message_from_bytes(each.read_bytes(), policy=email.policy.default) for each in found]


def one_turn(desk: Desk) -> None:
    for seat, text in pages(desk).items():
        desk.write(f"inbox/{seat}.yaml", text + "press: Up with us!\n")
    desk.gm("take")
    desk.gm("run", GAME)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_new_game_can_be_started_as_it_is_written_or_says_what_is_missing(zine: Desk, name: str) -> None:
    zine.gm("new", GAME, "--rules", name)
    text = (zine.folder / f"games/{GAME}.yaml").read_text(encoding="utf-8")
    assert f"rules: {name}" in text
    assert "commitment" in text
    ran = zine.gm("start", GAME, code=None)
    assert ran.code == 0 or f"{GAME}.yaml:" in ran.err


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_command_works_from_the_start_to_the_end(zine: Desk, name: str) -> None:
    zine.write(f"games/{GAME}.yaml", file_of(name))
    zine.gm("start", GAME)
    zine.gm("status")
    first = pages(zine)
    for seat, text in first.items():
        zine.gm("check", zine.write(f"{seat}.yaml", text))
    zine.gm("remind", GAME)
    for _ in range(2):
        one_turn(zine)
    zine.gm("undo", GAME)
    zine.gm("redo", GAME)
    zine.gm("extend", GAME, "--to", "2027-06-01 20:00")
    for reader in ((), *(("--for", seat) for seat in first)):
        for format in ("txt", "html", "json"):
            assert zine.gm("report", GAME, *reader, "--format", format).out
    zine.gm("mail", GAME)
    assert len(letters(zine)) >= len(first)
    zine.gm("issue", "--pdf")
    assert (zine.folder / "issues/issue-001/issue.pdf").read_bytes().startswith(b"%PDF")
    zine.gm("site", "--to", zine.folder / "site")
    assert list((zine.folder / f"site/games/{GAME}").glob("turn-*.html"))
    while not json.loads(zine.gm("status", GAME, "--json").out)["over"]:
        one_turn(zine)
    zine.gm("issue")
    zine.gm("site", "--to", zine.folder / "site")
    assert ("secret" in zine.gm("report", GAME).out) == games.load(name).deals


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_an_order_that_comes_by_mail_is_answered(zine: Desk, name: str) -> None:
    zine.write(f"games/{GAME}.yaml", file_of(name))
    zine.gm("start", GAME)
    seat, text = next(iter(pages(zine).items()))
    token = zine.gm("report", GAME, "--for", seat).out.partition("token: ")[2].split()[0]
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"{seat}@example.org", "o@example.org", "My order"
    mail["Message-ID"], mail["Date"] = "<1@example.org>", "Mon, 16 Nov 2026 11:00:00 +0000"
    mail.set_content(text + f"token: {token}\n")
    zine.gm("take", zine.write("order.eml", mail.as_bytes()))
    with open_desk(zine.folder, zine.now) as at:
        box = Outbox(at.store)
        (answer,) = box.in_state("ready")
        said = email.message_from_bytes(box.content(answer.id), policy=email.policy.default)
    assert said["In-Reply-To"] == "<1@example.org>"
    body = said.get_body(("plain",))
    assert body
    assert GAME in str(body.get_content())
    zine.gm("run", GAME, "--now")
    assert token not in zine.gm("report", GAME).out
