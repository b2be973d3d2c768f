"""What is in the box of Henn's Derby, as the second adjudicator has it: in a shorthand of its own."""

COLOURS = ("red", "blue", "yellow", "green", "white", "black", "purple", "orange", "brown")  # D1

# Card 1 comes first, and of each card line 1: initials (k is black, n is brown) and spaces.
_CARDS = """
    g2 k4 p5 o4 b5 n7 | r2 k4 n3 g5 w7 o6 | b2 y3 r4 n4 k6 p8
    y2 b3 g5 k4 o7 p6 | r2 p2 o3 k6 g6 n8 | y2 n3 k5 r5 p5 o7
    n2 p4 b4 o4 k7 w6 | k2 p3 b5 n6 g5 r6 | k2 p3 w4 y6 o6 n6
    g1 b3 w5 o6 k6 n6 | o2 w4 r3 n5 b6 g7 | w3 o4 k3 y5 n5 b7
    w2 b2 y4 k6 g5 p8 | w2 g2 k4 b6 p6 o7 | o2 r3 p4 w4 n7 y7
    n3 w4 p4 r4 o5 g7 | y2 w2 r4 k5 n7 p7 | b2 o2 g4 p5 n6 r8
    n3 b2 p4 g5 y7 o6 | p3 y2 k4 w5 b6 o7 | g2 n2 k3 y6 r6 b8
    y1 w3 p5 g5 b7 r6 | g1 r3 b5 n5 y5 w8 | y1 n4 g3 k5 w6 o8
    k1 o3 g4 r4 p7 b8 | w3 y4 n4 g4 b5 k7 | n2 k2 o4 r6 g7 y6
    n1 g4 w3 p4 y7 o8 | b1 k3 w4 r6 o5 y8 | o3 g3 p3 w5 y6 k7
    n1 r4 p3 b5 g7 w7 | r1 k3 n5 b4 w7 p7 | o1 k3 w5 p5 g6 r7
    p1 b4 g4 n6 y5 w7 | p1 g3 y5 k5 w6 n7 | p2 b3 o4 y4 n6 w8
    w2 n4 b3 o5 k6 r7 | y3 r4 o3 w4 p6 b7 | r2 g3 n3 b6 w5 k8
    n2 r3 o4 p6 y6 g6 | b3 w3 y5 g4 r6 k6 | k1 y3 n4 o5 r7 b7
    r3 k2 y4 n5 g6 p7 | r1 n2 o5 g6 w6 y7 | o1 y4 k5 p5 r6 w6
    p3 n3 b3 o5 r5 y8 | b3 g2 n5 p4 w5 k8 | p2 y3 w4 b5 k5 r8
    w1 n3 y3 r5 p7 g8 | r3 y2 o5 b4 n5 g8 | b2 p4 r4 w5 o6 k6
    k3 r2 g3 o6 y6 w7 | k3 p2 b4 y5 r7 g6 | w1 o4 n4 b5 p6 r7
    o2 b4 w3 g6 r5 k7 | g3 o2 b4 y5 k5 n8 | b1 g4 r3 w6 o6 y7
    k2 w2 r5 y4 b7 n7 | o3 p3 y4 n4 k7 b6 | y3 o3 g5 r5 p5 b6
    p2 w3 r5 k4 n6 g7 | g3 o3 y3 w6 b6 p6 | g2 r2 k4 p6 o7 y6
"""

_INITIALS = dict(zip("rbygwkpon", range(9), strict=True))
CARDS = [  # of each card its lines from the top: the horse as a place in the list of D1, and how far it goes
    [(_INITIALS[line[0]], int(line[1:])) for line in card.split()]
    for card in _CARDS.replace("\n", "|").split("|")
    if card.strip()
]

NUMBERS = {3: [2, 3, 3, 3, 3, 2], 4: [2, 2, 2, 2, 2, 2], 5: [1, 2, 2, 2, 2, 1]}  # D4: how many 1s, 2s, … 6s each
PAYOUTS = [1500, 1200, 1000, 800, 600, 450, 300, 200, 100]  # D3
