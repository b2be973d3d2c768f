"""What is in the box of the Grand National board game, as the second adjudicator has it: in a shorthand of its own."""

CAPS = 4  # N1: red, black, white, blue
MONEY, STEP = 250_000, 10_000
PRIZES = [250_000, 100_000, 50_000, 30_000]
GOINGS = ["firm", "good to firm", "good", "good to soft", "soft", "heavy"]  # N13
POINTS = dict(zip(GOINGS, [64, 62, 60, 58, 56, 54], strict=True))

# In the order of the lots. Every six of them have the reserves 60,000 to 10,000 and the handicaps 5 to 0.
_HORSES = """
    Brown Sugar/good, Gun Metal/mud, Copper Kite/fast, Bramble Jack/any, Borrowed Umbrella/soft, Rusty Anchor/mud,
    Tidal Bore/mud, Northern Proof/any, Saltmarsh Sam/soft, Slate Roof/good, Wicket Keeper/fast, Village Pump/good,
    Harbour Lantern/fast, Kettledrum Lad/good, Penny Whistler/any, Ferryman's Fee/soft, Cold Porridge/mud, Late Bus/fast,
    Sixpenny March/soft, Parson's Folly/fast, Marsh Warden/mud, Lamplighter Joe/fast, Hedge Sparrow/any, Second Post/soft,
    Quarryman/any, Velvet Ledger/soft, Old Almanac/good, Dusty Mitre/mud, Turnpike Tom/good, Odd Sock/any
"""
_ADDS = {
    "fast": (2, 2, 1, 1, -1, -1),
    "good": (1, 2, 2, 1, 0, 0),
    "any": (1, 0, 1, 2, 2, 0),
    "soft": (0, -1, 1, 2, 2, 2),
    "mud": (-1, 0, 0, 1, 2, 2),
}
_BRED = [each.strip().split("/") for each in _HORSES.split(",")]
HORSES = [name for name, _ in _BRED]
LOT = {name: lot for lot, name in enumerate(HORSES, start=1)}
RESERVE = {name: 60_000 - (lot - 1) % 6 * 10_000 for name, lot in LOT.items()}
HANDICAP = {name: RESERVE[name] // 10_000 - 1 for name in HORSES}
ADDS = {name: dict(zip(GOINGS, _ADDS[likes], strict=True)) for name, likes in _BRED}

# Odds to one: to win, for a place.
ANTE_POST = {60_000: (12, 3), 50_000: (20, 5), 40_000: (28, 7), 30_000: (40, 10), 20_000: (66, 16), 10_000: (100, 25)}
PRICES = {  # by the handicap on the day: where the going adds 2 or more, 1, less
    7: ((6, 2), (7, 2), (8, 2)),
    6: ((10, 3), (12, 3), (14, 4)),
    5: ((16, 4), (18, 4), (20, 5)),
    4: ((25, 6), (25, 6), (33, 8)),
    3: ((40, 10), (40, 10), (50, 12)),
    2: ((66, 16), (66, 16), (66, 16)),
    1: ((100, 25), (100, 25), (100, 25)),
    0: ((150, 40), (150, 40), (150, 40)),
}

# The course
LANES, CIRCUIT, FINISH = range(1, 7), 60, 128
BECHERS, MELLING_ROAD, ELBOW = 83, 104, 118
_ONCE_ROUND = [5, 8, 12, 16, 19, 23, 26, 29, 32, 36, 39, 43, 48, 51, 55, 58]
FENCES = [*_ONCE_ROUND, *(square + CIRCUIT for square in _ONCE_ROUND[:14])]
FENCE_NAMES = {
    6: "Becher's Brook",
    7: "Foinavon",
    8: "Canal Turn",
    9: "Valentine's Brook",
    15: "The Chair",
    16: "The Water",
}
FENCE_NAMES |= {number + 16: FENCE_NAMES[number] for number in (6, 7, 8, 9)}
_ODD, _EVEN = [3, 10, 18, 25, 31, 38, 45, 50, 57], [7, 14, 21, 28, 34, 41, 47, 53, 60]
_RUN_IN = {1: [114], 2: [116], 3: [114, 121], 4: [116, 124], 5: [114, 121], 6: [116, 124]}
SHOES = {
    (square, lane)
    for lane in LANES
    for once in [_ODD if lane % 2 else _EVEN]
    for square in [*once, *(each + CIRCUIT for each in once if each + CIRCUIT <= 110), *_RUN_IN[lane]]
}

# The cards: how many of each, then line by line whom, what and how much.
_CARDS = """
    T1 3 self advance 4; T2 2 self advance 6; T3 1 self advance 9; T4 2 self stamina 1; T5 1 self stamina 2; T6 1 self wind
    T7 1 leader hold 2; T8 2 leader miss; T9 1 first-2 stamina 1; T10 1 first-4 advance 2; T11 3 longest advance 8
    T12 2 fifth-to-eighth advance 4; T13 1 last-3 advance 6; T14 1 self points -3; T15 1 self points 4
    T16 1 shortest stamina 1
    J1 3 self fall; J2 2; J3 3 self advance 3; J4 4 self advance 6; J5 5 self make-up 8; J6 4 self make-up 11
    J7 2 self stamina 1; J8 1 self stamina 2; J9 1 self hold 2; J10 2 self advance 2 + behind miss
    J11 1 self wind + self advance 4; J12 1 leader miss + self advance 4; J13 1 self advance 8
    H1 3 self advance 4; H2 2 self advance 6; H3 1 self advance 9; H4 2 self stamina 1; H5 1 self stamina 2; H6 2 self wind
    H7 2 leader hold 1; H8 3 leader stamina 2; H9 1 first-2 hold 2; H10 1 first-4 advance 3; H11 3 longest advance 10
    H12 1 second-and-third advance 3; H13 1 fifth-to-eighth advance 5; H14 1 self points -4
"""
CARDS: dict[str, list[tuple[str, str, int]]] = {}
DECKS: dict[str, list[str]] = {"turf": [], "jump": [], "home": []}
for _card in _CARDS.replace("\n", ";").split(";"):
    if _card.strip():
        _id, _many, *_words = _card.split()
        _lines = [line.split() for line in " ".join(_words).split("+") if line.strip()]
        CARDS[_id] = [(whom, what, int(much[0]) if much else 0) for whom, what, *much in _lines]
        DECKS[{"T": "turf", "J": "jump", "H": "home"}[_id[0]]] += [_id] * int(_many)
