"""Every game has order slips without a word of its own about them."""

import json
import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from gm import games
from gm.core.asking import owed
from gm.core.tags import tag
from tests.conftest import Desk
from tests.contract.samples import NAMES, SEATS, begun, file_of


@pytest.mark.parametrize("name", NAMES)
def test_everybody_who_is_awaited_has_one_slip_that_asks_what_the_form_asks(desk: Desk, name: str) -> None:
    desk.write("games/spring.yaml", file_of(name))
    desk.gm("start", "spring")
    made = json.loads(desk.gm("post", "--json").out)
    texts = [page.extract_text() for page in PdfReader(BytesIO((desk.folder / made["file"]).read_bytes())).pages]
    game, state = games.load(name), begun(name)
    awaited = {tag(number): seat for number, seat in enumerate(SEATS, 1) if owed(game, state, seat)}
    assert {slip["tag"]: slip["player"] for slip in made["slips"]} == awaited
    for own, seat in awaited.items():
        (slip,) = [text for text in texts if re.search(rf"^{own}$", text, re.MULTILINE)]
        asked = [
            each for group in game.form(state, seat)["groups"] if not group.get("folded") for each in group["sections"]
        ]
        wanted = [each["title"] for each in asked] + [
            field["label"] for each in asked for field in each["fields"] if not field.get("steers")
        ]
        wanted += [term["label"] for each in asked for term in each.get("terms", [])]
        assert not [each for each in wanted if bare(each) not in bare(slip)]


def bare(text: str) -> str:
    return re.sub(r"[\s\u200b]", "", text)
