"""The games that stand for all others: a test of the desk, the mail or the site asks for a race, a table of cards, tickets, or a meeting.

Which rules these are is said here and nowhere else.
"""

from collections.abc import Iterable, Mapping

RACE = "haytack"  # everybody enters a horse, and orders a number for each fence of a course
TICKETS = "henn"  # nobody enters anything either; there are movement cards, number cards and hidden tickets
MEETING = "national"  # nobody enters anything; horses are bought, backed and ridden, and every turn may ask for something else
CARDS = "knizia"  # nobody enters anything; everybody has a hand of cards that nobody else knows


def race_file(horses: Mapping[str, str] | str, course: str = "2 plain", title: str = "", more: str = "") -> str:
    """A race's game file: horses by their players, or the name of a file that has them; each as it is to be written."""
    field = horses if isinstance(horses, str) else "".join(_entrant(*each) for each in horses.items())
    entrants = f"entrants: {field}\n" if isinstance(horses, str) else f"entrants:\n{field}"
    return f"rules: {RACE}\n{_titled(title)}{entrants}course: {course}\n{more}"


def cards_file(players: Iterable[str], title: str = "", more: str = "") -> str:
    """A table's game file."""
    return f"rules: {CARDS}\n{_titled(title)}entrants: [{', '.join(players)}]\n{more}"


def tickets_file(players: Iterable[str], title: str = "", more: str = "") -> str:
    """A game file of betting tickets."""
    return f"rules: {TICKETS}\n{_titled(title)}entrants: [{', '.join(players)}]\n{more}"


def meeting_file(players: Iterable[str], title: str = "", more: str = "") -> str:
    """A game file of a meeting."""
    return f"rules: {MEETING}\n{_titled(title)}entrants: [{', '.join(players)}]\n{more}"


def _entrant(player: str, horse: str) -> str:
    return f"  - {{player: {player}, horse: {horse}}}\n"


def _titled(title: str) -> str:
    return f"title: {title}\n" if title else ""
