"""A meeting at a real desk: four stables that are known, brought as far as a test wants it."""

from tests.conftest import Desk

STABLES = {
    "alice": ("Brown Sugar", "Gun Metal", "Copper Kite", "Odd Sock"),
    "bob": ("Tidal Bore", "Slate Roof", "Late Bus", "Quarryman"),
    "carol": ("Harbour Lantern", "Penny Whistler", "Second Post", "Dusty Mitre"),
    "dave": ("Bramble Jack", "Village Pump", "Kettledrum Lad", "Turnpike Tom"),
}
TURNS = {"sale": 1, "ante-post": 2, "betting": 3, "race": 4}
LONE = "60"  # whoever bids alone pays the reserve


def opened(desk: Desk, more: str = "") -> Desk:
    """Before the sale; there is only one."""
    desk.write(
        "games/aintree.yaml", f"rules: national\nentrants: [alice, bob, carol, dave]\noptions: {{sales: 1}}\n{more}"
    )
    desk.gm("start", "aintree")
    return desk


def brought_to(desk: Desk, phase: str, more: str = "") -> Desk:
    """At the beginning of a phase, with four horses in every box and nothing staked."""
    opened(desk, more)
    for turn in range(1, TURNS[phase]):
        for player, horses in STABLES.items():
            bids = "".join(f"  {horse}: {LONE}\n" for horse in horses)
            page(desk, player, turn, f"bids:\n{bids}" if turn == 1 else "bets: none\n")
        desk.gm("take")
        desk.gm("run", "aintree", "--now")
    return desk


def page(desk: Desk, player: str, turn: int, part: str) -> None:
    """In the inbox."""
    desk.pages += 1
    desk.write(f"inbox/{desk.pages:04}.yaml", f"game: aintree\nturn: {turn}\nplayer: {player}\n{part}")
