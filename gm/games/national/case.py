"""A turn on one page: for rules questions, and for the tests that answer them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gm.core.casepage import SeatedReader
from gm.core.dice import Dice
from gm.core.names import find
from gm.core.play import Case, Raw, Remark
from gm.core.sections import one_of
from gm.core.words import either, sentence, write
from gm.games.national.betting import lined_up
from gm.games.national.course import BECHERS, FINISH, LANES, is_open
from gm.games.national.decks import DECKS
from gm.games.national.field import BOXES, CAPS, GOING, LOTS, MONEY, NAMES, WIN, going_called, name_of
from gm.games.national.meeting import (
    ANTE_POST,
    BETTING,
    LEADING,
    MOST_STABLES,
    RACE,
    SALE,
    Bet,
    Meeting,
    Runner,
    stable_names,
)
from gm.games.national.options import Options
from gm.games.national.race import shuffled
from gm.games.national.sale import unsold

_KEYS = (
    "phase", "players", "sale", "money", "stables", "orders", "options", "bets", "going", "start", "round", "home",
    "horses", "decks", "shuffles", "turn",
)  # fmt: skip
_PHASES = (SALE, ANTE_POST, BETTING, RACE)
_OUT = ("fell", "lapped", "spent", "retired")
_YES, _NO = ("yes", "true"), ("no", "false")


def case(page: Mapping[str, Raw]) -> Case[Meeting] | list[Remark]:
    reader = _Reader(page, _KEYS, (2, MOST_STABLES))  # N1
    meeting = reader.meeting(reader.options(Options), reader.seats)
    return reader.case(meeting, "{bids: none}")


class _Reader(SeatedReader):
    """What a case of any phase has, and what only some have."""

    def meeting(self, options: Options, seats: Sequence[str]) -> Meeting:
        phase = self.word("phase", _PHASES, SALE)
        stables = self.stables(seats, phase)
        money, bets = self.known("money", seats), self.known("bets", seats)
        meeting = Meeting(
            options,
            tuple(seats),
            stables,
            tuple(self.whole("money", money[seat], MONEY) if seat in money else MONEY for seat in seats),
            tuple(self.bets(bets.get(seat)) for seat in seats),
            phase,
            self.number("turn", 1),
            self.number("sale", 1),
            lots=() if phase != SALE else LOTS,
            left=options.rounds,
        )
        if phase == SALE:
            meeting = replace(meeting, lots=unsold(meeting))
        return meeting if phase in (SALE, ANTE_POST) else self.off(meeting)

    def word(self, key: str, words: Sequence[str], default: str) -> str:
        raw = self.page.get(key)
        found = find(raw, words) if isinstance(raw, str) else None
        self.want(found is not None, sentence("this cannot be the {key}", key=key), key, write(str(either(words))))
        return found or default

    def flag(self, what: str, raw: Raw) -> bool:
        word = str(raw).strip().casefold()
        if word not in (*_YES, *_NO):
            self.wrong(sentence("{key} is yes or no", key=what), write(f"{what}: no"), raw)
        return word in _YES

    def lot(self, name: Raw) -> int:
        nobody = sentence("there is no horse called {name}", name=str(name)[:40])
        return NAMES.index(self.read(one_of, name, NAMES, nobody, "", default=NAMES[0])) + 1

    def stables(self, seats: Sequence[str], phase: str) -> tuple[tuple[int, ...], ...]:
        names = stable_names(seats, max(0, MOST_STABLES - len(seats)))
        found = self.known("stables", names)
        houses = sum(name in found for name in names[len(seats) :])
        self.want(phase != SALE or not houses, sentence("the house has no horses before the sale is over"), "stables")
        gaps = any(name not in found for name in names[: len(seats) + houses] if name not in seats)
        self.want(not gaps, sentence("the house stables are counted from 1"), "stables")
        kept = [found.get(name) or [] for name in names[: len(seats) + houses]]
        lots = tuple(tuple(self.lot(name) for name in (each if isinstance(each, list) else [each])) for each in kept)
        self.boxes(dict(zip(names, lots, strict=False)))
        self.want(phase == SALE or any(lots), sentence("no horse runs"), "stables")
        return lots

    def boxes(self, stables: Mapping[str, Sequence[int]]) -> None:
        """N1: four, and a horse in each."""
        every = [lot for lots in stables.values() for lot in lots]
        for name, lots in stables.items():
            full = sentence("a stable has four boxes, and {stable} has {many} horses", stable=name, many=len(lots))
            self.want(len(lots) <= BOXES, full, "stables")
        for lot in sorted({lot for lot in every if every.count(lot) > 1}):
            self.want(False, sentence("{horse} stands in two boxes", horse=name_of(lot)), "stables")

    def bets(self, raw: Raw) -> tuple[Bet, ...]:
        found = [self.bet(each) for each in (raw if isinstance(raw, list) else [raw]) if each]
        return tuple(sorted(found, key=lambda bet: (not bet.ante_post, bet.horse, bet.on != WIN)))

    def bet(self, raw: Raw) -> Bet:
        if not isinstance(raw, Mapping) or not {"horse", "on", "stake", "odds"} <= set(raw):
            example = "{horse: Odd Sock, on: place, stake: 10000, odds: 25}"
            self.wrong(sentence("a bet has horse, on, stake and odds"), write(example), raw)
            return Bet(1, WIN, 0, 0)
        on = self.read(one_of, raw["on"], ("win", "place"), sentence("a bet is on win or place"), "", default=WIN)
        stake, odds = self.whole("stake", raw["stake"]), self.whole("odds", raw["odds"])
        return Bet(self.lot(raw["horse"]), on, stake, odds, self.flag("ante_post", raw.get("ante_post", "no")))

    # Once the going is known

    def off(self, meeting: Meeting) -> Meeting:
        """What is not on the page is as the seed draws it."""
        dice = Dice(str(self.page.get("seed", "")).strip())
        names = [each.name for each in GOING]
        going = going_called(self.word("going", names, names[0]))
        draw = dice.stream("draw")
        start = tuple(draw.below(len(meeting.stables)) for _ in CAPS)
        meeting = replace(meeting, going=going, start=self.start(meeting) or start)
        shuffles = dict.fromkeys(DECKS, 1) | {
            deck: self.whole("shuffles", raw, 1) for deck, raw in self.known("shuffles", list(DECKS)).items()
        }
        self.want(all(shuffles.values()), sentence("every deck has been shuffled once at least"), "shuffles")
        decks = self.known("decks", list(DECKS))
        meeting = replace(
            meeting,
            runners=self.runners(lined_up(meeting)),
            round=self.number("round", 1),
            shuffles=shuffles,
            decks={
                deck: self.deck(deck, decks[deck]) if deck in decks else tuple(shuffled(deck, shuffles[deck], dice))
                for deck in DECKS
            },
        )
        return self.under_way(meeting)

    def start(self, meeting: Meeting) -> tuple[int, ...]:
        raw = self.items("start")
        nobody = sentence("start names the stable in lane 1 for each of the four caps")
        self.want(len(raw) in (0, len(CAPS)), nobody, "start")
        found = [self.read(one_of, name, meeting.names, nobody, "", default=meeting.names[0]) for name in raw]
        return tuple(map(meeting.names.index, found)) if len(found) == len(CAPS) else ()

    def deck(self, deck: str, raw: Raw) -> tuple[str, ...]:
        cards = [card.id for card in DECKS[deck]]
        listed = raw if isinstance(raw, list) else [raw] if raw else []
        return tuple(self.card(each, deck, cards) for each in listed)

    def card(self, raw: Raw, deck: str, cards: Sequence[str]) -> str:
        nobody = sentence("there is no card {card} in the deck {deck}", card=str(raw)[:20], deck=deck)
        return self.read(one_of, raw, cards, nobody, "", default=cards[0])

    def runners(self, lined_up: Mapping[int, Runner]) -> dict[int, Runner]:
        found = self.known("horses", [name_of(lot) for lot in lined_up])
        runners = {lot: self.runner(each, found.get(name_of(lot))) for lot, each in lined_up.items()}
        spots = [each.spot for each in runners.values() if each.running and each.square]
        self.once(spots, sentence("two horses stand on one square"), "horses")
        return runners

    def runner(self, fresh: Runner, raw: Raw) -> Runner:
        if not raw:
            return fresh
        if not isinstance(raw, Mapping):
            self.wrong(sentence("a horse has square, lane and points"), write("{square: 3, lane: 1, points: 50}"), raw)
            return fresh
        values = {key: self.value(key, each) for key, each in raw.items() if key in Runner.__slots__}
        for key in raw:
            if key not in Runner.__slots__:
                self.wrong(sentence("a horse has no {key}", key=key), about=key)
        runner = replace(fresh, **values)
        if runner.place is not None:
            runner = replace(runner, square=FINISH)
        self.stands(runner, raw)
        return runner

    def value(self, key: str, raw: Raw) -> Any:
        blank = raw is None or str(raw).strip().casefold() in ("", "null", "none")
        if key == "miss":
            return self.flag(key, raw)
        if key in ("hold", "out", "place") and blank:
            return None
        if key == "out":
            return self.read(one_of, raw, _OUT, sentence("a horse cannot be out so"), "", default=_OUT[0])
        return self.whole(key, raw, 1)

    def stands(self, runner: Runner, about: Raw) -> None:
        """Can it be there?"""
        there = runner.place is not None or (runner.square < FINISH and is_open(runner.square, runner.lane))
        if not there or runner.lane not in LANES:
            self.wrong(sentence("there is no such square in that lane"), about=about)
        if runner.out and runner.place:
            self.wrong(sentence("a horse cannot be like that"), about=about)

    def under_way(self, meeting: Meeting) -> Meeting:
        placed = {each.place: lot for lot, each in meeting.runners.items() if each.place}
        gapless = sorted(placed) == list(range(1, len(placed) + 1))
        self.want(gapless, sentence("places begin at 1 and have no gaps"), "horses")
        past = any(each.square > BECHERS for each in meeting.runners.values())
        finishers = tuple(placed[place] for place in sorted(placed))
        enough = meeting.options.finish == "fourth" and len(finishers) >= LEADING
        self.want(bool(meeting.running) and not enough, sentence("the race is over"), "horses")
        home = self.flag("home", self.page["home"]) if "home" in self.page else False
        return replace(meeting, home=home or past, finishers=finishers)
