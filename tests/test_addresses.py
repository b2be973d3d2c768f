"""A new address, a new token: what counts from now on, and what no longer does."""

import pytest

from gm.desk.desk import open_desk
from gm.store.outbox import Outbox
from tests.conftest import Desk
from tests.test_people import PLAYERS, mailed, page, run, token_of
from tests.test_people import zine as zine  # a fixture


def test_a_new_address_counts_and_the_old_one_needs_the_token(zine: Desk) -> None:
    zine.gm("mail", "race")
    file = (zine.folder / "players.yaml").read_bytes()
    said = zine.gm("address", "alice", "alice@new.example", "--json").lines[0]
    assert (said["address"], said["instead_of"]) == ("alice@new.example", "alice@example.org")
    assert (zine.folder / "players.yaml").read_bytes() == file
    order = page("alice", 1, "{1: 5, 2: 5}")
    assert mailed(zine, "alice@example.org", order)["verdict"] == "held"
    assert mailed(zine, "alice@new.example", order)["verdict"] == "taken"
    assert "To: Alice Grey <alice@new.example>" in zine.gm("mail", "--show", "alice").out
    with open_desk(zine.folder, zine.now) as at:
        sent = [row.address for row in Outbox(at.store).in_state("ready") if row.player == "alice"]
    assert set(sent) == {"alice@new.example"}


def test_the_file_wins_once_it_changes(zine: Desk) -> None:
    zine.gm("address", "alice", "alice@new.example")
    zine.write("players.yaml", PLAYERS.replace("Alice Grey", "Alice Green"))
    assert mailed(zine, "alice@new.example", page("alice", 1, "{1: 5, 2: 5}"))["verdict"] == "taken"
    zine.write("players.yaml", PLAYERS.replace("alice@example.org", "[alice@third.example, alice@work.example]"))
    assert mailed(zine, "alice@new.example", page("alice", 1, "{1: 6, 2: 5}"))["verdict"] == "held"
    assert mailed(zine, "alice@third.example", page("alice", 1, "{1: 7, 2: 5}"))["verdict"] == "taken"
    zine.gm("address", "alice", "alice@fourth.example")
    assert mailed(zine, "alice@work.example", page("alice", 1, "{1: 8, 2: 5}"))["verdict"] == "taken"


@pytest.mark.parametrize(
    "address", ["alice", "a b@c.de", "a@b", "a@b.de\nBcc: x@y.de", "Alice <a@b.de>", "a..b@c.de", ""]
)
def test_what_is_no_address_is_refused(zine: Desk, address: str) -> None:
    assert "is no address" in zine.gm("address", "alice", address, code=1).err


def test_a_new_token_kills_the_old_one_at_once(zine: Desk) -> None:
    old = token_of(zine, "alice")
    said = zine.gm("token", "alice", "--new").out
    new = token_of(zine, "alice")
    assert new != old
    assert new not in said
    order = page("alice", 1, "{1: 5, 2: 5}")
    assert mailed(zine, "somebody@example.org", order + f"token: {old}\n")["verdict"] == "held"
    assert mailed(zine, "somebody@example.org", order + f"token: {new}\n")["verdict"] == "taken"
    run(zine, 1)
    assert new in zine.gm("report", "race", "--for", "alice").out
    assert "--new" in zine.gm("token", "alice", code=2).err
    assert "no player called zoe" in zine.gm("token", "zoe", "--new", code=1).err
    assert "no token" in zine.gm("token", "dave", "--show", code=1).err
