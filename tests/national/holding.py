"""What holds after every turn of the Grand National board game, whoever resolved it."""

from __future__ import annotations

from typing import Any

from tests.national.box import CAPS, DECKS, ELBOW, FINISH, POINTS, PRIZES, RESERVE
from tests.national.ring import bets_of, money_of, stables_of

Page = dict[str, Any]


def what_holds(page: Page, result: Page) -> None:
    {"sale": after_a_sale, "race": after_a_round}.get(page["phase"], after_bets)(page, result)


def after_a_sale(page: Page, result: Page) -> None:
    """Money goes to the bank and nowhere else, and every horse is in one stable at most."""
    before, had = money_of(page), stables_of(page)
    paid = dict.fromkeys(page["players"], 0)
    bought: dict[str, list[str]] = {player: list(had[player]) for player in page["players"]}
    for lot in [lot for lot in result["lots"] if lot["to"]]:
        limits = sorted(lot["limits"].values())
        assert RESERVE[lot["horse"]] <= lot["price"] <= lot["limits"][lot["to"]] == limits[-1]
    for horse, player, price in [
        *((lot["horse"], lot["to"], lot["price"]) for lot in result["lots"] if lot["to"]),
        *((given["horse"], given["player"], given["price"]) for given in result["given"]),
    ]:
        paid[player] += price
        bought[player].append(horse)
    for player in page["players"]:
        assert result["money"][player] == before[player] - paid[player] >= 0
        assert result["stables"][player] == bought[player]
        assert len(bought[player]) <= CAPS
        assert result["next"] == "sale" or len(bought[player]) == CAPS
    every = [horse for stable in result["stables"].values() for horse in stable]
    assert len(every) == len(set(every))
    assert [lot["to"] for lot in result["lots"] if not lot["limits"] and lot["to"]] == []


def after_bets(page: Page, result: Page) -> None:
    """What left a purse lies on a horse."""
    before, staked = money_of(page), bets_of(page)
    for player in page["players"]:
        more = sum(bet["stake"] for bet in result["bets"][player]) - sum(bet["stake"] for bet in staked[player])
        assert result["money"][player] == before[player] - more >= 0
        assert sum(bet["ante_post"] for bet in result["bets"][player]) <= 1


def after_a_round(page: Page, result: Page) -> None:
    horses = result["horses"]
    running = [told for told in horses.values() if told["out"] is None and told["place"] is None]
    spots = [(told["square"], told["lane"]) for told in running if told["square"]]
    assert len(spots) == len(set(spots)), "one horse a square"
    for told in horses.values():
        assert 0 <= told["points"] <= POINTS[page["going"]]
        assert told["lane"] in range(1, 7)
        assert told["square"] < ELBOW or told["lane"] > 2 or told["out"] or told["place"]
        assert (told["square"] == FINISH) == (told["place"] is not None)
    assert (
        max((told["square"] for told in running), default=0) - min((told["square"] for told in running), default=0) < 60
    )
    moves_are_sound(result)
    cards_are_conserved(page, result)
    assert [horses[name]["place"] for name in result["finishers"]] == list(range(1, len(result["finishers"]) + 1))
    the_end_is_paid_for(page, result, bool(running))


def moves_are_sound(result: Page) -> None:
    for move in result["moves"]:
        assert move["to"][0] >= move["from"][0]
        assert 0 <= move["paid"] <= (move["speed"] or 0) <= 8
        assert (move["did"] == "ran") == (move["paid"] > 0)
        assert (move["speed"] is None) == (move["did"] in ("missed", "spent", "retired"))
        assert move["did"] == "ran" or move["to"] == move["from"]


def cards_are_conserved(page: Page, result: Page) -> None:
    shuffles = page.get("shuffles") or {}
    for name, whole in DECKS.items():
        drawn = [line["card"] for move in result["moves"] for line in move["log"] if line.get("deck") == name]
        again = result["shuffles"][name] - int(shuffles.get(name, 1))
        given = (page.get("decks") or {}).get(name)
        assert sorted([*drawn, *result["decks"][name]]) == sorted(
            [*(whole if given is None else given), *whole * again]
        )


def the_end_is_paid_for(page: Page, result: Page, some_run: bool) -> None:
    """Whatever somebody has now, they had before or received from the bank."""
    before, bets = money_of(page), bets_of(page)
    four = page["options"].get("finish", "fourth") == "fourth" and len(result["finishers"]) >= 4
    assert result["over"] == (four or not some_run)
    received = result["settled"] or {player: [] for player in page["players"]}
    for player in page["players"]:
        assert result["money"][player] == before[player] + sum(each["paid"] for each in received[player])
        if result["over"]:
            assert [each["horse"] for each in received[player] if "bet" in each] == [
                bet["horse"] for bet in bets[player]
            ]
    prizes = [each["paid"] for told in received.values() for each in told if "prize" in each]
    assert sum(prizes) <= sum(PRIZES)
    best = max(result["money"].values())
    richest = [player for player in page["players"] if result["money"][player] == best]
    assert result["winners"] == (sorted(richest) if result["over"] else [])
