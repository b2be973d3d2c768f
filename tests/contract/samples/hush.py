"""The game of the handbook."""

from dataclasses import replace
from typing import Any

from tests.contract import samples
from tests.contract.samples import Secret, Secrets

MANY = 3
SETTINGS: dict[str, Any] = {}


def _breath() -> Secret:
    state = samples.begun("hush")
    orders = {"alice": {"pace": "2"}, "bob": {"pace": "3"}}
    return Secret(("alice",), (state, orders), (replace(state, breath=state.breath | {"alice": 9}), orders))


def _alternative() -> Secret:
    state = samples.begun("hush")
    orders = {"alice": {"pace": "2"}, "bob": {"pace": "3"}}
    short = replace(state, breath=state.breath | {"alice": 4})
    return Secret(("alice",), (short, orders), (short, orders | {"alice": {"pace": ["9", "2"]}}))


def _equal_paces() -> Secret:
    state = samples.begun("hush")
    pages = [{"alice": {"pace": pace}, "bob": {"pace": pace}} for pace in ("2", "3")]
    return Secret(("alice", "bob"), (state, pages[0]), (state, pages[1]))


SECRETS: Secrets = {
    "how much breath is left": _breath,
    "a line that was passed over": _alternative,
    "how fast two ran who ran alike": _equal_paces,
}
