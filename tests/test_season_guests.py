"""People who were entered at the door by name alone: players without an address, until players.yaml has them."""

from gm.desk.desk import open_desk
from gm.store.seasons import EntryRow, Seasons
from tests.conftest import NOW, Desk


def test_a_guest_is_a_player_everywhere_until_the_file_has_them(desk: Desk) -> None:
    desk.gm("new", "cup", "--season", "tables")
    with open_desk(desk.folder, NOW) as at, at.store.writing():
        Seasons(at.store).add_entry("cup", EntryRow("zoe-quick", "in", 1, name="Zoe Quick"), at.stamp)
        at.deeds.will("")
    with open_desk(desk.folder, NOW) as at:
        assert at.zine.players["zoe-quick"].name == "Zoe Quick"
        assert not at.zine.players["zoe-quick"].mail
    desk.write("players.yaml", "Zoe-Quick: {name: Zoe Q, mail: zoe@example.org}\n")
    with open_desk(desk.folder, NOW) as at:
        assert [(each.id, each.mail) for each in at.zine.players.values()] == [("Zoe-Quick", ("zoe@example.org",))]
