"""Orders of Henn's Derby in the words of other languages."""

import pytest

from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.games.henn import GAME
from gm.pages.book import read_part
from gm.reports.languages import Speaker
from tests.conftest import Desk
from tests.contract.samples import file_of

HEAD = "game: derby\nturn: 1\nplayer: bob\n"
PAGES = {
    "en": "moves:\n  - {when: {number: 6, not: {left: black}}, card: blind}\n  - {number: next, favour: {white: 3, red: -2}, least: 4}\n"
    'exchange:\n  - {swap: [green], for: "<= 3"}\n  - better\n',
    "fr": "coups:\n  - {si: {nombre: 6, pas: {gauche: noir}}, carte: à l'aveugle}\n  - {nombre: suivant, favoriser: {blanc: 3, rouge: −2}, au moins: 4}\n"
    'échange:\n  - {troquer: [vert], contre: "<= 3"}\n  - meilleur\n',
    "it": "mosse:\n  - {se: {numero: 6, non: {sinistra: nero}}, carta: alla cieca}\n  - {numero: prossimo, favorire: {bianco: 3, rosso: – 2}, almeno: 4}\n"
    'scambio:\n  - {cambia: [verde], per: "<= 3"}\n  - meglio\n',
    "de": "Züge:\n  - {wenn: {Zahl: 6, nicht: {links: schwarz}}, Karte: verdeckt}\n  - {Zahl: nächste, begünstige: {weiß: 3, rot: -2}, mindestens: 4}\n"
    'Tausch:\n  - {wechsle: [grün], für: "<= 3"}\n  - besser\n',
}  # fmt: skip


def kept(desk: Desk, part: str) -> str:
    desk.write("games/derby.yaml", file_of("henn"))
    desk.gm("start", "derby")
    desk.write("inbox/page.yaml", HEAD + part)
    (line,) = desk.gm("take", "--json").lines
    return str(line["canonical"]).replace("−", "-").replace("– ", "-")


@pytest.mark.parametrize("language", PAGES)
def test_a_page_is_kept_in_english_whatever_it_was_written_in(desk: Desk, language: str) -> None:
    assert kept(desk, PAGES[language]) == (
        '{"exchange":[{"for":"<= 3","swap":["green"]},"better"],"game":"derby","moves":['
        '{"card":"blind","when":{"not":{"left":"black"},"number":"6"}},'
        '{"favour":{"red":"-2","white":"3"},"least":"4","number":"next"}],"player":"bob","turn":1}'
    )


def test_what_an_order_would_do_names_colours_in_the_readers_language() -> None:
    table = GAME.setup([Entrant(seat, seat) for seat in ("ann", "bob", "cid")], {}, Dice("ab" * 32)).state
    lines = read_part(GAME, table, "ann", {"moves": "left", "exchange": "blind"}).own
    card, then = GAME.foresee(table, "ann", lines)
    assert "weiß 3" in Speaker("de").say(card)
    assert "dein Wettschein rot" in Speaker("de").say(then)
