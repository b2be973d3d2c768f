"""Amounts, as every language writes them, and as people do."""

import pytest

from gm.core.words import unpack
from gm.games.national import validity
from gm.reports.languages import speaker_of


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["£0", "£500", "£60,000", "£1,250,000"]),
        ("de", ["0 £", "500 £", "60.000 £", "1.250.000 £"]),
        ("fr", ["0 £", "500 £", "60 000 £", "1 250 000 £"]),
        ("it", ["0 £", "500 £", "60.000 £", "1.250.000 £"]),
    ],
)
def test_every_language_groups_and_signs_amounts_in_its_own_way(language: str, told: list[str]) -> None:
    speaker = speaker_of(language)
    said = [speaker.say(unpack(validity.told(pounds))) for pounds in (0, 500, 60_000, 1_250_000)]
    assert [" ".join(each.split()) for each in said] == told


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("pounds", [10_000, 60_000, 250_000, 1_250_000])
def test_an_amount_is_read_as_it_is_told_in_any_language(language: str, pounds: int) -> None:
    assert validity.money(speaker_of(language).say(unpack(validity.told(pounds)))) == pounds


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_a_refusal_and_a_warning_name_amounts_in_the_readers_language(language: str) -> None:
    over = validity.over({"purse": 60_000}, 1_250_000)[0]["message"]
    said = speaker_of(language).say(unpack(over))
    assert "£6" not in said
    assert "60,000" not in said
    assert said.count("£") == 2


def test_a_condition_is_told_in_words_and_not_as_it_was_typed() -> None:
    from gm import games
    from gm.core.clauses import clauses
    from gm.core.when import read_when
    from tests.contract.samples.national import NO_BETS, SALE, after, begun

    national = games.load("national")
    for state in (begun(), after(SALE, NO_BETS, NO_BETS)):
        facts = national.facts(state, "alice")
        for key, fact in facts.facts.items():
            wanted = {"names": "Odd Sock", "yes or no": "no", "numbers by name": {"Odd Sock": ">= 3"}}
            condition, remarks = read_when({key: wanted.get(str(fact.kind), ">= 3")}, facts)
            assert not remarks
            for language in ("en", "de", "fr", "it"):
                said = speaker_of(language).say(clauses(condition, facts))
                assert ">=" not in said, (key, language)
                assert f"{key} =" not in said, (key, language)
