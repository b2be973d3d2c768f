"""N42, at a real desk: what one stable hides is in no file that anybody else gets, on no page of site or issue."""

import re
from collections.abc import Iterator

from tests.conftest import Desk
from tests.national.atdesk import STABLES, opened, page

LIMIT, STAKE, WHEN, STANDS = 170, 80, 77, 78  # numbers that stand nowhere else in this game
BIDS = {player: dict.fromkeys(horses, 60) for player, horses in STABLES.items()}


def secret_turns(desk: Desk) -> Iterator[int]:
    """Bob bids more than he pays, bets most of his purse, and rides by conditions; the others do nothing of that kind."""
    parts = {
        1: f"bids: {BIDS['bob'] | {'Quarryman': LIMIT}}",
        2: "bets: none",
        3: f"bets: {{Odd Sock: {STAKE} place}}",
        4: f"ride: {{Tidal Bore: [{{when: {{round: {WHEN}}}, ride: 7}}, 4]}}\nstanding: {{Late Bus: [{{when: {{round: {STANDS}}}, ride: 7}}, 4]}}",
        5: "press: He bites.",
    }
    for turn, part in parts.items():
        page(desk, "bob", turn, f"{part}\n")
        for player in ("alice", "carol", "dave"):
            page(
                desk,
                player,
                turn,
                f"bids: {BIDS[player]}\n" if turn == 1 else "bets: none\n" if turn < 4 else "press: No.\n",
            )
        desk.gm("take")
        desk.gm("run", "aintree", "--now")
        yield turn


def seen_by_others(desk: Desk) -> Iterator[tuple[str, str]]:
    """Every file beside bob's own, and what was sent in."""
    for name, data in desk.files().items():
        if (
            "bob" not in name
            and not name.endswith((".png", ".pdf"))
            and not name.startswith(("inbox", "taken", "games", "backups"))
            and "/forms/" not in name
        ):
            yield name, data.decode("utf-8", "replace")
    for player in ("alice", "carol", "dave"):
        yield (
            f"form of {player}",
            "".join(data.decode() for name, data in desk.files().items() if "/forms/" in name and player in name),
        )


def tells(text: str, number: int) -> bool:
    return re.search(rf"(?<![0-9A-Za-z.,#-]){number}(?:[.,  ]?000)?(?![0-9A-Za-z%])", text) is not None


def test_limits_bets_purses_and_rides_are_told_to_nobody_else(desk: Desk) -> None:
    opened(desk)
    for turn in secret_turns(desk):
        desk.gm("issue")
        desk.gm("site")
        for name, text in seen_by_others(desk):
            words = re.sub(r"<svg.*?</svg>|<style.*?</style>|<script.*?</script>", "", text, flags=re.DOTALL)
            for number, what in ((LIMIT, "limit"), (WHEN, "condition"), (STANDS, "standing ride")):
                assert not tells(words, number), (turn, name, what)
            if turn >= 3:
                assert not re.search(rf"{STAKE}[.,  ]?000", words), (turn, name, "stake")
    own = (desk.folder / "issues/aintree/turn-03/bob.txt").read_text(encoding="utf-8")
    assert f"£{STAKE},000 on Odd Sock for a place" in own
    assert "You have £10,000." in own


def test_everybody_finds_their_stable_at_the_head_of_their_report(desk: Desk) -> None:
    opened(desk)
    heads = {
        1: ["Bob Grey, blue", "You have £90,000.", "Your horses: Tidal Bore, Slate Roof, Late Bus, Quarryman."],
        3: ["Your bets: £80,000 on Odd Sock for a place at", "Tidal Bore: at the start; square 0, lane", "Round 1 of the race."],
        4: ["Tidal Bore: ", "of 16 in running; square", "Your orders for turn 5 are awaited."],
    }  # fmt: skip
    for turn in secret_turns(desk):
        text = (desk.folder / f"issues/aintree/turn-{turn:02}/bob.txt").read_text(encoding="utf-8")
        head = " ".join(text.partition("WHAT YOUR ORDER DID")[0].split())
        html = (desk.folder / f"issues/aintree/turn-{turn:02}/bob.html").read_text(encoding="utf-8")
        (mine,) = re.findall(r'<section class="you">(.*?)</section>', html, re.DOTALL)
        for each in heads.get(turn, ()):
            assert each in head, (turn, each)
            assert each.startswith("Your orders") or each in " ".join(re.sub("<[^>]*>", " ", mine).split()), (
                turn,
                each,
            )
